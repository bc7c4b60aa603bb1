// What is played, and custom scenarios (M8.12): chosen, built, judged, kept, saved as a file, opened again,
// and played at a table where everybody sees the title and the rules.
//
//   node tests/web/builder.mjs TURNCOAT WEB-FOLDER
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { joinTable, openTable, say, words } from './people.mjs'

const PHONE = { width: 360, height: 640 }
const FRIDAY = `turncoat scenario 1
title: Friday night
tiles: 2-13
face: B
top: 5
sand: 240
rules: pass left, no talk
end
`
const on = (name) => `[data-test=${name}]`
const rulesSeen = (page) =>
  page.locator(`${on('scenario-rules')} [data-rule]`).evaluateAll((all) => all.map((li) => li.dataset.rule))
const choices = (page, test) => page.locator(`${on(test)} option`).allTextContents()

// Once something on the page says so.
async function sees(page, test, text) {
  await page.waitForFunction(
    ([selector, wanted]) => document.querySelector(selector)?.textContent.includes(wanted),
    [on(test), text],
  )
}

await stage(async ({ server, person, step, out, turncoat }) => {
  const ann = await person('Ann')
  const ben = await person('Ben', { locale: 'fr', viewport: PHONE })
  const code = await openTable(ann, server.url)
  await joinTable(ben, server.url, code)
  await ann.story.until((view) => view.presence.seats === 2)

  await choosing()
  await building()
  await andBack()
  await playing()
  await alone()

  async function good(page, what) {
    assert.deepEqual(await accessibility(page), [], what)
    const size = page.viewportSize()
    await page.setViewportSize(PHONE)
    assert.deepEqual(await layout(page), [], what)
    await page.screenshot({ path: join(out, `builder-${what}.png`) })
    await page.setViewportSize(size)
  }

  async function choosing() {
    await ann.waitForSelector(on('scenario'))
    const all = await choices(ann, 'scenario')
    assert.equal(all.length, 17)
    assert.ok(all[8].includes(say('maze.forSeats', { least: 3, most: 9 })), `marked: ${all[8]}`)
    assert.ok(!all[9].includes('('), all[9])
    await ann.selectOption(on('scenario'), '9')
    await sees(ben, 'unfit', '3')
    await ann.selectOption(on('scenario'), '10')
    await ann.waitForSelector(on('unfit'), { state: 'detached' })
    assert.equal((await choices(ann, 'level')).length, 6, 'M8.1: 10 begins with 2 to 12')
    await ann.selectOption(on('level'), '24')
    await ann.selectOption(on('side'), '2')
    await ann.selectOption(on('sand-size'), '300')
    await sees(ben, 'scenario-rules', '2–24')
    assert.ok((await rulesSeen(ben)).includes('others'))
    assert.equal(await ben.textContent(on('scenario-title')), `10 · ${words.fr['scenario.10.title']}`)
    await good(ann, 'options')
    step('every scenario and level, marked where the seats do not fit; everybody sees the rules')
  }

  async function building() {
    await ann.focus(on('build'))
    await ann.keyboard.press('Enter')
    await ann.waitForSelector(on('builder-play-example'))
    assert.equal(await ann.locator(on('builder-card')).count(), 3, 'our own examples')
    await good(ann, 'list')
    await ann.click(on('builder-new'))
    await sees(ann, 'verdict', say('builder.playable', { least: 1, most: 8 }))

    await ann.fill(on('builder-name'), '')
    await sees(ann, 'wrong-title', say('refusal.bad_title'))
    assert.ok(await ann.isDisabled(on('builder-save')), 'nothing without a name')
    await ann.fill(on('builder-name'), `${'é'.repeat(23)}👩‍🚀👩‍🚀`)
    assert.equal(await ann.inputValue(on('builder-name')), 'é'.repeat(23), '49 bytes, and whole characters')
    assert.ok(await ann.isEnabled(on('builder-save')))
    await ann.fill(on('builder-name'), 'Friday night')

    // What cannot be won is said beside the tiles.
    await ann.click(on('tiles-14'))
    await ann.click(on('tile-14'))
    await ann.click(on('tile-9'))
    await sees(ann, 'wrong-tiles', say('refusal.item_missing'))
    await ann.focus(on('tile-9'))
    await ann.keyboard.press('Space')
    await ann.waitForSelector(on('wrong-tiles'), { state: 'detached' })
    await ann.check(on('face-2'), { force: true })
    await ann.selectOption(on('builder-top'), '5')
    await ann.selectOption(on('builder-sand'), '240')

    // What contradicts itself is said beside the rules, and cannot be played.
    await ann.check(on('rule-pass_left'))
    await ann.check(on('rule-talk_always'))
    await ann.check(on('rule-no_talk'))
    for (const test of ['against-talk_always', 'against-no_talk', 'verdict'])
      await sees(ann, test, say('refusal.talk_clash'))
    assert.ok(await ann.isDisabled(on('builder-save-play')), 'a contradiction is not played')
    await good(ann, 'editor')
    await ann.uncheck(on('rule-talk_always'))
    await sees(ann, 'verdict', say('builder.playable', { least: 2, most: 8 }))
    await sees(ann, 'against-gestures', say('refusal.talk_clash'))

    await ann.keyboard.press('Escape')
    await ann.waitForSelector(on('builder-sure'))
    await ann.keyboard.press('Escape')
    await ann.click(on('builder-save'))
    await sees(ann, 'builder-told', say('builder.saved', { title: 'Friday night' }))
    step('M8.12 a custom scenario is built, and refused with the reason while it contradicts itself')
  }

  async function exported() {
    const [download] = await Promise.all([ann.waitForEvent('download'), ann.click(on('builder-export'))])
    assert.equal(download.suggestedFilename(), 'Friday-night.scenario')
    const path = join(out, 'friday.scenario')
    await download.saveAs(path)
    return path
  }

  async function andBack() {
    await ann.reload() // it is kept in the browser
    await ann.click(on('build'))
    const file = await exported()
    assert.equal(readFileSync(file, 'utf8'), FRIDAY)
    assert.match(execFileSync(turncoat, ['check', file], { encoding: 'utf8' }), /ok: scenario "Friday night"/)

    await ann.click(on('builder-delete'))
    await ann.click(on('builder-sure'))
    await ann.waitForFunction(() => document.querySelectorAll('[data-test=builder-card]').length === 3)
    await ann.setInputFiles(on('builder-file'), file)
    await sees(ann, 'builder-told', say('builder.taken', { title: 'Friday night' }))
    assert.equal(readFileSync(await exported(), 'utf8'), FRIDAY, 'the same again')
    await ann.setInputFiles(on('builder-file'), file)
    await sees(ann, 'builder-told', say('builder.known', { title: 'Friday night' }))

    // As a message brings it: without the last line feed.
    await ann.fill(on('builder-paste'), FRIDAY.replace('pass left', 'flying').trim())
    await ann.click(on('builder-take'))
    const reason = say('fault.no_rule', { about: 'flying' })
    await sees(ann, 'builder-wrong', say('builder.line', { line: 7, reason }))
    await ann.fill(on('builder-paste'), FRIDAY.replace('240', '180').trim())
    await ann.click(on('builder-take'))
    await sees(ann, 'builder-told', say('builder.taken', { title: 'Friday night (2)' }))
    await ann.click(`${on('builder-card')}:nth-of-type(2) ${on('builder-delete')}`)
    await ann.click(on('builder-sure'))
    step('M8.12 it goes into a file, and comes back from it the same')
  }

  async function playing() {
    await ann.locator(on('builder-play')).first().click()
    await sees(ben, 'scenario-title', 'Friday night')
    assert.deepEqual(await rulesSeen(ben), ['pass_left', 'no_talk'])
    await sees(ben, 'scenario-rules', words.fr['rule.no_talk.what'])
    assert.equal(await ann.locator(`${on('scenario')} option:checked`).textContent(), 'Friday night')
    await ben.click(on('ready'))
    await ann.story.until((view) => view.presence.ready)
    await ann.click(on('start'))
    for (const page of [ann, ben]) {
      const view = await page.story.until(({ pile_count }) => pile_count)
      assert.equal(view.scenario.title, 'Friday night')
      assert.equal(view.pile_count, 12)
      await page.getByText('Friday night').first().waitFor()
    }
    step('M8.12 it is played: everybody sees its title and its rules')
  }

  async function alone() {
    await ann.goto(`${server.url}/#/solo`)
    await ann.waitForSelector(on('scenario'))
    const shut = await ann.locator(`${on('scenario')} option[disabled]`).allTextContents()
    assert.deepEqual(
      shut.map((text) => text.split(' ')[0]),
      ['9', '12', '14', '15', 'Friday'],
    )
    await ann.click(on('build'))
    await ann.waitForSelector(on('builder-play-example'))
    assert.ok(await ann.locator(on('builder-play')).first().isDisabled(), 'nobody to be silent with')
    step('M9.4 alone, what needs others is not offered')

    await ben.goto(`${server.url}/#/solo`)
    await ben.click(on('build'))
    await ben.waitForSelector(on('builder-play-example'))
    const titles = await ben.locator(`${on('builder-card')} h4`).allTextContents()
    const ours = Object.keys(words.fr).filter((key) => key.startsWith('example.'))
    assert.deepEqual(titles.sort(), ours.map((key) => words.fr[key]).sort())
    await ben.locator(on('builder-play-example')).last().click()
    const chosen = ben.locator(`${on('scenario')} option:checked`)
    await chosen.filter({ hasText: words.fr['example.open-house'] }).waitFor({ state: 'attached' })
    step('P9.1 our own examples have their titles in the language of whoever reads them')
  }
})
