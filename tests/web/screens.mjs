// Every screen, on a phone, a tablet and a desktop, light and dark, in every language, and the games on a
// phone held sideways: each passes checks.mjs, and a picture of each is kept for people to look at
// (index.html).
//
//   node tests/web/screens.mjs TURNCOAT WEB-FOLDER OUTPUT-FOLDER table|maze|roles|traitor
import { readdirSync, writeFileSync } from 'node:fs'
import { stage, wire } from './browser.mjs'
import { accessibility, inView, layout, settled, texts, untranslated } from './checks.mjs'
import { carryOut, guest, HEROES, openTable, playOn, say, words } from './people.mjs'
import { nextStep } from './plan.mjs'
import { HERO, opened, RoleTable, seatOf, TRAITOR, TRAITORS_FOR_GOOD } from './roleTable.mjs'

const PHONE = { width: 360, height: 640 }
const SIDEWAYS = { width: 640, height: 360 }
const TABLET = { width: 768, height: 1024 }
const DESK = { width: 1440, height: 900 }
const NAMES = ['Ann', 'Ben', 'Cleo', 'Zoë', 'Emma', 'Finn', 'Gwen', 'Hugo', 'Ines', 'Jan']
// What is the same in every language: names, and the titles of scenarios that come as files.
const NOBODYS = [
  ...NAMES,
  ...['Ada', 'Bruno', 'Dirk'],
  ...['Magic Maze', 'Turncoat', 'STOP'],
  ...['Lost and found', 'Night watch', 'Open house'],
]
const part = process.argv[5]

