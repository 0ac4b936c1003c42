import * as bookCalls from '@strata/contract/calls/book'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '../../../api/api.ts'
import { useDraft } from '../../../api/drafts.ts'
import { keyOf } from '../../../api/queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Ball } from '../../../components/ball/ball.tsx'
import { ballNumber, isSumPlay } from '../../../components/ball/ball-colour.ts'
import { merchantField } from '../../../components/replenish/replenish-model.ts'
import { addAmounts } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import type { BoardFilters } from '../board-state/board-filters.ts'
import { type Board, type BoardItem, type BoardRow, rowKey } from '../board-state/board-model.ts'
import type { BoardTab } from '../board-state/board-tabs.ts'
import type { Sender } from '../board-state/use-sender.ts'
import css from './replenish-bar.module.css'
import { replenishItems, sendableOf } from './replenish-items.ts'

const REFRESH_MS = 2_500

/** Loaded when the user replenishes for the first time. */
const ReplenishDrawer = lazy(async () => ({
  default: (await import('../../../components/replenish/replenish-drawer.tsx')).ReplenishDrawer,
}))

export type Picks = {
  readonly keys: ReadonlySet<string>
  readonly toggle: (item: BoardItem) => void
}

const NONE: readonly string[] = []

/**
 * The rows picked for replenishment in one period; they survive updates, a reload and a new sign-in. null if
 * nothing can be sent from this board.
 */
export const usePicks = (sender: Sender | null, period: string) => {
  const [held, hold] = useDraft(`picks|${period}${sender?.merchant == null ? '' : `|${sender.merchant}`}`, NONE)
  const keys = useMemo(() => new Set(held), [held])
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const allowed = sender !== null
  const remove = (key: string): void => hold((before) => before.filter((one) => one !== key))
  const toggle = useCallback(
    (item: BoardItem) =>
      hold((before) =>
        before.includes(rowKey(item)) ? before.filter((one) => one !== rowKey(item)) : [...before, rowKey(item)],
      ),
    [hold],
  )
  const openWith = useCallback(
    (row: BoardRow) => {
      setTyped('')
      hold((before) => (before.includes(rowKey(row)) ? before : [...before, rowKey(row)]))
      setOpen(true)
    },
    [hold],
  )
  // Digits typed before the drawer has the focus go to its first amount.
  const type = useCallback(
    (row: BoardRow, digit: string) => {
      hold((before) => [...new Set([rowKey(row), ...before])])
      setTyped((text) => `${text}${digit}`.slice(0, 12))
      setOpen(true)
    },
    [hold],
  )
  const close = (): void => {
    setTyped('')
    setOpen(false)
    hold(() => null)
  }
  return {
    picks: allowed ? { keys, toggle } : null,
    openWith: allowed ? openWith : null,
    type: allowed ? type : null,
    merchant: sender?.merchant ?? null,
    typed,
    open,
    /** Nothing is picked and nothing is being typed. */
    idle: held.length === 0 && !open,
    setOpen,
    close,
    remove,
  }
}

