// Takes the picture that README begins with: four people in the mall, some way into a game. Not a test;
// `make picture` calls it when the page looks different.
//
//   node tests/web/picture.mjs TURNCOAT WEB-FOLDER OUTPUT-FOLDER      writes OUTPUT-FOLDER/play.png
import { stage } from './browser.mjs'
import { guest, openTable, playOn } from './people.mjs'

const SAID = ['Ready when you are.', 'Who can go west?', 'Me! Watch the sand.']

await stage(async ({ server, person, out }) => {
  const page = await person('Ann', { viewport: { width: 1120, height: 700 }, reducedMotion: 'reduce' })
  const code = await openTable(page, server.url)
  const others = []
  for (const name of ['Ben', 'Cleo', 'Zoë']) others.push(await guest(page, server.url, code, name))
  for (const [i, text] of SAID.entries()) await others[i].send({ t: 'say', text })
  await page.click('[data-test=start]')
  await page.click('[data-test=start-anyway]')
  await page.click('[data-test=turn]')
  await playOn([Object.assign(page, { way: 'keyboard' }), ...others], (view) => view.pile_count < 4)
  await page.keyboard.press('0')
  await page.waitForTimeout(1000)
  await page.screenshot({ path: `${out}/play.png`, animations: 'disabled' })
})
