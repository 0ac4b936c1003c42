import type { toursText } from '../../text/zh-CN/app/tours.ts'
import type { TourId } from './tour-choice.ts'

export type StepName = keyof (typeof toursText)['steps']

export type Step = {
  readonly name: StepName
  /** What it points at; without it on the screen the step is left out. */
  readonly at: string
}

/** The first of several is the desk's, the last the phone's. */
const ROWS = 'main .data-scroll, main .list-cards'

export const TOURS: Readonly<Record<TourId, readonly Step[]>> = {
  board: [
    { name: 'period', at: '[data-part=period-strip]' },
    { name: 'groups', at: '[data-part=group-tabs]' },
    { name: 'grid', at: '[data-part=board-grid]' },
    { name: 'side', at: '[data-part=board-side]' },
    { name: 'totals', at: '[data-part=board-totals]' },
  ],
  delivery: [
    { name: 'reports', at: 'main nav.tabs' },
    { name: 'sums', at: '[data-part=delivery-sums]' },
    { name: 'rows', at: ROWS },
    { name: 'tools', at: '[data-part=report-tools]' },
  ],
  accounts: [
    { name: 'levels', at: 'main nav.tabs' },
    { name: 'search', at: 'main .list-bar .search-box' },
    { name: 'accounts', at: ROWS },
    { name: 'create', at: 'main .list-bar .plain-button[aria-haspopup=menu]' },
  ],
  operator: [
    { name: 'needs', at: '[data-card=needs]' },
    { name: 'games', at: '[data-card=games]' },
    { name: 'merchants', at: '[data-card=merchants]' },
    { name: 'health', at: '[data-card=health]' },
  ],
}
