// What all players present must agree to: a seat with cards for somebody new (P5.4), the end of a game
// (P1.9).
import assert from 'node:assert/strict'
import { stage } from './browser.mjs'
import { joinTable, openTable, say } from './people.mjs'

await stage(async ({ server, person, step }) => {
  const [ann, ben, zoe] = [await person('Ann'), await person('Ben'), await person('Zoe')]
  const code = await openTable(ann, server.url, 'traitor', { pace: 'relaxed' })
  await joinTable(ben, server.url, code)
  await ann.click('[data-test=fill]')
  await ann.story.until((view) => view.presence.bots)
  await ann.locator('[data-test=start]:enabled').click()
  await ann.click('[data-test=start-anyway]')
  for (const page of [ann, ben]) await page.waitForSelector('[data-test=traitor]')

  // Zoe asks; she can watch while she waits.
  await zoe.goto(`${server.url}/#/t/${code}`)
  await zoe.fill('[data-test=name]', 'Zoe')
  await zoe.getByText(say('join.asks')).waitFor()
  await zoe.click('[data-test=sit]')
  await zoe
    .getByRole('status')
    .filter({ hasText: say('asked.wait') })
    .waitFor()
  for (const page of [ann, ben]) await page.waitForSelector('[data-test=seat-asked]')
  const asked = await ann.locator('[data-test=seat-asked]').innerText()
  assert.ok(!asked.includes('Zoe'), 'a question does not tell who asks')
  step("P5.4 somebody would like a bot's seat, and the players are asked")
  await zoe.click('[data-test=watch]')
  await zoe.waitForSelector('[data-test=traitor]')
  await zoe.waitForSelector('[data-test=waiting]')
  await ann.locator('[data-test=seat-asked] [data-test=agree]').focus()
  await ann.keyboard.press('Enter')
  await ann.locator('[data-test=seat-asked] [data-test=agree]').waitFor({ state: 'detached' })
  await ben.click('[data-test=seat-asked] [data-test=agree]')
  await zoe.story.until((view, { seat }) => seat > 0)
  await zoe.waitForSelector('[data-test=waiting]', { state: 'detached' })
  await ann.story.until((view) => view.presence.player.some(({ name }) => name === 'Zoe'))
  step('P5.4 all agree, and the seat is theirs')

  // Zoe has had enough; Ben has not, and then he has.
  const ask = async (page) => {
    await page.click('[data-test=menu]')
    await page.click('[data-test=end-game]')
  }
  await ask(zoe)
  for (const page of [ann, ben]) await page.waitForSelector('[data-test=end-asked]')
  await ben.click('[data-test=end-asked] [data-test=decline]')
  for (const page of [ann, ben, zoe])
    await page.waitForSelector('[data-test=end-asked]', { state: 'detached' })
  step('P1.9 one wants to play on, and the game goes on')
  await zoe.click('[data-test=menu]')
  await zoe.click('[data-test=leave]')
  await zoe.click('[data-test=leave-sure]')
  await zoe.getByText(say('nowhere.left')).waitFor()
  await ben.close()
  await ann.story.until((view) => view.presence.away)
  await ann.click('[data-test=menu]')
  await ann.click('[data-test=end-game]')
  await ann.waitForSelector('[data-test=end][data-ending=abandoned]')
  await ann.getByRole('heading', { name: say('end.abandoned') }).waitFor()
  step('P1.9 alone among bots one press ends it')
})
