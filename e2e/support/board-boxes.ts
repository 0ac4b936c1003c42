import type { Page } from '@playwright/test'

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Where the parts of a board are, px. */
export type BoardBoxes = {
  readonly window: { readonly width: number; readonly height: number }
  readonly cells: readonly Box[]
  /** The left edges of the columns of each section: item, stake, result. */
  readonly columns: readonly (readonly number[])[]
  readonly groups: readonly Box[]
  readonly totals: Box | null
  readonly side: (Box & { readonly scrolls: boolean }) | null
  readonly pageScrolls: boolean
  readonly rowsScroll: boolean
}

/** Runs in the page. */
const measure = (): BoardBoxes => {
  const boxOf = (element: Element): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  const find = (part: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-part="${part}"]`)
  const scrolls = (element: Element | null): boolean =>
    element !== null && element.scrollHeight > element.clientHeight + 1
  const totals = find('board-totals')
  const side = find('board-side')
  const offset = (cell: Element, part: string): number => {
    const own = cell.querySelector(`[data-part="${part}"]`)?.getBoundingClientRect().right ?? 0
    return Math.round((own - cell.getBoundingClientRect().left) * 10) / 10
  }
  return {
    window: { width: window.innerWidth, height: window.innerHeight },
    cells: [...document.querySelectorAll('[data-part="board-grid"] [data-key]')].map(boxOf),
    columns: [...document.querySelectorAll('[data-part="board-grid"]')].map((grid) =>
      [...grid.children].flatMap((cell) => [offset(cell, 'stake'), offset(cell, 'result')]),
    ),
    groups: [...document.querySelectorAll('[data-part="group-tabs"] label')].map(boxOf),
    totals: totals && boxOf(totals),
    side: side && { ...boxOf(side), scrolls: scrolls(side) },
    pageScrolls: scrolls(document.documentElement) || scrolls(document.querySelector('main')),
    rowsScroll: scrolls(find('board-rows')),
  }
}

export const boardBoxes = (page: Page): Promise<BoardBoxes> => page.evaluate(measure)
