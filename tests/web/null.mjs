// The smallest game, in the browser from its link to its end: what authors of new games copy does work.
import assert from 'node:assert/strict'
import { post } from '../crash/socket.mjs'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { joinTable, say, watchTable } from './people.mjs'

await stage(async ({ server, person, step, out }) => {
  const [ann, ben, jan] = [await person('Ann'), await person('Ben'), await person('Jan')]
  await ann.goto(server.url)
  await ann.waitForSelector('[data-test=bots-maze]')
  assert.equal(await ann.locator('[data-test=bots-null]').count(), 0)
  step('it is not offered on the front page')

  const { json } = await post(server.url, '/api/tables', { game: 'null', gallery: true })
  for (const page of [ann, ben]) await joinTable(page, server.url, json.table)
  await watchTable(jan, server.url, json.table)
  await ann.story.until((view) => view.presence.seats === 2)
  await ann.click('[data-test=start]')
  await ann.click('[data-test=start-anyway]')
  for (const page of [ann, ben, jan]) await page.waitForSelector('[data-test=null]')
  step('P1.1 a table of it is joined by its link and started from the lobby')

  const nodded = (page, seat) => page.getAttribute(`[data-test=seat-${seat}]`, 'data-nodded')
  await ben.click('[data-test=ask-nod]')
  for (const page of [ann, ben, jan]) {
    await page.waitForSelector('[data-test=seat-2][data-nodded=true]')
    assert.equal(await nodded(page, 1), 'false')
  }
  await ben.getByText(say('null.wait')).waitFor()
  assert.equal(await ben.locator('[data-test=ask-nod]').count(), 0)
  assert.equal(await jan.locator('[data-test=ask-nod]').count(), 0)
  step('what the engine offers can be asked, once, and all see who did')

  assert.deepEqual([...(await layout(ann)), ...(await accessibility(ann))], [])
  await ann.screenshot({ path: `${out}/null.png` })
  await ann.click('[data-test=ask-nod]')
  for (const page of [ann, ben, jan]) {
    await page.waitForSelector('[data-test=end][data-ending=all_nodded]')
    await page.getByText(say('null.winners', { names: 'Ann, Ben' })).waitFor()
  }
  const spoken = jan.locator('.unseen[aria-live]', { hasText: say('null.ending.all_nodded') })
  await spoken.filter({ hasText: say('null.nodded', { name: 'Ann' }) }).waitFor()
  step('what happens at the same time is read out in one breath: nothing is lost')

  await ann.waitForSelector('[data-test=record]')
  await ann.screenshot({ path: `${out}/null-end.png` })
  step('it ends, and all see who has won')

  await ann.click('[data-test=again]')
  for (const page of [ann, ben]) await page.waitForSelector('[data-test=ask-nod]')
  step('P1.6 the same people again')
})
