// What must not happen by a slip of the finger: it is done by holding for half a second, or, with a
// keyboard or a screen reader, by pressing twice.
export const HOLD_MS = 500
const ARMED_MS = 4000

export class Hold<What extends string> {
  /** What is being held down. */
  held = $state<What | ''>('')
  /** What was pressed briefly: pressed again, it is done. */
  armed = $state<What | ''>('')
  #act: (what: What) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #disarming: ReturnType<typeof setTimeout> | undefined
  #done = false

  constructor(act: (what: What) => void) {
    this.#act = act
  }

  press(what: What): void {
    if (this.held) return
    this.held = what
    this.#done = false
    this.#timer = setTimeout(() => {
      this.#done = true
      this.drop()
      this.#act(what)
    }, HOLD_MS)
  }

  /** Let go before its time. */
  release(): void {
    clearTimeout(this.#timer)
    this.held = ''
  }

  /** A click: the end of holding it, or a press that was too short, or a key (`typed`). */
  click(what: What, typed: boolean): void {
    this.release()
    if (this.#done && !typed) this.#done = false
    else if (this.armed === what) {
      this.drop()
      this.#act(what)
    } else {
      this.armed = what
      clearTimeout(this.#disarming)
      this.#disarming = setTimeout(() => (this.armed = ''), ARMED_MS)
    }
  }

  /** Nothing is held, and nothing is asked. */
  drop(): void {
    this.release()
    this.armed = ''
    clearTimeout(this.#disarming)
  }
}
