import * as oddsCalls from '@strata/contract/calls/admin-odds'
import { PERMISSION } from '@strata/contract/permissions'
import { type Game, gameByCode, groupsOfGame } from '@strata/domain/games/catalogue'
import { formatRate } from '@strata/domain/money'
import { PANKOU } from '@strata/domain/pankou'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { type Address, useAddress } from '../../components/data-table/use-address.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import {
  BASE_COLUMNS,
  type CellText,
  type ColumnId,
  changesOf,
  type Edits,
  edgesAhead,
  NO_EDITS,
  passes,
  pricedGroups,
  type SheetRow,
  type ShowOnly,
  sheetOf,
  withTexts,
} from './odds-model.ts'
import type { SheetMode } from './odds-row.tsx'
import { textsAhead } from './odds-texts.ts'
import type { Selection } from './use-odds-grid.ts'

const DEFAULT_GAME = '6HC'
/** All groups under each other. */
export const ALL_GROUPS = 'all'
const NO_ROWS: readonly SheetRow[] = []
const COLUMNS: Readonly<Record<SheetMode, readonly ColumnId[]>> = { base: BASE_COLUMNS, offset: ['offset'] }

export type Matrix = Answer<'admin.oddsMatrix'>

export type View = {
  readonly game: Game
  readonly mode: SheetMode
  readonly merchantId: number | null
  readonly group: string
  readonly play: string
  readonly find: string
  readonly only: ShowOnly
}

/** What the address says is shown. */
const useView = () => {
  const { search, change } = useAddress()
  const game = gameByCode(search.get('game') ?? '') ?? (gameByCode(DEFAULT_GAME) as Game)
  const merchant = Number(search.get('merchant') ?? '')
  const view: View = {
    game,
    mode: search.get('mode') === 'offset' ? 'offset' : 'base',
    merchantId: Number.isInteger(merchant) && merchant > 0 ? merchant : null,
    group: search.get('group') ?? groupsOfGame(game.id)[0]?.code ?? ALL_GROUPS,
    play: search.get('play') ?? '',
    find: search.get('q') ?? '',
    only: (search.get('only') as ShowOnly | null) ?? 'all',
  }
  return { view, change }
}

type Held = {
  readonly edits: Edits
  /** What the first of them was typed over. A later reading may hold what somebody else saved, which must not pass for it. */
  readonly base: Matrix | undefined
}

/** Edits by game, mode and merchant: looking at another page of the matrix loses nothing. */
const useEdits = (scope: string, matrix: Matrix | undefined) => {
  const [all, setAll] = useState<ReadonlyMap<string, Held>>(new Map())
  const held = all.get(scope)
  /** `base`: what all edits are over from now on. */
  const setEdits = (next: (old: Edits) => Edits, base?: Matrix): void =>
    setAll((old) => {
      const before = old.get(scope)
      const edits = next(before?.edits ?? NO_EDITS)
      const others = [...old].filter(([key]) => key !== scope)
      return new Map(edits.size === 0 ? others : [...others, [scope, { edits, base: base ?? before?.base ?? matrix }]])
    })
  return { edits: held?.edits ?? NO_EDITS, base: held?.base ?? matrix, setEdits, isUnsaved: all.size > 0 }
}

const inView = (rows: readonly SheetRow[], view: Pick<View, 'game' | 'group' | 'play'>): readonly SheetRow[] => {
  const group = groupsOfGame(view.game.id).find(({ code }) => code === view.group)
  return rows.filter(
    ({ play }) => (!group || play.groupId === group.id) && (view.play === '' || play.code === view.play),
  )
}

/** The commission of each pankou, where all rows shown have the same. */
const commissionOf = (rows: readonly SheetRow[]): readonly string[] => {
  const [first] = rows
  if (!first || rows.some(({ rates }) => PANKOU.some((letter) => rates[letter] !== first.rates[letter]))) return []
  return PANKOU.map((letter) => formatRate(first.rates[letter]))
}

/** Each edge is an exact sum over what can be drawn: made while nobody scrolls. */
const useEdgesAhead = (rows: readonly SheetRow[]): void => {
  useEffect(() => {
    let isShown = true
    const next = edgesAhead(rows, textsAhead)
    const work = async (): Promise<void> => {
      do await whenIdle()
      while (isShown && next())
    }
    void work()
    return () => {
      isShown = false
    }
  }, [rows])
}

export const useOddsSheet = () => {
  const { view, change } = useView()
  const { game, mode, merchantId, group, play } = view
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.changeOdds))
  const [selection, setSelection] = useState<Selection | null>(null)
  const asked = { gameId: game.id, ...(mode === 'offset' && merchantId !== null ? { merchantId } : {}) }
  const query = useQuery({ ...queryOf(oddsCalls.oddsMatrix, asked), placeholderData: keepPreviousData })
  // While another page is read, the last one is still shown: what is typed then is over none of them.
  const matrix = query.data
  const scope = `${game.code} ${mode} ${mode === 'offset' ? merchantId : ''}`
  const { edits, base, setEdits, isUnsaved } = useEdits(scope, query.isPlaceholderData ? undefined : matrix)
  const all = useMemo(() => (matrix ? sheetOf(game, matrix) : NO_ROWS), [game, matrix])
  useEdgesAhead(all)
  const shown = useMemo(() => inView(all, { game, group, play }), [all, game, group, play])
  const rows = useMemo(
    () =>
      shown.filter(
        (row) =>
          (view.find === '' ||
            row.name.includes(view.find) ||
            row.key.includes(view.find) ||
            row.play.name.includes(view.find)) &&
          passes(row, edits, view.only),
      ),
    [shown, edits, view.find, view.only],
  )
  const changes = useMemo(() => changesOf(all, edits), [all, edits])
  const put = (texts: readonly CellText[]): void => setEdits((old) => withTexts(old, texts))
  /** Selections name rows by their place, so another page begins without one. */
  const turn: Address['change'] = (changed, how) => {
    setSelection(null)
    change(changed, how)
  }
  return {
    view,
    turn,
    asked,
    query,
    version: matrix?.version ?? 0,
    base,
    merchants: matrix?.merchants ?? [],
    merchantName: matrix?.merchants.find((one) => one.merchantId === merchantId)?.name ?? '',
    groups: pricedGroups(groupsOfGame(game.id), all),
    all,
    shown,
    rows,
    columns: COLUMNS[mode],
    commission: useMemo(() => commissionOf(rows), [rows]),
    edits,
    setEdits,
    isUnsaved,
    put,
    changes,
    selection,
    setSelection,
    readonly: !mayChange || (mode === 'offset' && merchantId === null),
  }
}

export type OddsSheet = ReturnType<typeof useOddsSheet>
