// Four browsers play scenario 1 against the real server and store, each in another way: by keys, by mouse, by
// touch on a phone, and by the list of heroes for screen readers. One game to victory, with a reload and a
// lost connection in the middle; then, with one press, another to defeat.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stage, wire } from './browser.mjs'
import { ACTIONS, begin, carryOut, drawnHeroes, gather, playOn, say } from './people.mjs'
import { nextStep } from './plan.mjs'

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

/** Where a page tells of a player that they are away. */
const away = (page, name) =>
  page.locator('.others li', { hasText: name }).getByText(say('lobby.away'), { exact: true })

/** Both pages come to draw every hero in the same place. */
async function sameHeroes(one, other) {
  const places = await drawnHeroes(other)
  for (let i = 0; String(await drawnHeroes(one)) !== String(places); i++) {
    assert.ok(i < 100, `${one.called} sees the heroes where ${other.called} does`)
    await one.waitForTimeout(50)
  }
}

await stage(async ({ server, person, step, turncoat, out }) => {
  const bens = await wire(server.url)
  const ann = Object.assign(await person('Ann'), { way: 'keyboard' })
  const ben = Object.assign(await person('Ben'), { way: 'mouse', at: bens.url })
  const cleo = Object.assign(await person('Cleo', PHONE), { way: 'touch' })
  const zoe = Object.assign(await person('Zoë'), { way: 'list' })
  const team = [ann, ben, cleo, zoe]
  await gather(team, server.url)
  step('P1.2 four people sit at one table')

  await begin(team, cleo)
  await playOn(team, (view) => view.pile_count < 7)
  for (const page of team)
    await page.waitForFunction(() => Number(document.querySelector('[data-test=pile]').textContent) < 7)
  step('tiles are laid, for everybody')

  const held = await ben.locator('[data-test^=do-]').count()
  await ben.reload()
  await ben.waitForFunction((n) => document.querySelectorAll('[data-test^=do-]').length === n, held)
  await sameHeroes(ben, ann)
  await playOn(team, (view) => view.pile_count < 6)
  step('P2.1 a reload keeps the seat, and the game goes on')

  bens.cut()
  await ben.waitForSelector('[data-test=outage]')
  await away(ann, 'Ben').waitFor()
  // The others go on as far as they can without him.
  const mine = (action) => (ann.story.view.may[2] >> action) & 1
  const free = nextStep(ann.story.view, 180000, (s) => !mine(ACTIONS.indexOf(s.action)))
  if (free && free.action !== 'explore') await carryOut(team, free, ben)
  bens.join()
  await ben.waitForSelector('[data-test=outage]', { state: 'hidden' })
  await away(ann, 'Ben').waitFor({ state: 'detached' })
  await ben.story.until((_, { told }) => told >= ann.story.told)
  await sameHeroes(ben, ann)
  step('P2.1, P2.2 a lost connection is announced, and comes back by itself')

  await playOn(team)
  assert.equal(ann.story.view.ending, 'escaped')
  for (const page of team) await page.waitForSelector('[data-test=end][data-ending=escaped]')
  step(`M1.2 the four escape, after ${ann.story.events.length} events`)

  const link = await cleo.getAttribute('a[href^="/api/records/"]', 'href')
  const record = await cleo.evaluate(async (path) => (await fetch(path)).text(), link)
  writeFileSync(`${out}/game.record`, record)
  execFileSync(turncoat, ['verify', `${out}/game.record`])
  assert.match(record, /Zoë/)
  step('P5.3 its players have the record, and it proves itself')

  await ann.click('[data-test=again]')
  for (const page of team) {
    await page.story.until((view, { hello }) => hello.round === 2 && view.ready)
    await page.waitForSelector('[data-test=turn]')
    assert.deepEqual(
      page.story.view.presence.player.slice(1, 5).map(({ name }) => name),
      ['Ann', 'Ben', 'Cleo', 'Zoë'],
    )
  }
  step('P1.6 the same people again, with one press')

  // The sooner the hourglass is flipped the less is left in it (M5.2).
  await zoe.click('[data-test=turn]')
  for (const page of team) await page.story.until((view) => view.running)
  while (!ann.story.view.spaces_used) await carryOut(team, nextStep(ann.story.view, 0))
  await ann.story.until((view) => view.ending, 60000)
  assert.equal(ann.story.view.ending, 'sand_ran_out')
  for (const page of team) await page.waitForSelector('[data-test=end][data-ending=sand_ran_out]')
  step('M1.3 the sand runs out, and the four have lost')
  await bens.end()
})
