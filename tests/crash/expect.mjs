// Expectations for tests of the server from outside: every failure is printed, and counted.
let failures = 0

export const failed = () => failures
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export function expect(what, true_) {
  if (true_) return
  console.error(`FAILED: ${what}`)
  failures++
}

export async function until(what, test) {
  for (let i = 0; i < 1500; i++) {
    if (await test()) return
    await pause(10)
  }
  expect(what, false)
}
