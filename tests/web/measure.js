// Runs in the page (checks.mjs puts it there): checks that everything on the screen is visible, large enough
// for a finger, and not covered. `measure()` returns a list of complaints.
{
  const TARGET = 44
  const style = (one) => getComputedStyle(one)

  function named(one) {
    const test = one.closest('[data-test]')?.dataset.test
    const kind = test ? `[${test}]` : `.${one.getAttribute('class')?.split(' ')[0] ?? ''}`
    const text = one.getAttribute('aria-label') || one.textContent || one.value || ''
    return `${one.localName}${kind} “${text.trim().slice(0, 40)}”`
  }

  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, [inert], svg')

  /** What has the stage: an open dialog, a cover, one's own card for a moment, or all. */
  const scene = () =>
    document.querySelector('dialog[open], [aria-modal=true], [data-test=card-face]') ?? document.body

  /** What can be pressed. Of a box to tick it is the label. */
  function controls() {
    const all = [...scene().querySelectorAll('a[href], button, input, select, textarea, summary')]
    const label = (one) => (/^(checkbox|radio)$/.test(one.type) ? (one.closest('label') ?? one) : one)
    return all.filter(shown).map((one) => ({ one: label(one), box: label(one).getBoundingClientRect() }))
  }

  /** Every text, with the box that it takes and the element it stands in. */
  function texts() {
    const walk = document.createTreeWalker(scene(), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found = []
    while (walk.nextNode()) {
      const one = walk.currentNode.parentElement
      if (!walk.currentNode.data.trim() || !shown(one) || one.closest('.notices, option, textarea')) continue
      range.selectNodeContents(walk.currentNode)
      found.push({ one, box: range.getBoundingClientRect() })
    }
    return found
  }

  function up(from, so) {
    for (let at = from; at && at !== document.body; at = at.parentElement) if (so(at)) return at
    return null
  }

  /** Two things can meet only if they lie on the same layer and scroll in the same box. */
  const layer = (one) => up(one, (at) => /fixed|sticky/.test(style(at).position))
  const scroller = (one) => up(one.parentElement, (at) => /auto|scroll/.test(style(at).overflow))
  const meet = (one, other) => layer(one) === layer(other) && scroller(one) === scroller(other)

  function shared(a, b) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return wide > 2 && high > 3 ? `${Math.round(wide)}×${Math.round(high)}` : ''
  }

  function sideways() {
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [`the page scrolls sideways: ${scrollWidth} > ${innerWidth}`] : []
  }

  const inText = (one) => one.localName === 'a' && style(one).display === 'inline'
  const tooSmall = (all) =>
    all
      .filter(({ one, box }) => !inText(one) && Math.min(box.width, box.height) < TARGET - 0.5)
      .map(({ one, box }) => `${named(one)} is too small for a finger: ${box.width | 0}×${box.height | 0}`)

  function overlapping(all) {
    return all.flatMap((a, i) =>
      all.slice(i + 1).flatMap((b) => {
        const both = shared(a.box, b.box)
        if (!both || a.one.contains(b.one) || b.one.contains(a.one) || !meet(a.one, b.one)) return []
        return [`${named(a.one)} and ${named(b.one)} overlap by ${both}`]
      }),
    )
  }

  /** Does the text lie on top, on a ground of its own? Then it is not muddled with what is below. */
  function onCard(text, control) {
    let ground = false
    const card = up(text, (at) => {
      if (at.contains(control)) return true
      ground ||= !/, 0(\.\d+)?\)$/.test(style(at).backgroundColor)
      return /absolute|fixed/.test(style(at).position)
    })
    return card && !card.contains(control) && ground
  }

  function muddled(all) {
    return texts().flatMap((text) =>
      all
        .filter(({ one, box }) => shared(text.box, box) && !one.contains(text.one) && !text.one.contains(one))
        .filter(({ one }) => meet(one, text.one) && !onCard(text.one, one))
        .map(({ one }) => `the words of ${named(text.one)} lie over ${named(one)}`),
    )
  }

  /** Words that what holds them cuts off. */
  function cutOff() {
    return texts().flatMap(({ one, box }) => {
      const by = up(one, (at) => {
        const its = at.getBoundingClientRect()
        const cuts = /hidden|clip/.test(style(at).overflow) && its.width > 1
        return cuts && (box.right > its.right + 2 || box.left < its.left - 2 || box.bottom > its.bottom + 4)
      })
      const inside = one.clientWidth && style(one).display !== 'inline' && box.width > one.clientWidth + 2
      if (!by && !inside) return []
      const scrolls = scroller(one) && !scroller(one).contains(by ?? one)
      return scrolls ? [] : [`the words of ${named(one)} are cut off`]
    })
  }

  /** What takes more room than its place has, and so lies over its neighbour. */
  function spilling() {
    const panels = [...scene().querySelectorAll('main, main > *, .board, footer, header, aside, section')]
    return panels.filter(shown).flatMap((one) => {
      const place = one.parentElement
      const [box, its] = [one.getBoundingClientRect(), place.getBoundingClientRect()]
      if (!/static|relative/.test(style(one).position) || !/visible/.test(style(place).overflow)) return []
      const over = Math.max(box.bottom - its.bottom, box.right - its.right)
      return over > 4 ? [`${named(one)} spills out of its place by ${Math.round(over)}`] : []
    })
  }

  /** Each control in turn is brought into view: is it what a finger there would touch? */
  function hidden(all) {
    return all.flatMap(({ one }) => {
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      // Nobody can scroll what only hides.
      const cut = up(one, (at) => /hidden|clip/.test(style(at).overflow) && (at.scrollTop || at.scrollLeft))
      cut?.scrollTo(0, 0)
      const box = one.getBoundingClientRect()
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (cut && box.bottom > cut.getBoundingClientRect().bottom + 2)
        return [`${named(one)} is cut off by ${cut.localName}.${cut.className.split(' ')[0]}`]
      if (!hit) return [`${named(one)} cannot be brought into view`]
      // A notice may lie over something for a moment, and can be sent away.
      if (one.contains(hit) || hit.contains(one) || hit.closest('.notices')) return []
      return [`${named(one)} is hidden behind ${named(hit)}`]
    })
  }

  globalThis.measure = () => {
    scrollTo(0, 0)
    const all = controls()
    const [crowded, words] = [overlapping(all), [...muddled(all), ...cutOff()]]
    const complaints = [sideways(), tooSmall(all), crowded, words, spilling(), hidden(all)]
    scrollTo(0, 0)
    return [...new Set(complaints.flat())]
  }
}
