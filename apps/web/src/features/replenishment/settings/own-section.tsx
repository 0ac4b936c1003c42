import { PERMISSION } from '@strata/contract/permissions'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { type ConflictCell, ConflictChoice } from '../../../components/dialogs/conflict.tsx'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { CopyRowDialog } from './copy-dialogs.tsx'
import { type Draft, NO_DRAFT, readDraft, useDrafts, writeDraft } from './drafts.ts'
import { ReviewDialog, SentDialog } from './setting-dialogs.tsx'
import { fieldText } from './setting-field.tsx'
import { SettingsBar } from './settings-bar.tsx'
import { SettingsCards, SettingsTable } from './settings-list.tsx'
import {
  changesOf,
  conflictKey,
  conflictsOf,
  copiedRow,
  overwrites,
  problemsOf,
  type RowForm,
  remainingRows,
  type Settings,
  savedRow,
  shownRow,
} from './settings-model.ts'
import { type Sent, useSave } from './use-settings.ts'

const words = replenishmentText

/** The list of items needs the whole catalogue, so it is loaded when it is opened. */
const ItemsDrawer = lazy(async () => ({ default: (await import('./items-drawer.tsx')).ItemsDrawer }))

type Props = {
  readonly game: GameType
  readonly merchant: number | null
  readonly settings: Settings
  readonly head: boolean
  readonly draft: string
  /** Code of the group whose items are open; in the address. */
  readonly items: string | null
  readonly onItems: (groupCode: string | null) => void
}

type Shown =
  | { readonly kind: 'review' }
  | { readonly kind: 'copy'; readonly groupId: number }
  | { readonly kind: 'sent'; readonly sent: Sent }
  | { readonly kind: 'conflict'; readonly opened: Settings; readonly now: Settings }

export const useDraft = (key: string): Draft => useDrafts(({ held }) => held[key]) ?? NO_DRAFT

/** Adds a row's edit to the draft; with the first edit it also stores the saved settings. */
const editRows = (key: string, settings: Settings, rows: Readonly<Record<number, Partial<RowForm>>>): void =>
  writeDraft(key, (draft) => ({
    ...draft,
    began: draft.began ?? settings,
    rows: {
      ...draft.rows,
      ...Object.fromEntries(
        Object.entries(rows).map(([groupId, edit]) => [groupId, { ...draft.rows[Number(groupId)], ...edit }]),
      ),
    },
  }))

/** Key of the pankou among the conflict cells. */
const PANKOU = 'pankou'

type Asked = Parameters<typeof overwrites>[0]

/** Both versions as text, field by field. */
const cellsOf = (asked: Asked, nameOf: (groupId: number) => string): readonly ConflictCell[] => {
  const { opened, now, pankou } = asked
  const [before, theirs] = [opened.self.replenishPankou, now.self.replenishPankou]
  return [
    ...((pankou ?? before) === theirs
      ? []
      : [{ key: PANKOU, what: words.pankou, opened: before, theirs, mine: pankou }]),
    ...conflictsOf(asked).map(
      ({ groupId, field, ...rows }): ConflictCell => ({
        key: conflictKey(groupId, field),
        what: words.fieldOf(nameOf(groupId), words.columns[field]),
        opened: fieldText(field, rows.opened),
        theirs: fieldText(field, rows.theirs),
        mine: rows.mine && fieldText(field, rows.mine),
      }),
    ),
  ]
}

/** One game's rows with their unsaved edits, the open dialog, and the steps of a save. */
const useOwnEdits = ({ game, merchant, settings, draft: key }: Props) => {
  const draft = useDraft(key)
  const [shown, setShown] = useState<Shown | null>(null)
  const readOnly = !useSession((session) => session.permissionIds.includes(PERMISSION.replenishSettings))
  const { busy, save } = useSave(game.id, merchant)
  const groupIds = game.groups.map(({ id }) => id)
  const nameOf = (groupId: number): string => game.groups.find(({ id }) => id === groupId)?.name ?? ''
  const rows = game.groups.map(({ id, name }) => ({
    groupId: id,
    name,
    row: shownRow(settings, draft.rows, id),
    saved: savedRow(settings, id),
  }))
  const changes = changesOf(settings, draft.rows, groupIds)
  const { replenishPankou } = settings.self
  const pankou =
    draft.pankou !== null && draft.pankou !== replenishPankou ? { before: replenishPankou, after: draft.pankou } : null
  const problems = rows.reduce((count, { row }) => count + Object.keys(problemsOf(row)).length, 0)
  const edit = (groupId: number, change: Partial<RowForm>): void => editRows(key, settings, { [groupId]: change })
  const forget = (): void => writeDraft(key, (held) => ({ ...held, rows: {}, pankou: null, began: null }))
  const opened = draft.began ?? settings
  // Changes of another user are shown first, because saving with the new version would overwrite them.
  const asked = { opened, now: settings, edits: draft.rows, pankou: draft.pankou, groupIds }
  const review = (): void =>
    setShown(overwrites(asked) ? { kind: 'conflict', opened, now: settings } : { kind: 'review' })
  const doSave = async (): Promise<void> => {
    if (overwrites(asked)) return review()
    const end = await save({
      gameId: game.id,
      settings,
      edits: draft.rows,
      pankou: draft.pankou,
      agentPathsId: merchant,
      groupIds,
    })
    if (end.kind === 'changed') {
      // The settings have been read again. Until the user chooses, the draft keeps the version that was edited.
      writeDraft(key, (held) => ({ ...held, began: opened }))
      setShown({ kind: 'conflict', opened, now: end.now })
    } else if (end.kind === 'saved') {
      forget()
      if (end.sent.length === 0) showToast('success', words.sentNone)
      setShown(end.sent.length === 0 ? null : { kind: 'sent', sent: end.sent })
    } else setShown(end.sent.length > 0 ? { kind: 'sent', sent: end.sent } : null)
  }
  return {
    draft,
    shown,
    setShown,
    readOnly,
    busy,
    asked,
    nameOf,
    rows,
    changes,
    pankou,
    problems,
    edit,
    forget,
    review,
    doSave,
  }
}
type OwnEdits = ReturnType<typeof useOwnEdits>

