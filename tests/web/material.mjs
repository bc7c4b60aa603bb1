// Custom tiles at a table (M2.1): the host brings a file or a text in the lobby, everybody sees its title, a
// mistake is reported with its line, and the mall is built from them.
//
//   node tests/web/material.mjs TURNCOAT WEB-FOLDER [OUTPUT-FOLDER]
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { joinTable, openTable, say, words } from './people.mjs'

const PHONE = { width: 360, height: 640 }
const DESK = { width: 1440, height: 900 }
const FILE = 'tests/play/maze/small.tiles'
const SMALL = readFileSync(FILE, 'utf8')
const TITLE = 'The small mall'
// Tile 4 of it: the green item, a yellow way on, an hourglass; green; violet; the arrow.
const TILE_4 = [17, 1, 7, 4, 9, 1, 1, 1, 1, 1, 1, 8, 1, 3, 1, 1]
const on = (name) => `[data-test=${name}]`

await stage(async ({ server, person, step, out }) => {
  const ann = await person('Ann', { viewport: DESK })
  const ben = await person('Ben', { locale: 'fr', viewport: PHONE })
  const code = await openTable(ann, server.url)
  await joinTable(ben, server.url, code)

  async function seesTitle(page, title, language = 'en') {
    const hasText = words[language]['maze.ownTiles'].replace('{title}', title)
    await page.locator(on('material'), { hasText }).waitFor()
  }
  const seesNone = (page) => page.waitForSelector(on('material'), { state: 'detached' })

  await mistakes()
  await bringing()
  await takingBack()
  await staying()
  await playing()

  async function good(page, what) {
    assert.deepEqual(await accessibility(page), [], what)
    const size = page.viewportSize()
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport)
      assert.deepEqual(await layout(page), [], what)
      for (const shown of await page.locator(on('material')).all())
        await shown.evaluate((line) => line.scrollIntoView({ block: 'center' }))
      await page.screenshot({ path: join(out, `material-${what}-${viewport.width}.png`) })
    }
    await page.setViewportSize(size)
  }

  async function explained(line, reason) {
    const told = ann.locator(on('tiles-wrong'), { hasText: say('tiles.line', { line }) })
    await told.filter({ hasText: reason }).waitFor()
    return told.locator('pre').textContent()
  }

  async function mistakes() {
    await ann.focus(on('bring'))
    await ann.keyboard.press('Enter')
    await ann.waitForSelector(on('tiles-file'), { state: 'attached' })
    await good(ann, 'empty')
    const buffer = Buffer.from(SMALL.replace('tile 1B', 'tile 25'))
    const broken = { name: 'broken.tiles', mimeType: 'text/plain', buffer }
    await ann.setInputFiles(on('tiles-file'), broken)
    assert.equal(await explained(16, say('mistake.a_tile_s_number_is_from_1_to')), 'tile 25')
    await ann.fill(on('tiles-paste'), SMALL.replace('|*v      ?o  h  |', '|*v      ?o  h^ |'))
    await ann.click(on('tiles-take'))
    const coloured = say('mistake.this_kind_of_space_has_no_colour_its')
    assert.equal(await explained(40, coloured), '|*v      ?o  h^ |')
    await good(ann, 'mistake')
    await ann.fill(on('tiles-paste'), ' ')
    await ann.click(on('tiles-take'))
    await ann.getByText(say('tiles.empty')).waitFor()
    const long = { ...broken, buffer: Buffer.from(SMALL + '\n'.repeat(1 << 16)) }
    await ann.setInputFiles(on('tiles-file'), long)
    await ann.getByText(say('tiles.tooLong')).waitFor()
    assert.equal(await ben.locator(on('material')).count(), 0)
    step('M2.3 what is wrong with a file is told with its line')
  }

  async function bringing() {
    const [download] = await Promise.all([ann.waitForEvent('download'), ann.click(on('tiles-sample'))])
    assert.equal(download.suggestedFilename(), 'mall.tiles')
    const ours = readFileSync(await download.path(), 'utf8')
    assert.equal(ours, readFileSync('data/tiles/mall.tiles', 'utf8'))

    // Dropped, as from a folder on the desk.
    const files = await ann.evaluateHandle(
      (text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'small.tiles'))
        return data
      },
      SMALL.replaceAll('\n', '\r\n'),
    )
    await ann.dispatchEvent(on('tiles-drop'), 'drop', { dataTransfer: files })
    await ann.waitForSelector(on('own-tiles'), { state: 'detached' })
    await seesTitle(ann, TITLE)
    await seesTitle(ben, TITLE, 'fr')
    assert.equal(await ann.evaluate(() => document.activeElement.dataset.test), 'bring', 'back where one was')
    await good(ann, 'host')
    await good(ben, 'guest')
    step('M2.1 the host brings custom tiles, and everybody sees their title')
  }

  async function takingBack() {
    await ann.click(on('bring'))
    await ann.click(on('tiles-back'))
    await seesNone(ben)
    await ann.click(on('bring'))
    await ann.waitForSelector(on('tiles-file'), { state: 'attached' })
    await ann.keyboard.press('Escape')
    await ann.click(on('bring'))
    await ann.fill(on('tiles-paste'), SMALL.replace(TITLE, 'A “mall” & more'))
    await ann.click(on('tiles-take'))
    await seesTitle(ben, 'A “mall” & more', 'fr')
    await ann.click(on('bring'))
    await ann.setInputFiles(on('tiles-file'), FILE)
    await seesTitle(ben, TITLE, 'fr')
    step('they are taken back, and others are brought')
  }

  async function staying() {
    await ann.reload()
    await seesTitle(ann, TITLE)
    await server.end('SIGKILL')
    await server.again()
    await ben.reload()
    await seesTitle(ben, TITLE, 'fr')
    await ann.story.until((_, { there }) => there)
    step('P4.3 they are there after a reload, and after a crash of the server')
  }

  async function playing() {
    // Whether it can begin the page does not know, and says nothing: the server decides.
    await ann.selectOption(on('scenario'), '3')
    await ann.waitForFunction(() => !document.querySelector('[data-test=why-not]'))
    await ann.selectOption(on('scenario'), '1')
    await ben.click(on('ready'))
    await ann.story.until((view) => view.presence.ready)
    await ann.click(on('start'))
    for (const page of [ann, ben]) {
      const { mall } = await page.story.until(({ pile_count }) => pile_count)
      assert.deepEqual(mall[4].face.space, TILE_4)
      await page.waitForSelector('.board')
    }
    await ann.screenshot({ path: join(out, 'material-board-1440.png') })
    step('M2.1 the mall is built of them')
  }
})
