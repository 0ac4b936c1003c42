const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]'
/** What a page is opened for: the board's cells, a list's rows, else the figures of a report. */
const FIRST_FIGURES = ['[data-key] [tabindex="0"]', 'tbody [tabindex="0"]', 'tbody', '[data-part=delivery-sums]']
/** In the order in which F6 walks them. What is opened over the page holds the focus by itself. */
const REGIONS = ['aside nav', 'header', '#content']
const OVER_PAGE = 'dialog[open], .ant-modal-wrap:not([style*="none"]), .ant-drawer-open'

const canHold = (one: HTMLElement): boolean => one.tabIndex >= 0 && one.checkVisibility()

const firstStop = (part: Element): HTMLElement | null =>
  [...part.querySelectorAll<HTMLElement>(STOPS)].find(canHold) ?? null

/** The first row, cell or figure of the page; null where it has none. */
export const firstFigure = (): HTMLElement | null => {
  const main = document.querySelector('#content')
  for (const selector of FIRST_FIGURES)
    for (const part of main?.querySelectorAll<HTMLElement>(selector) ?? []) {
      const stop = part.matches('[tabindex="0"]') && canHold(part) ? part : firstStop(part)
      if (stop !== null) return stop
    }
  return null
}

type Region = { readonly box: Element; readonly stop: HTMLElement }

const regions = (): Region[] => {
  const figure = firstFigure()
  const parts = REGIONS.flatMap((selector) => {
    const box = document.querySelector(selector)
    const stop = box === null ? null : firstStop(box)
    // A page that begins with its rows has them once.
    return box === null || stop === null || stop === figure ? [] : [{ box, stop }]
  })
  const table = figure?.closest('table, [data-board], section')
  return figure === null ? parts : [...parts, { box: table ?? figure, stop: figure }]
}

/** Moves the focus to the first control of the next or previous part of the page: menu, head, page, figures. */
export const moveToRegion = (step: 1 | -1): void => {
  if (document.querySelector(OVER_PAGE) !== null) return
  const all = regions()
  const at = all.findLastIndex(({ box }) => box.contains(document.activeElement))
  const from = at < 0 && step === -1 ? 0 : at
  all[(from + step + all.length) % all.length]?.stop.focus()
}
