// The server is killed in the middle of a game, is gone for a while, and is upgraded while pages are open:
// each time pages say so in plain words, and come back by themselves.
import assert from 'node:assert/strict'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { stage } from './browser.mjs'
import { begin, carryOut, gather, openTable, sandOf, say } from './people.mjs'
import { nextStep } from './plan.mjs'

await stage(async ({ server, person, step, out, web }) => {
  const ann = Object.assign(await person('Ann'), { way: 'keyboard' })
  const ben = Object.assign(await person('Ben'), { way: 'mouse' })
  const jan = await person('Jan')
  await jan.goto(server.url)
  const team = [ann, ben]
  await gather(team, server.url)
  await begin(team)
  for (let i = 0; i < 3; i++) await carryOut(team, nextStep(ann.story.view, 180000))
  const places = ann.story.view.hero_at
  const before = await sandOf(ann)

  await server.end('SIGKILL')
  for (const page of team) await page.locator('[data-test=outage]').getByText(say('outage.server')).waitFor()
  step('a table says that the server is gone')
  await jan.waitForSelector('[data-test=unreachable]')
  await jan.evaluate(() => (location.hash = '#/t/abcdef'))
  await jan.getByText(say('nowhere.unreachable')).waitFor()
  step('and so does the page of somebody who wants to join one')

  await server.again()
  const back = async (page) => {
    await page.waitForSelector('[data-test=pause-cover]')
    await page.waitForSelector('[data-test=outage]', { state: 'hidden' })
    await page.locator('[data-test=missed]').getByText(say('outage.paused')).waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'pause-title')
  }
  await Promise.all(team.map(back))
  assert.deepEqual(ann.story.view.hero_at, places)
  const after = await sandOf(ann)
  assert.ok(after > before - 100, `nobody loses time to the outage: ${before} ms before, ${after} ms after`)
  await jan.getByText(say('nowhere.no_table')).waitFor({ timeout: 20000 })
  step('P4.3 the pages come back by themselves, the table is paused, the sand where it stood')

  await ben.click('[data-test=resume]')
  for (const page of team) await page.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
  await carryOut(team, nextStep(ann.story.view, 180000))
  step('P4.3 and the game goes on')

  const code = await openTable(jan, server.url)
  const newer = `${out}/newer`
  cpSync(web, newer, { recursive: true })
  writeFileSync(`${newer}/build.json`, JSON.stringify({ build: 'another' }))
  await server.end()
  assert.equal(await jan.textContent('[data-test=outage-seat]'), say('outage.kept'))
  await server.again('--web', newer)
  await jan.waitForSelector('[data-test=outage]', { state: 'hidden' })
  await jan.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await jan.getByText(say('fresh.there')).waitFor()
  await jan.click('[data-test=reload]')
  await jan.waitForSelector('[data-test=start]')
  assert.equal(new URL(jan.url()).hash, `#/t/${code}`)
  assert.equal(jan.story.seat, 1)
  rmSync(newer, { recursive: true })
  step('a page says that the version has changed while it was open, and the seat is kept')
})
