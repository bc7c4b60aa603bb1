// Screenshots of the screens at three sizes, for people to look at.
//
//   node tests/web/screens.mjs TURNCOAT WEB-FOLDER OUTPUT-FOLDER
import { mkdirSync } from 'node:fs'
import { launch, serve, visitor } from './browser.mjs'

const [turncoat, web, out] = process.argv.slice(2)
const SIZES = [
  [360, 640],
  [768, 1024],
  [1440, 900],
]
mkdirSync(out, { recursive: true })

const server = await serve(turncoat, web)
const browser = await launch()
try {
  const page = await visitor(browser)
  const shoot = async (name, fullPage = false) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage })
    }
  }
  await page.goto(server.url)
  await page.fill('[data-test=name]', 'Ann')
  await shoot('front', true)
  await page.click('[data-test=open]')
  await page.waitForSelector('[data-test=start]')
  for (let i = 0; i < 3; i++) await page.click('[data-test=add-bot]')
  await shoot('lobby', true)
  await page.click('[data-test=start]')
  await page.waitForSelector('[data-test=turn]')
  await shoot('maze-begin')
  await page.click('[data-test=turn]')
  await page.waitForTimeout(15000)
  await shoot('maze-play')
  await page.goto(server.url)
  await page.click('[data-test=bots-traitor]')
  await page.waitForSelector('[data-test=traitor]').catch(() => undefined)
  await page.waitForTimeout(4000)
  await shoot('traitor')
  console.log(page.wrong.length ? page.wrong.join('\n') : 'no errors in the page')
} finally {
  await browser.close()
  await server.end()
}