await stage(
  async ({ server, person, step, out }) => {
    const found = new Map() // what is wrong, and on which screens
    const page = await newcomer('Ann')
    try {
      await { table, maze, roles, traitor }[part]()
    } finally {
      index()
      for (const [text, screens] of found) console.error(`${text}\n    on ${screens.join(' ')}`)
    }
    if (found.size) throw new Error(`${found.size} complaints`)

    // ---- looking ----

    async function newcomer(name) {
      const its = await person(name, { viewport: PHONE })
      its.touch = await its.context().newCDPSession(its)
      return its
    }

    async function be(its, { size = PHONE, language = 'en', dark = false, large = false }) {
      await its.setViewportSize(size)
      await its.touch.send('Emulation.setTouchEmulationEnabled', {
        enabled: size === PHONE || size === SIDEWAYS,
      })
      await its.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
      await its.evaluate((type) => (document.documentElement.dataset.size = type), large ? '3' : '1')
      if ((await its.getAttribute('html', 'lang')) !== language) await speak(its, language)
      await its.waitForTimeout(60)
    }

    /** Switches the language on the fly. In a game the settings are in the menu, whatever else is open. */
    async function speak(its, language) {
      const opened = await its.evaluate(() => {
        if (document.querySelector('[data-test=language]')) return false
        document.querySelector('[data-test=menu]').click()
        return true
      })
      const select = its.locator('[data-test=language]')
      await select.waitFor({ state: 'attached' })
      await select.evaluate((one, wanted) => {
        one.value = wanted
        one.dispatchEvent(new Event('change', { bubbles: true }))
      }, language)
      await its.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
      if (!opened) return
      await its.evaluate(() => document.querySelector('dialog:has([data-test=language])')?.close())
      await select.waitFor({ state: 'detached' })
    }

    async function picture(its, name) {
      const fullPage = await its.evaluate(() => document.documentElement.scrollHeight > innerHeight)
      await its.screenshot({ path: `${out}/${name}.png`, fullPage, animations: 'disabled' })
    }

    function complain(name, complaints) {
      for (const text of complaints) found.set(text, [...(found.get(text) ?? []), name])
    }

    /**
     * Looks at the screen that is there; `most`: one much like it was seen before, only room counts;
     * `sideways`: it is played on a phone held so as well, 'whole' or 'scrolled' beside a table that stays.
     */
    async function look(name, { of = page, most = false, sideways = '' } = {}) {
      await be(of, {})
      const english = await texts(of)
      complain(`${name}-360`, await layout(of))
      await picture(of, `${name}-360`)
      await be(of, { large: true })
      complain(`${name}-360-large`, await layout(of))
      await picture(of, `${name}-360-large`)
      if (sideways) {
        await be(of, { size: SIDEWAYS })
        complain(`${name}-640`, await layout(of))
        if (sideways === 'whole') complain(`${name}-640`, await inView(of))
        if (!most) complain(`${name}-640`, await accessibility(of))
        await picture(of, `${name}-640`)
        await be(of, { size: SIDEWAYS, large: true })
        complain(`${name}-640-large`, await layout(of))
        await picture(of, `${name}-640-large`)
      }
      if (!most) {
        for (const language of ['fr', 'nl']) {
          await be(of, { language })
          complain(`${name}-360-${language}`, await layout(of))
          const code = location(of)
          const halves = [code.slice(0, code.length / 2), code.slice(code.length / 2)]
          const data = [...NOBODYS, code, ...halves.filter(Boolean), new URL(of.url()).host]
          const still = async () => untranslated(english, await texts(of), language, data)
          complain(`${name}-360-${language}`, await settled(of, still))
          await picture(of, `${name}-360-${language}`)
        }
        await be(of, { dark: true })
        complain(`${name}-360-dark`, await accessibility(of))
        await picture(of, `${name}-360-dark`)
        await be(of, { size: TABLET })
        complain(`${name}-768`, await layout(of))
        await picture(of, `${name}-768`)
        await be(of, { size: DESK, dark: true })
        await picture(of, `${name}-1440-dark`)
      }
      await be(of, { size: DESK })
      complain(`${name}-1440`, await accessibility(of))
      complain(`${name}-1440`, await layout(of))
      await picture(of, `${name}-1440`)
      await be(of, {})
      step(name)
    }

    /** Whatever can be hinted at, in every language, put where a hint stands now: is it whole? */
    async function hints(name) {
      const all = Object.values(words).flatMap(hinted)
      for (const size of [PHONE, SIDEWAYS])
        for (const large of [false, true]) {
          await be(page, { size, large })
          const cut = await page.locator('[data-test=hint]').evaluate(cutOff, all)
          complain(
            `${name}-${size.width}${large ? '-large' : ''}`,
            cut.map((text) => `cut off: ${text}`),
          )
        }
      await be(page, {})
      step(name)
    }

    /** What a hint may say: what can be done, and why; the first alone where there is no room for both. */
    function hinted(its) {
      const fill = (text, gaps) => text.replace(/\{(\w+)\}/g, (_, gap) => gaps[gap])
      const keys = (pattern) => Object.keys(its).filter((key) => pattern.test(key))
      const gaps = keys(/^the\./).flatMap((hero) =>
        keys(/^way\./).flatMap((way) =>
          keys(/^hint\.to\./).map((what) => ({ hero: its[hero], way: its[way], what: its[what] })),
        ),
      )
      const doings = keys(/^hint\.(do|they)\./).flatMap((key) =>
        gaps.map((one) => fill(its[key], { ...one, key: ' (→ ×2)', name: 'Maximilian' })),
      )
      const whys = keys(/^hint\.(?!begin|open|close)\w+$/).map((key) => its[key])
      return [
        ...[...new Set(doings)].map((text) => ({ text, doing: true })),
        ...whys.map((text) => ({ text })),
      ]
    }

    function cutOff(line, all) {
      const trials = all.map(({ text, doing = false }) => {
        const trial = line.parentElement.appendChild(line.cloneNode(true))
        for (const icon of trial.querySelectorAll(':scope > svg')) icon.classList.toggle('bulb', !doing)
        const [words, only] = [trial.querySelector('p'), document.createElement(doing ? 'b' : 'span')]
        only.append(text)
        words.classList.remove('brief')
        words.replaceChildren(only)
        return words
      })
      const cut = trials.filter((words) => words.scrollHeight > words.clientHeight)
      const texts = cut.map((words) => words.textContent)
      for (const words of trials) words.parentElement.remove()
      return texts
    }

    function location(its) {
      return new URL(its.url()).hash.slice('#/t/'.length) || 'nowhere'
    }

    function index() {
      const figure = (file) =>
        `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a>${file}</figure>`
      const lines = [
        '<!doctype html><meta charset="utf-8"><title>Screens of Turncoat</title>',
        '<style>body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:12px}',
        'figure{margin:0;display:grid}img{height:420px;border:1px solid}</style>',
        ...readdirSync(out)
          .filter((file) => file.endsWith('.png'))
          .map(figure),
      ]
      writeFileSync(`${out}/index.html`, `${lines.join('\n')}\n`)
    }

    // ---- going there ----

    /** Fills the page's table up to a number of people. */
    async function sit(count) {
      const guests = []
      for (const name of NAMES.slice(page.story.view.presence.seats, count))
        guests.push(await guest(page, server.url, location(page), name))
      await page.story.until((view) => view.presence.seats === count)
      return guests
    }

    async function open(game, count, url = server.url) {
      await openTable(page, url, game)
      return sit(count)
    }

    async function start() {
      await page.click('[data-test=start]')
      await page.click('[data-test=start-anyway]')
    }

    async function unfold(selector) {
      await page
        .locator(selector)
        .first()
        .evaluate((details) => (details.open = true))
    }

    async function table() {
      await page.goto(server.url)
      await look('front')
      await unfold('details')
      await look('front-more')
      await page.click(`button[aria-label="${say('settings.open')}"]`)
      await look('settings')
      await page.keyboard.press('Escape')
      await page.goto(`${server.url}/#/t/zzzzzz`)
      await page.waitForSelector('[data-test=nowhere]')
      await look('unknown-code')

      await open('maze', 1)
      await look('lobby-alone')
      await sit(4)
      await unfold('details')
      await look('lobby')
      await page.click('[data-test=start]')
      await look('lobby-late')
      const ines = await newcomer('Ines')
      await ines.goto(page.url())
      await ines.waitForSelector('[data-test=sit]')
      await look('join', { of: ines })
      await sit(8)
      await ines.fill('[data-test=name]', 'Ines')
      await ines.click('[data-test=sit]')
      await look('lobby-guest-most', { of: ines, most: true })
      await look('lobby-most', { most: true })
      await unfold('.seats details')
      await page.click(`[aria-label="${say('lobby.remove')}: Ines"]`)
      await page.getByRole('button', { name: say('lobby.remove'), exact: true }).click()
      await ines.waitForSelector('[data-test=nowhere]')
      await look('removed', { of: ines })
      await open('traitor', 10)
      await look('lobby-traitor-most', { most: true })
      await page.goto(server.url)
      await page.waitForSelector('[data-test=back]')
      await look('front-back', { most: true })
      await open('maze', 1)
      await page.click('[data-test=fill]')
      await page.story.until((view) => view.presence.seats === 4)
      await page.click('[data-test=start]')
      await ines.goto(page.url())
      await ines.waitForSelector('[data-test=why]')
      await look('join-running', { of: ines })
    }

    async function maze() {
      const team = [Object.assign(page, { way: 'keyboard' }), ...(await open('maze', 4))]
      const guests = team.slice(1)
      await start()
      await page.waitForSelector('[data-test=turn]')
      await look('maze-begin', { sideways: 'whole' })
      await page.click('[data-test=turn]')
      await playOn(team, (view) => view.pile_count < 5)
      await look('maze-play', { sideways: 'whole' })
      await hints('maze-hints')
      await page.click('[data-test=player-2]')
      await look('maze-player')
      await page.keyboard.press('Escape')
      await page.click('[data-test=talk]')
      await look('maze-talk')
      await page.click('[data-test=talk]')
      await page.click('[data-test=help]')
      await look('maze-keys')
      await page.keyboard.press('Escape')
      await guests[0].send({ t: 'stare_at', seat: 1 })
      await guests[1].send({ t: 'place_pawn', seat: 1 })
      await look('maze-pawn', { sideways: 'whole' })
      await page.keyboard.press('p')
      await look('maze-choice', { sideways: 'whole' })
      await page.keyboard.press('Escape')
      await page.click('[data-test=menu]')
      await page.click('[data-test=pause]')
      await look('maze-pause-asked', { most: true })
      for (const one of guests) await one.send({ t: 'ask_pause' })
      await page.waitForSelector('[data-test=pause-cover]')
      await look('maze-pause', { most: true })
      await page.click('[data-test=resume]')
      await page.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
      await playOn(team)
      await page.waitForSelector('[data-test=end]')
      await look('maze-won')

      await page.click('[data-test=lobby]')
      await page.waitForSelector('[data-test=scenario]')
      await page.selectOption('[data-test=scenario]', '9')
      const many = await sit(9)
      await start()
      await page.click('[data-test=turn]')
      await look('maze-play-most', { most: true, sideways: 'whole' })
      const all = [...team, ...many]
      while (!page.story.view.spaces_used) await carryOut(all, nextStep(page.story.view, 0))
      await page.story.until((view) => view.ending, 60000)
      await page.waitForSelector('[data-test=end]')
      await look('maze-lost-most', { most: true })
      await page.goto(`${server.url}/#/solo`)
      await page.waitForSelector('[data-test=start]')
      await look('solo-lobby')
      await page.click('[data-test=build]')
      await look('builder')
      await page.reload()
      await page.click('[data-test=start]')
      await page.click('[data-test=turn]')
      await page.click('[data-test=turn-action]')
      await look('solo-play', { sideways: 'whole' })
    }

    // ---- hidden roles ----

    async function roles() {
      await page.addInitScript(() => {
        // What is shown for a few seconds stays while it is looked at.
        const { setTimeout, WebSocket } = window
        window.setTimeout = (then, ms, ...more) =>
          ms >= 3000 && ms <= 10000 ? 0 : setTimeout.call(window, then, ms, ...more)
        // And what the server tells waits meanwhile: no vote closes, no time is up.
        const waiting = []
        window.still = false
        window.goOn = () => {
          window.still = false
          for (const [socket, data] of waiting.splice(0))
            socket.dispatchEvent(new MessageEvent('message', { data }))
        }
        window.WebSocket = class extends WebSocket {
          constructor(...given) {
            super(...given)
            this.addEventListener('message', (event) => {
              if (!window.still) return
              event.stopImmediatePropagation()
              waiting.push([this, event.data])
            })
          }
        }
      })
      const still = async (name, options) => {
        await page.evaluate(() => (window.still = true))
        await look(name, options)
        await page.evaluate(() => window.goOn())
      }
      const deal = async (settings, whose) => {
        const dealt = await RoleTable.deal(page, server.url, settings)
        await dealt.bring([page], [whose(dealt)])
        return dealt
      }
      await rolesLobby()
      await accusing(deal, still)
      await ghosts(deal)
      await lastOne(deal, still)
      await guessing(deal, still)
    }

    async function rolesLobby() {
      await open('maze', 5)
      await page.click('[data-test=roles]')
      await page.selectOption('[data-test=role-level]', '5')
      await page.locator('[data-test=role-what]', { hasText: say('roles.level.5') }).waitFor()
      await page.click('[data-test=role-list]')
      await look('roles-lobby')
      for (const language of ['en', 'fr', 'nl']) {
        await be(page, { language })
        const kept = await page.textContent('.kept')
        if (!kept.includes(words[language]['kept.relaxed'])) complain('roles-lobby', [`pace: ${kept}`])
      }
    }

    async function accusing(deal, still) {
      const able = (t) => t.on(TRAITOR).length > 0 && t.on(HERO).length > 2
      const table = await deal({ roles: 2, fits: able }, (t) => t.on(HERO)[0])
      await look('roles-deal', { sideways: 'scrolled' })
      await page.focus('[data-test=card]')
      await page.keyboard.press('m')
      await page.waitForSelector('[data-test=card-face]')
      await look('roles-deal-card', { sideways: 'scrolled' })
      await page.keyboard.press('Escape')
      await table.begin()
      await look('roles-play', { sideways: 'whole' })
      await page.keyboard.press('m')
      await page.click('[data-test=home]')
      await look('roles-home', { sideways: 'whole' })
      await page.keyboard.press('Escape')
      await page.keyboard.press('a')
      await page.keyboard.press(String(seatOf(page) === 2 ? 3 : 2))
      await look('roles-aim', { sideways: 'whole' })
      await page.keyboard.press('Escape')

      const own = table.of(page)
      const [accused] = table.on(TRAITOR)
      const [accuser, ...voters] = table.people.filter((one) => one !== own && one !== accused)
      await table.accuse(accuser, accused)
      await voters[0].send({ t: 'cast_vote', vote: 'yes' })
      await page.story.until(({ roles: { ballot } }) => (ballot.yes >> seatOf(voters[0])) & 1)
      await page.waitForSelector('[data-test=ballot]')
      await still('roles-ballot', { sideways: 'whole' })
      await table.all((view) => !opened(view))
      await page.story.until((view) => !opened(view))
      await table.accuse(voters[0], own)
      await page.locator('.band.you').waitFor()
      await still('roles-accused', { most: true, sideways: 'whole' })
      await table.all((view) => !opened(view))
      await page.story.until((view) => !opened(view))
      await table.accuse(own, accused)
      await table.vote([accuser, ...voters])
      await page.waitForSelector('[data-test=flip-yes]')
      await page.waitForSelector('[data-test=scene]')
      await still('roles-eliminated', { sideways: 'whole' })
    }

    async function ghosts(deal) {
      const able = (t) => t.on(TRAITOR).length > 0 && t.on(HERO).length > 2
      const table = await deal({ number: 4, roles: 2, fits: able }, (t) => t.on(TRAITOR)[0])
      await table.begin()
      await (await table.convict(table.of(page))).send({ t: 'choose_flip', flip: false })
      await page.locator('[data-test=haunt]:enabled').waitFor()
      await look('roles-ghost', { sideways: 'whole' })
      const elf = HEROES.indexOf('elf')
      while (table.people[0].story.view.hush.talk !== 'open') if (!(await table.step(elf))) await table.step()
      await page.locator('[data-test=haunt]:disabled').waitFor()
      await look('roles-ghost-shut', { most: true, sideways: 'whole' })
    }

    async function lastOne(deal, still) {
      const able = (t) => t.having('procrastinator').length && t.on(TRAITOR).length > 1
      for (;;) {
        const fits = (t) => t.having('procrastinator').length === 1 && able(t)
        const convicted = (t) => t.on(TRAITOR).find((one) => one !== t.having('procrastinator')[0])
        const last = (t) =>
          t.people.find((one) => !t.having('procrastinator').includes(one) && one !== convicted(t))
        const table = await deal({ players: 3, roles: 5, fits }, last)
        await table.begin()
        await (await table.convict(convicted(table))).send({ t: 'choose_flip', flip: false })
        if (!(await table.playUntil(({ roles: { phase } }) => phase === 'last'))) continue
        await page.waitForSelector('[data-test=last] button')
        return still('roles-last', { sideways: 'whole' })
      }
    }

    async function guessing(deal, still) {
      for (;;) {
        const fits = (t) => t.having(...TRAITORS_FOR_GOOD).length > 1 && t.on(HERO).length > 1
        const table = await deal({ roles: 5, fits }, (t) => t.having(...TRAITORS_FOR_GOOD)[0])
        const [own, second] = table.having(...TRAITORS_FOR_GOOD)
        await table.begin()
        if (!(await table.playUntil(({ roles: { phase } }) => phase === 'guessing'))) continue
        await page.click('[data-test=ask-word]')
        await second.send({ t: 'ask_for_word' })
        const [guess] = own.story.legal().filter(({ t }) => t === 'guess_card')
        if (!guess) continue // no card is face down any more
        await page.selectOption('[data-test=guess-seat]', String(guess.seat))
        await page.selectOption('[data-test=guess-card]', guess.card)
        await still('roles-guessing', { sideways: 'scrolled' })
        for (const one of [own, second]) await one.send({ t: 'pass_word' })
        await page.story.until((view) => view.ending, 90000)
        await page.waitForSelector('[data-test=results]')
        await look('roles-end', { sideways: 'scrolled' })
        await page.click('[data-test=undealt]')
        return look('roles-end-undealt', { most: true, sideways: 'scrolled' })
      }
    }

    async function traitor() {
      const guests = await open('traitor', 4)
      await start()
      await page.waitForSelector('[data-test=traitor]')
      await guests[0].send({ t: 'say_phrase', phrase: 'suspect', seat: 3 })
      await look('traitor-round', { sideways: 'scrolled' })
      await page.focus('[data-test=card]')
      await page.keyboard.down('Enter')
      await look('traitor-card')
      await page.keyboard.up('Enter')
      await page.click('[data-test=phrases]')
      await look('traitor-phrases')
      await page.keyboard.press('Escape')
      await page.click('[data-test=seat-2]')
      await look('traitor-stop')
      await page.keyboard.press('Escape')
      await page.click('[data-test=menu]')
      await look('traitor-menu')
      await page.click('[data-test=pause]')
      await look('traitor-pause-asked')
      for (const one of guests) await one.send({ t: 'ask_pause' })
      await page.waitForSelector('[data-test=pause-cover]')
      await look('traitor-pause')
      await page.click('[data-test=resume]')
      await page.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
      const watcher = await newcomer('Jan')
      await watcher.goto(page.url())
      await watcher.click('[data-test=watch]')
      await watcher.waitForSelector('[data-test=traitor]')
      await look('traitor-watching', { of: watcher })

      // The reveal takes its time unless one likes less motion.
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await guests[0].send({ t: 'stop', seat: 3 })
      await page.waitForSelector('[data-test=skip]')
      await picture(page, 'traitor-reveal-360')
      await page.click('[data-test=skip]')
      await look('traitor-between', { sideways: 'scrolled' })
      while (!page.story.view.ending) {
        await page.click('[data-test=ready]')
        for (const one of guests) await one.send({ t: 'ready' })
        await page.story.until((view) => view.phase === 'round')
        await guests[0].send({ t: 'stop', seat: 3 })
        await page.story.until((view, { told }) => told >= guests[0].story.told)
      }
      await page.waitForSelector('[data-test=end]')
      await look('traitor-end')

      const line = await wire(server.url)
      const many = await open('traitor', 10, line.url)
      await pauseFor(300) // the longest there is: looking takes its time
      await start()
      await page.waitForSelector('[data-test=traitor]')
      await look('traitor-round-most', { most: true, sideways: 'scrolled' })
      await many[0].send({ t: 'stop', seat: 3 })
      await page.waitForSelector('[data-test=ready]')
      await look('traitor-between-most', { most: true, sideways: 'scrolled' })
      // Whoever draws a ring: here it is Ann, whatever is on top of the pile. The server knows nothing of it,
      // so nothing can be played after this.
      for (const drawn of [{ seat: 1, treasure: 'magic_ring' }, { seat: 2 }])
        await tellNext(line, { t: 'treasure_drawn', ...drawn })
      await page.waitForSelector('[data-test=ring]')
      await look('traitor-ring', { sideways: 'scrolled' })
      await page.waitForSelector('[data-test=ring]') // all of that was looked at in the pause
      await line.end()
    }

    /** The host chooses how long the pause between rounds lasts. */
    async function pauseFor(seconds) {
      await unfold('details')
      const label = page.locator('label', { hasText: say('traitor.pause') })
      await label.locator('select').selectOption(String(seconds))
    }

    /** The page is told that this happens next at its table. */
    async function tellNext(line, event) {
      const { told, events } = page.story
      line.tell(JSON.stringify({ n: told + 1, at: events.at(-1).at, ...event }))
      await page.story.until((_, story) => story.told > told)
    }
  },
  '--set',
  'messages_per_s=1000',
)
