import { useSearchParams } from 'react-router'
import type { AmountMode, BoardSort } from './board-model.ts'

export type Pankou = 'A' | 'B' | 'C' | 'D'

/** What the board shows; all of it lives in the address. */
export type BoardFilters = {
  readonly gameType: string
  /** Code of the play group; null: the game's first. */
  readonly group: string | null
  /** First play of the section shown, where a page shows one at a time. */
  readonly section: string | null
  readonly mode: AmountMode
  readonly pankou: Pankou | null
  readonly sort: BoardSort | null
  /** A path below whose orders alone are shown; null: everything below the signed-in one. */
  readonly under: { readonly agentPathsId: number; readonly name: string } | null
}

/** "12:agent001", as the address holds a path with its name. */
const readUnder = (text: string | null): BoardFilters['under'] => {
  const parts = /^([1-9]\d{0,9}):([\w-]{1,32})$/.exec(text ?? '')
  return parts?.[1] && parts[2] ? { agentPathsId: Number(parts[1]), name: parts[2] } : null
}

const oneOf = <V extends string>(text: string | null, values: readonly V[]): V | null =>
  values.find((value) => value === text) ?? null

export const readFilters = (search: URLSearchParams): BoardFilters => ({
  gameType: oneOf(search.get('game'), ['6HC', 'PK', '5M', 'PC']) ?? '6HC',
  group: search.get('group'),
  section: search.get('section'),
  mode: oneOf(search.get('amount'), ['total', 'held', 'net']) ?? 'net',
  pankou: oneOf(search.get('pankou'), ['A', 'B', 'C', 'D']),
  sort: oneOf(search.get('sort'), ['item', 'amount', 'result']),
  under: readUnder(search.get('under')),
})

export type SetFilter = (
  name: 'game' | 'group' | 'section' | 'amount' | 'pankou' | 'sort' | 'under',
  value: string | null,
) => void

export const useBoardFilters = (): { readonly filters: BoardFilters; readonly setFilter: SetFilter } => {
  const [search, setSearch] = useSearchParams()
  const setFilter: SetFilter = (name, value) =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held)
        if (value === null) next.delete(name)
        else next.set(name, value)
        // Pages differ from game to game, sections from page to page.
        if (name === 'game') next.delete('group')
        if (name === 'game' || name === 'group') next.delete('section')
        return next
      },
      { replace: true },
    )
  return { filters: readFilters(search), setFilter }
}
