// A bug in the program shows at a table: everybody there reads, in their language, that it was set aside, and
// their pages do not try to come back; the next table works.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { begin, joinTable, openTable, say, words } from './people.mjs'

await stage(async ({ server, person, step, out }) => {
  const ann = await person('Ann')
  const ben = await person('Ben', { locale: 'fr' })
  const cleo = await person('Cleo', { locale: 'nl', viewport: { width: 360, height: 640 } })
  const dora = await person('Dora')
  const code = await openTable(ann, server.url)
  await joinTable(ben, server.url, code)
  await joinTable(cleo, server.url, code)
  await dora.goto(`${server.url}/#/t/${code}`)
  await dora.waitForSelector('[data-test=sit]')

  const doors = []
  for (const page of [ann, ben, cleo]) page.on('websocket', () => doors.push(page))
  await ann.fill('[data-test=say]', 'a fault')
  await ann.press('[data-test=say]', 'Enter')
  for (const [page, language] of [
    [ann, 'en'],
    [ben, 'fr'],
    [cleo, 'nl'],
    [dora, 'en'], // who has not sat down
  ]) {
    await page.getByText(words[language]['nowhere.set_aside.title']).waitFor()
    await page.getByText(words[language]['refusal.set_aside']).waitFor()
    await page.getByText(words[language]['nowhere.open']).waitFor()
  }
  assert.deepEqual(await accessibility(cleo), [])
  assert.deepEqual(await layout(cleo), [])
  await cleo.screenshot({ path: join(out, 'set-aside.png') })
  await ann.waitForTimeout(3000)
  assert.deepEqual(doors, [], 'nobody tries to come back')
  step('a table with a bug is set aside, and everybody there is told in plain words')

  await ben.reload()
  await ben.getByText(words.fr['refusal.set_aside']).waitFor()
  await ann.getByText(say('nowhere.open')).click()
  await ann.waitForSelector('[data-test=open]')
  assert.equal(await ann.locator('[data-test=back]').count(), 0, 'there is no way back to it')
  await openTable(ann, server.url)
  await begin([ann])
  step('and another one can be opened')
})
