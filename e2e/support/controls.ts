import type { Page } from '@playwright/test'

type Found = {
  readonly borders: readonly string[]
  readonly labels: readonly string[]
  readonly totals: readonly string[]
}

/** Runs in the page: fields whose border, labels whose distance and sums whose colour is not as it should be. */
const measure = (): Found => {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const LEAST_BORDER = 3
  const LEAST_TEXT = 4.5
  const LABEL_PX = 4
  const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const known = new Map<string, Colour>()
  /** Whatever notation the browser gives a colour in. */
  const colourOf = (text: string): Colour => {
    const found = known.get(text)
    if (found || !paper) return found ?? [0, 0, 0, 0]
    paper.clearRect(0, 0, 1, 1)
    paper.fillStyle = text
    paper.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = paper.getImageData(0, 0, 1, 1).data
    const colour = [red, green, blue, alpha / 255] as const
    known.set(text, colour)
    return colour
  }
  const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
    r * a + x * (1 - a),
    g * a + y * (1 - a),
    b * a + z * (1 - a),
    1,
  ]
  /** What is behind an element's content; `own`: with its own background. */
  const groundOf = (element: Element, own: boolean): Colour => {
    const layers: Colour[] = []
    for (let one: Element | null = own ? element : element.parentElement; one; one = one.parentElement) {
      const layer = colourOf(getComputedStyle(one).backgroundColor)
      if (layer[3] > 0) layers.push(layer)
      if (layer[3] === 1) break
    }
    return layers.reduceRight<Colour>((below, layer) => over(layer, below), [255, 255, 255, 1])
  }
  const luminance = ([red, green, blue]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: Colour, other: Colour): number => {
    const [a, b] = [luminance(one), luminance(other)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
  const rounded = (value: number): number => Math.round(value * 100) / 100
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0
  const hasBorder = (element: Element): boolean => {
    const { borderBottomWidth, borderBottomStyle } = getComputedStyle(element)
    return borderBottomStyle !== 'none' && borderBottomWidth !== '0px'
  }
  /** What is seen as the field: the field of the kit is a bare input in a box with a border. */
  const boxOf = (field: Element): Element | null => {
    let box: Element | null = field
    for (let steps = 0; box && steps < 4; steps += 1) {
      if (hasBorder(box)) return box
      box = box.parentElement
    }
    return null
  }
  const name = (element: Element): string =>
    `${element.id || (element.getAttribute('aria-label') ?? element.getAttribute('name') ?? '')} ${element.outerHTML.slice(0, 90)}`

  const PLAIN = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), select, textarea'
  const fields = [...document.querySelectorAll(PLAIN)].filter((one) => isShown(one) && !one.matches(':disabled'))
  const borders = fields.flatMap((field) => {
    const box = boxOf(field)
    if (box === null) return [`no border: ${name(field)}`]
    const ground = groundOf(box, false)
    const border = over(colourOf(getComputedStyle(box).borderBottomColor), ground)
    const ratio = contrast(border, ground)
    return ratio >= LEAST_BORDER ? [] : [`${rounded(ratio)}: ${name(field)}`]
  })
  const labels = [...document.querySelectorAll('label')].filter(isShown).flatMap((label) => {
    const field = label.control
    if (!field?.matches(PLAIN) || !isShown(field) || label.contains(field)) return []
    const [above, below] = [label.getBoundingClientRect(), (boxOf(field) ?? field).getBoundingClientRect()]
    // A label beside its field has no distance above it.
    if (above.bottom > below.top + 1 || above.left >= below.right) return []
    const gap = below.top - above.bottom
    return Math.abs(gap - LABEL_PX) <= 0.5 ? [] : [`${rounded(gap)} px: ${label.textContent}`]
  })
  const totals = [...document.querySelectorAll('[data-kind=total] :is(th, td), [data-kind=total] :is(th, td) *')]
    .filter(
      (one) =>
        isShown(one) && [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
    )
    .flatMap((one) => {
      const ground = groundOf(one, true)
      const ratio = contrast(over(colourOf(getComputedStyle(one).color), ground), ground)
      return ratio >= LEAST_TEXT ? [] : [`${rounded(ratio)}: ${one.textContent}`]
    })
  return { borders, labels, totals }
}

/** The fields whose border has less than 3:1 to what is around it. */
export const faintBorders = async (page: Page): Promise<readonly string[]> => (await page.evaluate(measure)).borders

/** The labels above a field that are not four pixels above it. */
export const looseLabels = async (page: Page): Promise<readonly string[]> => (await page.evaluate(measure)).labels

/** The texts of a row of sums with less than 4.5:1 to their ground. */
export const faintTotals = async (page: Page): Promise<readonly string[]> => (await page.evaluate(measure)).totals