/** Esc clears what is picked, unless a field or something that opens over the board has the focus. */
const useEscape = (clear: (() => void) | null): void => {
  useEffect(() => {
    if (!clear) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target instanceof Element ? event.target : null
      if (event.key === 'Escape' && !at?.closest('[role="dialog"], input, select, [role="listbox"]')) clear()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [clear])
}

type Props = {
  readonly control: ReturnType<typeof usePicks>
  readonly gameId: number
  readonly tab: BoardTab
  readonly board: Board
  readonly filters: BoardFilters
  readonly loadedAt: number
}

type BarProps = Props & {
  /** The time for it has ended. */
  readonly over: boolean
}

type DrawerProps = Omit<Props, 'control'> & {
  readonly merchant: number | null
  readonly typed: ReturnType<typeof usePicks>['typed']
  readonly keys: readonly string[]
  readonly onRemove: (key: string) => void
  readonly onClose: () => void
}

/** The drawer that sends the picked rows. */
const OpenDrawer = (props: DrawerProps): ReactNode => {
  const { gameId, tab, board, filters, loadedAt, merchant, typed, keys, onRemove, onClose } = props
  const special = tab.call === 'special'
  const { periodNo, hedgeCloseAt } = board.period
  const group = tab.groups[0]?.id ?? 0
  const behind = useQuery({
    queryKey: keyOf(bookCalls.boardCommon, 'behind', gameId, group, periodNo, merchant),
    enabled: special,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.call(
          bookCalls.boardCommon,
          { gameId, periodNo, groupId: group, ...merchantField(merchant) },
          { signal, automatic: true },
        )
      ).rows,
  })
  const items = replenishItems({ tab, rows: board.rows, behind: behind.data ?? null }, keys)
  // Rows that an earlier drawer has left would warn of their age and move the form.
  if (items.length === 0 || (special && !behind.isFetchedAfterMount)) return null
  return (
    <Suspense fallback={null}>
      <ReplenishDrawer
        gameId={gameId}
        gameType={filters.gameType}
        periodNo={periodNo}
        hedgeCloseAt={hedgeCloseAt}
        items={items}
        loadedAt={special ? Math.min(loadedAt, behind.dataUpdatedAt) : loadedAt}
        merchant={merchant}
        exact={filters.mode === 'net' && filters.pankou === null}
        typed={typed}
        onRemove={(item) => {
          const row = board.rows.find((one) =>
            special ? one.itemCode === item.itemCode : rowKey(one) === rowKey(item),
          )
          if (row) onRemove(rowKey(row))
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** The bar for picked rows, and the drawer that sends them. */
export const ReplenishBar = ({ control, over, ...shared }: BarProps): ReactNode => {
  const { picks, merchant, typed, open, setOpen, close, remove } = control
  const { board, filters } = shared
  // Rows picked on another page of the board stay picked.
  const shown = new Map(board.rows.map((row) => [rowKey(row), row]))
  const here = [...(picks?.keys ?? [])].flatMap((key) => shown.get(key) ?? [])
  if (!picks) return null
  return (
    <>
      <PickBar rows={here} gameType={filters.gameType} over={over} onClear={close} onOpen={() => setOpen(true)} />
      {open ? (
        <OpenDrawer
          {...shared}
          merchant={merchant}
          typed={typed}
          keys={here.map(rowKey)}
          onRemove={remove}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** More balls than these are only counted. */
const SHOWN_BALLS = 8

type PickBarProps = {
  readonly rows: readonly BoardRow[]
  readonly gameType: string
  readonly over: boolean
  readonly onClear: () => void
  readonly onOpen: () => void
}

/** What is picked and what of it can be sent. On a desktop the bar keeps its place, and says how to pick. */
const PickBar = ({ rows, gameType, over, onClear, onOpen }: PickBarProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const empty = rows.length === 0
  useEscape(empty ? null : onClear)
  if (empty)
    return mobile ? null : (
      <p className={`${css.pickBar} ${css.pickNone}`}>{over ? boardText.replenishClosed : boardText.keys}</p>
    )
  const [first] = rows
  const balls = first !== undefined && ballNumber(gameType, first) !== null
  return (
    <div className={css.pickBar} data-part="pick-bar">
      <span role="status">{boardText.picked(rows.length)}</span>
      {balls && !mobile ? (
        <span className={css.pickBalls} aria-hidden="true">
          {rows.slice(0, SHOWN_BALLS).map((row) => {
            const number = ballNumber(gameType, row)
            return number === null ? null : (
              <Ball key={rowKey(row)} gameType={gameType} number={number} sum={isSumPlay(row.playCode)} />
            )
          })}
          {rows.length > SHOWN_BALLS ? '…' : null}
        </span>
      ) : null}
      <span>
        {boardText.sendable} <Amount value={addAmounts(rows.map(sendableOf))} as="whole" />
      </span>
      {mobile ? null : <small>{boardText.pickKeys}</small>}
      <button type="button" className="ghost-button" onClick={onClear}>
        {boardText.unpick}
      </button>
      <button type="button" className="plain-button" onClick={onOpen}>
        {boardText.replenishPicked(rows.length)}
      </button>
    </div>
  )
}
