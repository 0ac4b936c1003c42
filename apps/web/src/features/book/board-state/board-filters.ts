import type { Pankou } from '@strata/domain/pankou'
import { ROLE, type Role } from '@strata/domain/tree'
import { useAddress } from '../../../components/data-table/use-address.ts'
import type { AmountMode, BoardSort } from './board-model.ts'

/** What the board shows; all of it is in the address. */
export type BoardFilters = {
  readonly gameType: string
  /** Code of the play group; null: the game's first. */
  readonly group: string | null
  /** First play of the shown section, on pages that show one section at a time. */
  readonly section: string | null
  readonly mode: AmountMode
  readonly pankou: Pankou | null
  readonly sort: BoardSort | null
  /** A path below: only its orders are shown; null: everything below the signed-in path. */
  readonly under: Under | null
  /** For combinations: the numbers that each shown one must contain. */
  readonly parts: readonly string[]
  /** For combinations: how many are shown. */
  readonly top: number
  /** Whether the running list of orders is open. */
  readonly roll: boolean
  /** Which outcomes the panel beside the board shows. */
  readonly outlook: OutlookView
}

/** One deciding draw, or the whole period. */
export type OutlookView = 'deciding' | 'period'

export type Under = {
  readonly agentPathsId: number
  readonly name: string
  /** 10001 and 10002 are bettors, which have no board of their own; null: unknown. */
  readonly role: Role | null
  /** Its own whole board with its own settings, instead of its orders on the viewer's board. */
  readonly seat: boolean
}

export const FEW = 100
export const MANY = 500

/** "12:agent001:3": how the address stores a path with its name and role. */
const readUnder = (text: string | null, view: string | null): Under | null => {
  const parts = /^([1-9]\d{0,9}):([\w-]{1,32})(?::(\d{1,5}))?$/.exec(text ?? '')
  if (!parts?.[1] || !parts[2]) return null
  const role = Object.values(ROLE).find((one) => String(one) === parts[3]) ?? null
  return { agentPathsId: Number(parts[1]), name: parts[2], role, seat: view === 'seat' && isNode(role) }
}

export const isNode = (role: Role | null): boolean => role !== null && role <= ROLE.agent

const readParts = (text: string | null): readonly string[] =>
  (text ?? '').split(',').filter((part) => /^[0-9A-Z_:-]{1,16}$/.test(part))

const oneOf = <V extends string>(text: string | null, values: readonly V[]): V | null =>
  values.find((value) => value === text) ?? null

export const readFilters = (search: URLSearchParams): BoardFilters => ({
  gameType: oneOf(search.get('game'), ['6HC', 'PK', '5M', 'PC']) ?? '6HC',
  group: search.get('group'),
  section: search.get('section'),
  mode: oneOf(search.get('amount'), ['total', 'held', 'net']) ?? 'net',
  pankou: oneOf(search.get('pankou'), ['A', 'B', 'C', 'D']),
  sort: oneOf(search.get('sort'), ['item', 'amount', 'result', 'count']),
  under: readUnder(search.get('under'), search.get('view')),
  parts: readParts(search.get('parts')),
  top: search.get('top') === String(MANY) ? MANY : FEW,
  roll: search.get('roll') === '1',
  outlook: search.get('outlook') === 'period' ? 'period' : 'deciding',
})

export type SetFilter = (
  name:
    | 'game'
    | 'group'
    | 'section'
    | 'amount'
    | 'pankou'
    | 'sort'
    | 'under'
    | 'view'
    | 'parts'
    | 'top'
    | 'roll'
    | 'outlook',
  value: string | null,
) => void

export const useBoardFilters = (): { readonly filters: BoardFilters; readonly setFilter: SetFilter } => {
  const { search, go } = useAddress()
  const setFilter: SetFilter = (name, value) =>
    // How a board is looked at is no step: back leaves the board.
    go(
      (held) => {
        const next = new URLSearchParams(held)
        if (value === null) next.delete(name)
        else next.set(name, value)
        // Pages depend on the game, and sections on the page.
        if (name === 'game') next.delete('group')
        if (name === 'game' || name === 'group') next.delete('section')
        // The numbers of combinations depend on them too.
        if (name === 'game' || name === 'group' || name === 'section') next.delete('parts')
        if (name === 'under') next.delete('view')
        return next
      },
      { replace: true },
    )
  return { filters: readFilters(search), setFilter }
}
