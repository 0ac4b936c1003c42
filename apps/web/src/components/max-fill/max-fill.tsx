import type { WriteCallId } from '@strata/contract/calls'
import type { acceptTypesSet } from '@strata/contract/calls/replenishment'
import * as treeCalls from '@strata/contract/calls/tree'
import { keyOf, queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import '../../ui/page/table.css'
import '../../ui/fields/labelled.css'
import '../../ui/page/list-page.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/api.ts'
import type { Answer, Call } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { grouped, normal, shortAmount } from '../../lib/decimal.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Matrix } from '../../ui/matrix/matrix.tsx'
import type { CellEdit } from '../../ui/matrix/matrix-model.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import { type Step, useCappedSave } from '../capped/use-capped-save.ts'
import { InPages } from '../data-table/in-pages.tsx'
import { useAddress } from '../data-table/use-address.ts'
import { ConflictChoice } from '../dialogs/conflict.tsx'
import { useLeaveQuestion } from '../dialogs/use-leave-question.tsx'
import { GameToggle } from '../game-toggle.tsx'
import { ListState } from '../list-state.tsx'
import { CappedFills } from './capped-fills.tsx'
import css from './max-fill.module.css'
import {
  editKey,
  type FillEdits,
  type FillRow,
  fillConflicts,
  fillItems,
  fillProblem,
  fillValue,
  remainingEdits,
  withEdit,
} from './max-fill-model.ts'

const words = treeText.max
const NO_EDITS: FillEdits = new Map()

type FillItems = ReturnType<typeof fillItems>

/** The differences between the two sides: the back link, who may edit, and the call that saves. */
export type FillSide = {
  readonly back: string
  /** One of them suffices. */
  readonly permissions: readonly number[]
  /** The call that `save` uses. */
  readonly change: Call<WriteCallId>
  readonly save: (request: Step & { readonly items: FillItems }) => Promise<Answer<(typeof acceptTypesSet)['id']>>
}

/** The largest replenishment of each downline by play group, edited like a spreadsheet. */
export const MaxFill = ({ side }: { readonly side: FillSide }): ReactNode => {
  const games = useGameTypes().data ?? []
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const game = games.find(({ gameType }) => gameType === search.get('game')) ?? games[0]
  // Another game keeps what is typed: only another page loses it.
  const [drafts, setDrafts] = useState<ReadonlyMap<number, FillEdits>>(new Map())
  const isUnsaved = [...drafts.values()].some(({ size }) => size > 0)
  const { question } = useLeaveQuestion(isUnsaved, { why: peopleText.leave.unsaved })
  const setEdits =
    (gameId: number): SetEdits =>
    (next) =>
      setDrafts((held) => {
        const before = held.get(gameId) ?? NO_EDITS
        return new Map(held).set(gameId, typeof next === 'function' ? next(before) : next)
      })
  return (
    <div className="list-page">
      <PageHead back={peopleText.back} title={words.title} onBack={() => void navigate(side.back)} />
      <p className="page-note">
        {words.note}
        <span className={css.keys}>{words.keys}</span>
      </p>
      {game ? (
        <>
          <div className={css.fillGames}>
            <GameToggle
              name="fill-game"
              label={treeText.edit.game}
              games={games}
              value={game.gameType}
              onChange={(gameType) => change({ game: gameType })}
            />
          </div>
          <FillMatrix
            key={game.id}
            side={side}
            gameId={game.id}
            groups={game.groups}
            edits={drafts.get(game.id) ?? NO_EDITS}
            setEdits={setEdits(game.id)}
          />
        </>
      ) : null}
      {question}
    </div>
  )
}

type Group = { readonly id: number; readonly name: string }
type SetEdits = (next: FillEdits | ((held: FillEdits) => FillEdits)) => void
type MatrixProps = {
  readonly side: FillSide
  readonly gameId: number
  readonly groups: readonly Group[]
  readonly edits: FillEdits
  readonly setEdits: SetEdits
}

const useMaxFill = (gameId: number) =>
  useQuery({
    ...queryOf(treeCalls.maxFillQuery, { gameId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The saved limits with their unsaved edits, and how they are saved. */
const useFillEdits = ({ side, gameId, groups, edits, setEdits }: MatrixProps) => {
  const fills = useMaxFill(gameId)
  // The viewer's own limits: no downline may have more.
  const maxOf = (groupId: number): string | null =>
    fills.data?.bounds.find((bound) => bound.groupId === groupId)?.maxFill ?? null
  const readonly = useSession((session) => !session.permissionIds.some((id) => side.permissions.includes(id)))
  // Values that another user saved meanwhile, until the user has chosen.
  const [theirs, setTheirs] = useState<NonNullable<typeof fills.data> | null>(null)
  const client = useQueryClient()
  const rows: readonly FillRow[] = fills.data?.items ?? []
  const edit = (list: readonly CellEdit[]): void =>
    setEdits((held) =>
      list.reduce((next, { row, column, value }) => {
        const [at, group] = [rows[row], groups[column]]
        return at && group ? withEdit(next, at, group.id, value) : next
      }, held),
    )
  const faults = rows.flatMap((row) =>
    groups.filter(({ id }) => {
      const typed = edits.get(editKey(row.agentPathsId, id))
      return typed !== undefined && fillProblem(typed, maxOf(id)) !== null
    }),
  ).length
  const saving = useCappedSave({
    send: (items: FillItems, step) => side.save({ items, ...step }),
    onSaved: async () => {
      setEdits(NO_EDITS)
      showToast('success', peopleText.saved)
      await refreshAfter(client, side.change)
    },
    onChanged: async () => setTheirs(await api.call(treeCalls.maxFillQuery, { gameId })),
  })
  const save = (): void => void saving.save(fillItems(rows, gameId, edits))
  return { client, fills, rows, maxOf, readonly, edits, setEdits, edit, faults, saving, save, theirs, setTheirs }
}
type FillEditing = ReturnType<typeof useFillEdits>

type CellsProps = Pick<RowHeadProps, 'chosen' | 'onChoose'> & {
  readonly fill: FillEditing
  readonly groups: readonly Group[]
  /** The rows of this page, and the place of the first one among all. */
  readonly shown: readonly FillRow[]
  readonly from: number
}

const Cells = ({ fill, groups, shown, from, chosen, onChoose }: CellsProps): ReactNode => {
  const { edits, readonly, maxOf, edit } = fill
  return (
    <Matrix
      key={from}
      label={words.title}
      corner={words.account}
      blank={treeText.edit.noLimit}
      readonly={readonly}
      columns={groups.map(({ id, name }) => ({
        key: id,
        name,
        node: <GroupHead name={name} most={maxOf(id)} />,
      }))}
      rows={shown.map((row) => ({
        key: row.agentPathsId,
        name: row.accountName,
        node: readonly ? undefined : <RowHead row={row} chosen={chosen} onChoose={onChoose} />,
      }))}
      cellAt={({ row, column }) => {
        const [at, group] = [shown[row], groups[column]]
        if (!at || !group) return { value: '', changed: false, problem: null }
        const value = fillValue(at, group.id, edits)
        const changed = edits.has(editKey(at.agentPathsId, group.id))
        return {
          value: grouped(value),
          changed,
          problem: changed ? fillProblem(value, maxOf(group.id)) : null,
        }
      }}
      onEdit={(made) => edit(made.map((one) => ({ ...one, row: one.row + from })))}
    />
  )
}

const FillBar = ({ fill }: { readonly fill: FillEditing }): ReactNode => {
  const { edits, setEdits, faults, saving, save } = fill
  const { busy } = saving
  return (
    <SaveBar
      status={
        <>
          {edits.size === 0 ? treeText.edit.noChanges : <b>{words.changed(edits.size)}</b>}
          {faults > 0 ? <em>{treeText.edit.faults(faults)}</em> : null}
        </>
      }
    >
      <button
        type="button"
        className="ghost-button"
        disabled={busy || edits.size === 0}
        onClick={() => setEdits(NO_EDITS)}
      >
        {peopleText.discard}
      </button>
      <button type="button" className="plain-button" disabled={busy || edits.size === 0 || faults > 0} onClick={save}>
        {busy ? peopleText.working : peopleText.save}
      </button>
    </SaveBar>
  )
}

const FillMatrix = (props: MatrixProps): ReactNode => {
  const { gameId, groups } = props
  const fill = useFillEdits(props)
  const { client, fills, rows, readonly, edits, setEdits, saving, theirs, setTheirs } = fill
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [bulk, setBulk] = useState('')
  const applyBulk = (): void => {
    const targets = rows.filter((row) => chosen.size === 0 || chosen.has(row.agentPathsId))
    setEdits((held) => {
      let next = held
      for (const row of targets) for (const { id } of groups) next = withEdit(next, row, id, bulk)
      return next
    })
  }
  return (
    <>
      <section className="card list-card">
        {readonly ? null : <BulkBar value={bulk} count={chosen.size} onChange={setBulk} onApply={applyBulk} />}
        <ListState query={fills} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
          {() => (
            <InPages rows={rows}>
              {(shown, from) => <Cells {...{ fill, groups, chosen, shown, from }} onChoose={setChosen} />}
            </InPages>
          )}
        </ListState>
      </section>
      {readonly ? null : <FillBar fill={fill} />}
      {saving.preview ? (
        <CappedFills
          groups={groups}
          capped={saving.preview.affected}
          onConfirm={saving.confirm}
          onClose={saving.close}
        />
      ) : null}
      {theirs ? (
        <ConflictChoice
          cells={fillConflicts({ opened: rows, now: theirs.items, edits, groups })}
          onApply={(given) => {
            client.setQueryData(keyOf(treeCalls.maxFillQuery, { gameId }), theirs)
            setEdits(remainingEdits(edits, theirs.items, given))
            setTheirs(null)
          }}
          onClose={() => setTheirs(null)}
        />
      ) : null}
    </>
  )
}

const GroupHead = ({ name, most }: { readonly name: string; readonly most: string | null }): ReactNode => (
  <>
    {name}
    <br />
    <small title={most === null ? words.parent : `${words.parent} ${normal(most)}`}>
      {words.own} {most === null ? treeText.edit.noLimit : shortAmount(most)}
    </small>
  </>
)

type RowHeadProps = {
  readonly row: FillRow
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

const RowHead = ({ row, chosen, onChoose }: RowHeadProps): ReactNode => (
  <label className="check">
    <input
      type="checkbox"
      aria-label={words.selectRow(row.accountName)}
      checked={chosen.has(row.agentPathsId)}
      onKeyDown={(event) => event.stopPropagation()}
      onChange={(event) => {
        const next = new Set(chosen)
        if (event.currentTarget.checked) next.add(row.agentPathsId)
        else next.delete(row.agentPathsId)
        onChoose(next)
      }}
    />
    {row.accountName}
  </label>
)

type BulkProps = {
  readonly value: string
  readonly count: number
  readonly onChange: (value: string) => void
  readonly onApply: () => void
}

const BulkBar = ({ value, count, onChange, onApply }: BulkProps): ReactNode => (
  <div className="list-bar">
    <span>{words.bulk}</span>
    <span className="search-box">
      <input
        className="text-input"
        aria-label={words.bulk}
        inputMode="decimal"
        placeholder={words.bulkHint}
        maxLength={16}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" className="ghost-button" onClick={onApply}>
        {count === 0 ? words.bulkAll : `${words.bulkApply} ${count}`}
      </button>
    </span>
  </div>
)