type PartProps = Props & { readonly own: OwnEdits }

const OpenItems = ({ game, settings, items, onItems, own }: PartProps): ReactNode => {
  const { draft, edit, readOnly } = own
  const itemGroup = game.groups.find(({ code }) => code === items)
  if (!itemGroup) return null
  return (
    <Suspense fallback={null}>
      <ItemsDrawer
        key={itemGroup.id}
        gameType={game.gameType}
        group={itemGroup}
        items={shownRow(settings, draft.rows, itemGroup.id).items}
        readOnly={readOnly}
        onClose={() => onItems(null)}
        onApply={(limits) => {
          edit(itemGroup.id, { items: limits })
          onItems(null)
        }}
      />
    </Suspense>
  )
}

const CopyDialog = ({ game, head, settings, draft: key, own, groupId }: PartProps & { readonly groupId: number }) => {
  const { draft, setShown } = own
  const source = game.groups.find(({ id }) => id === groupId)
  if (!source) return null
  return (
    <CopyRowDialog
      source={source}
      groups={game.groups}
      head={head}
      onClose={() => setShown(null)}
      onApply={(targets, fields) => {
        const copied = copiedRow(shownRow(settings, draft.rows, source.id), fields)
        editRows(key, settings, Object.fromEntries(targets.map((groupId) => [groupId, copied])))
        setShown(null)
      }}
    />
  )
}

/** The dialog that is open, if any: copying, the review before a save, or what the save came to. */
const OpenDialog = (props: PartProps): ReactNode => {
  const { game, draft: key, own } = props
  const { shown, setShown, asked, changes, pankou, nameOf, busy, doSave } = own
  if (shown === null) return null
  if (shown.kind === 'copy') return <CopyDialog {...props} groupId={shown.groupId} />
  if (shown.kind === 'review')
    return (
      <ReviewDialog
        changes={changes}
        pankou={pankou}
        nameOf={nameOf}
        busy={busy}
        onSave={() => void doSave()}
        onClose={() => setShown(null)}
      />
    )
  if (shown.kind === 'sent') return <SentDialog sent={shown.sent} game={game} onClose={() => setShown(null)} />
  return (
    <ConflictChoice
      cells={cellsOf({ ...asked, opened: shown.opened, now: shown.now }, nameOf)}
      onApply={(given) => {
        writeDraft(key, (held) => ({
          ...held,
          rows: remainingRows(held.rows, given),
          pankou: given.has(PANKOU) ? null : held.pankou,
          began: shown.now,
        }))
        setShown(null)
      }}
      onClose={() => setShown(null)}
    />
  )
}

/** The path's own settings: every play group of one game. */
export const OwnSection = (props: Props): ReactNode => {
  const { game, head, onItems } = props
  const mobile = useMedia(MOBILE)
  const own = useOwnEdits(props)
  const { readOnly, busy, rows, changes, pankou, problems, edit, forget, review, setShown } = own
  const list = {
    rows,
    head,
    readOnly,
    onEdit: edit,
    onItems: (groupId: number) => onItems(game.groups.find(({ id }) => id === groupId)?.code ?? null),
    onCopy: (groupId: number) => setShown({ kind: 'copy', groupId }),
  }
  return (
    <>
      {mobile ? <SettingsCards {...list} /> : <SettingsTable {...list} />}
      <SettingsBar
        changes={changes.length + (pankou ? 1 : 0)}
        problems={problems}
        busy={busy}
        readOnly={readOnly}
        actionLabel={words.review}
        onDiscard={forget}
        onSave={review}
      />
      <OpenItems {...props} own={own} />
      <OpenDialog {...props} own={own} />
    </>
  )
}

/** Copies one game's rows into the drafts of others: groups of the same name, and optionally one row for the others. */
export const copyGame = (asked: {
  readonly from: GameType
  readonly settings: Settings
  readonly draft: string
  readonly to: readonly { readonly game: GameType; readonly draft: string }[]
  readonly fields: readonly (keyof RowForm)[]
  readonly restLike: number | null
}): void => {
  const { from, settings, fields, restLike } = asked
  const edits = readDraft(asked.draft).rows
  const byName = new Map(from.groups.map(({ id, name }) => [name, id]))
  for (const { game, draft } of asked.to) {
    const rows = game.groups.flatMap(({ id, name }) => {
      const source = byName.get(name) ?? restLike
      return source === null ? [] : [[id, copiedRow(shownRow(settings, edits, source), fields)] as const]
    })
    writeDraft(draft, (held) => ({
      ...held,
      rows: {
        ...held.rows,
        ...Object.fromEntries(rows.map(([id, row]) => [id, { ...held.rows[id], ...row }])),
      },
    }))
  }
}
