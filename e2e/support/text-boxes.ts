import type { Page } from '@playwright/test'

/**
 * Runs in the page. Finds every text that is not fully legible: cut off by a box that does not scroll (unless it
 * ends in an ellipsis and has the text as its title), squeezed to a character a line, outside the window, or overlapping
 * another text; and a page that scrolls below its end. `windowWidth` is the test's own: a phone shows a page that is too
 * wide smaller, and then says that its window is as wide.
 */
const findFaults = (windowWidth: number): string[] => {
  type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  type Line = { readonly text: string; readonly element: Element; readonly box: Box; readonly layer: Element | null }

  /** Tolerance for rounding, half a pixel on either side. */
  const SLACK = 1
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const parents = (element: Element): Element[] => {
    const found: Element[] = []
    for (let one: Element | null = element; one && one !== document.documentElement; one = one.parentElement)
      found.push(one)
    return found
  }
  const name = (element: Element): string => {
    const marked = parents(element)
      .slice(0, 3)
      .map((one) => one.getAttribute('class') ?? one.tagName.toLowerCase())
    return marked.reverse().join(' > ')
  }
  const isHidden = (chain: readonly Element[]): boolean =>
    chain.some((one) => {
      const style = styleOf(one)
      return (
        style.visibility === 'hidden' || style.opacity === '0' || style.clipPath !== 'none' || style.clip !== 'auto'
      )
    })
  /** Elements on a layer above others: they cover content on purpose. */
  const layerOf = (chain: readonly Element[]): Element | null =>
    chain.find((one) => ['sticky', 'fixed'].includes(styleOf(one).position)) ?? null
  const isTold = (chain: readonly Element[]): boolean =>
    chain.some((one) => styleOf(one).textOverflow === 'ellipsis') && chain.some((one) => one.hasAttribute('title'))
  const cuts = (way: string): boolean => way === 'hidden' || way === 'clip'

  const faults = new Set<string>()
  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || ['SCRIPT', 'STYLE', 'OPTION', 'NOSCRIPT', 'TITLE'].includes(element.tagName))
      continue
    // Closed parts of the page have boxes but are not visible; cells far below are laid out when they come near.
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
    const chain = parents(element)
    if (isHidden(chain)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    // The notice line moves through its frame on purpose, and the skip link is outside the window until focused.
    if (element.closest('[data-part="notice-text"], [data-part="skip"], .toasts')) continue
    const size = Number.parseInt(styleOf(element).fontSize, 10)
    const rects = [...range.getClientRects()].filter(({ width }) => width >= 1)
    if (rects.length >= 3 && rects.every(({ width }) => width < size * 1.5))
      faults.add(`squeezed: "${text}" in ${name(element)}`)
    for (const { left, right, top, bottom } of rects) {
      // Uses the height of the glyphs: a line box is taller and may overlap its neighbour.
      const middle = (top + bottom) / 2
      let box: Box = { left, right, top: middle - size * 0.42, bottom: middle + size * 0.42 }
      let visible = true
      for (const one of chain) {
        // The body of a page behind a dialog ends at the window on purpose.
        if (one === document.body) continue
        const style = styleOf(one)
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        if (style.display === 'inline' || style.display === 'contents') continue
        const frame = one.getBoundingClientRect()
        const outX = box.left < frame.left - SLACK || box.right > frame.right + SLACK
        const outY = box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK
        if (((outX && cuts(style.overflowX)) || (outY && cuts(style.overflowY))) && !isTold(chain))
          faults.add(`cut off: "${text}" in ${name(one)}`)
        box = {
          left: Math.max(box.left, frame.left),
          right: Math.min(box.right, frame.right),
          top: Math.max(box.top, frame.top),
          bottom: Math.min(box.bottom, frame.bottom),
        }
        visible &&= box.right - box.left > SLACK && box.bottom - box.top > SLACK
        if (!visible) break
      }
      if (!visible) continue
      if (box.right > windowWidth + SLACK || box.left < -SLACK)
        faults.add(`out of the window: "${text}" in ${name(element)}`)
      lines.push({ text, element, box, layer: layerOf(chain) })
    }
  }
  lines.sort((a, b) => a.box.top - b.box.top)
  for (const [at, one] of lines.entries())
    for (let next = at + 1; next < lines.length; next += 1) {
      const other = lines[next] as Line
      if (other.box.top >= one.box.bottom - SLACK) break
      if (one.layer !== other.layer || one.element === other.element) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top
      if (across > SLACK && down > SLACK)
        faults.add(`over each other: "${one.text}" (${name(one.element)}) and "${other.text}" (${name(other.element)})`)
    }
  const wide = document.documentElement.scrollWidth
  if (wide > windowWidth + SLACK) faults.add(`the page is ${wide} wide in a window of ${windowWidth}`)
  // What is hidden in a box that scrolls by itself can still make the page scroll, down to where nothing is.
  const endOf = (element: Element): number => {
    const { bottom } = element.getBoundingClientRect()
    if (element !== document.body && styleOf(element).overflowY !== 'visible') return bottom
    const inFlow = [...element.children].filter((one) => !['absolute', 'fixed'].includes(styleOf(one).position))
    return Math.max(bottom, ...inFlow.map(endOf))
  }
  const long = document.documentElement.scrollHeight
  const end = Math.max(window.innerHeight, endOf(document.body) + window.scrollY)
  if (long > end + SLACK) faults.add(`the page scrolls to ${long} and ends at ${Math.round(end)}`)
  return [...faults]
}

/** The texts of the page that are not fully legible. */
export const unreadable = (page: Page): Promise<string[]> => {
  const size = page.viewportSize()
  if (size === null) throw new Error('the page has no window of its own size')
  return page.evaluate(findFaults, size.width)
}
