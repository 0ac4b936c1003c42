import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { autoConfigSet, manualConfigSet, replenishmentQuery } from '@strata/contract/endpoints/replenishment'
import { groupDigits, readTyped, sameTyped } from '../../../lib/typed-amount.ts'

export type Settings = ResponseOf<typeof replenishmentQuery>
export type Pankou = Settings['self']['replenishPankou']
export type AutoMode = 'stake' | 'loss'

/** An item whose hold limit differs from its group's; null: keep all. */
export type ItemLimit = { readonly playCode: string; readonly itemCode: string; readonly holdLimit: string | null }

/**
 * Automatic settings of a play group, for replenishment or fly-out, as edited on a page. Amounts are texts as
 * typed; '' is no limit.
 */
export type AutoForm = {
  readonly enabled: boolean
  readonly mode: AutoMode
  readonly holdLimit: string
  readonly maxLoss: string
  readonly unit: string
  readonly items: readonly ItemLimit[]
}
export type AutoField = keyof AutoForm

/** One play group as edited on the page. */
export type RowForm = AutoForm & {
  readonly acceptLimit: string
  readonly sendLimit: string
  readonly manual: boolean
  readonly manualUnit: string
}
export type FieldName = keyof RowForm
/** Only edited fields, by group. */
export type Edits = Readonly<Record<number, Partial<RowForm>>>

/** In the order of the page's columns. */
export const FIELDS = [
  'enabled',
  'mode',
  'holdLimit',
  'maxLoss',
  'unit',
  'items',
  'acceptLimit',
  'sendLimit',
  'manual',
  'manualUnit',
] as const satisfies readonly FieldName[]

/** The fields that the head sets for a merchant; it does not replenish. */
export const HEAD_FIELDS: readonly FieldName[] = ['acceptLimit']
const AUTO_FIELDS: readonly AutoField[] = ['enabled', 'mode', 'holdLimit', 'maxLoss', 'unit', 'items']
const MANUAL_FIELDS: readonly FieldName[] = ['manual', 'manualUnit']

const typed = (wire: string | null | undefined): string => groupDigits(wire ?? '')

const limitOf = (list: readonly { readonly groupId: number; readonly limit: string | null }[], groupId: number) =>
  typed(list.find((one) => one.groupId === groupId)?.limit)

type SavedAuto = Omit<Settings['self']['auto'][number], 'groupId'>

/** The saved automatic settings; a group without any keeps everything and rounds to whole yuan. */
export const savedAuto = (auto: SavedAuto | undefined): AutoForm => ({
  enabled: auto?.enabled ?? false,
  mode: auto?.mode ?? 'stake',
  holdLimit: typed(auto?.holdLimit),
  maxLoss: typed(auto?.maxLoss),
  unit: typed(auto?.unit ?? '1'),
  items: auto?.items ?? [],
})

/** Without a unit of its own a group is sent by hand in any amount, and amounts have two decimals. */
const SMALLEST_UNIT = '0.01'

/**
 * The saved settings of a group; one without any keeps everything, sends and accepts without limit, and rounds what is
 * sent automatically to whole yuan.
 */
export const savedRow = ({ self }: Settings, groupId: number): RowForm => {
  const manual = self.manual.find((one) => one.groupId === groupId)
  return {
    ...savedAuto(self.auto.find((one) => one.groupId === groupId)),
    acceptLimit: limitOf(self.acceptLimits, groupId),
    sendLimit: limitOf(self.sendLimits, groupId),
    manual: manual?.enabled ?? true,
    manualUnit: typed(manual?.unit ?? SMALLEST_UNIT),
  }
}

export const shownRow = (settings: Settings, edits: Edits, groupId: number): RowForm => ({
  ...savedRow(settings, groupId),
  ...edits[groupId],
})

const itemsText = (items: readonly ItemLimit[]): string =>
  items
    .map(({ playCode, itemCode, holdLimit }) => `${playCode} ${itemCode} ${holdLimit ?? '*'}`)
    .toSorted()
    .join('|')

export const sameField = <F extends FieldName>(field: F, one: Pick<RowForm, F>, other: Pick<RowForm, F>): boolean => {
  const [a, b]: readonly [RowForm[FieldName], RowForm[FieldName]] = [one[field], other[field]]
  if (typeof a === 'object' && typeof b === 'object') return itemsText(a) === itemsText(b)
  return typeof a === 'string' && typeof b === 'string' && field !== 'mode' ? sameTyped(a, b) : a === b
}

export type RowChange = {
  readonly groupId: number
  readonly field: FieldName
  readonly before: RowForm
  readonly after: RowForm
}

/** Every field that saving would change, in the order of the given groups. */
export const changesOf = (settings: Settings, edits: Edits, groupIds: readonly number[]): readonly RowChange[] =>
  groupIds.flatMap((groupId) => {
    if (edits[groupId] === undefined) return []
    const [before, after] = [savedRow(settings, groupId), shownRow(settings, edits, groupId)]
    return FIELDS.filter((field) => !sameField(field, before, after)).map((field) => ({
      groupId,
      field,
      before,
      after,
    }))
  })

export type Problem = 'amount' | 'unit' | 'lossNeeded' | 'limitNeeded'

const amountProblem = (text: string): Problem | null => (readTyped(text).ok ? null : 'amount')

const unitProblem = (text: string): Problem | null => {
  const read = readTyped(text)
  return read.ok && read.value !== null && read.value !== '0' ? null : 'unit'
}

type Found<F extends string> = readonly (readonly [F, Problem | null])[]

const foundProblems = <F extends string>(found: Found<F>): Partial<Record<F, Problem>> =>
  Object.fromEntries(found.filter(([, problem]) => problem !== null)) as Partial<Record<F, Problem>>

/** Problems of automatic settings; only these fields can have one. */
export const autoProblems = (row: AutoForm): Partial<Record<'holdLimit' | 'maxLoss' | 'unit', Problem>> =>
  foundProblems([
    ['holdLimit', amountProblem(row.holdLimit)],
    [
      'maxLoss',
      row.enabled && row.mode === 'loss' && row.maxLoss.trim() === '' ? 'lossNeeded' : amountProblem(row.maxLoss),
    ],
    ['unit', unitProblem(row.unit)],
  ])

/** Problems of a row. */
export const problemsOf = (row: RowForm): Partial<Record<FieldName, Problem>> => ({
  ...autoProblems(row),
  ...foundProblems([
    ['acceptLimit', amountProblem(row.acceptLimit)],
    ['sendLimit', amountProblem(row.sendLimit)],
    ['manualUnit', unitProblem(row.manualUnit)],
  ]),
})

const wire = (text: string): string | null => {
  const read = readTyped(text)
  if (!read.ok) throw new Error(`an invalid amount must be corrected before saving: ${text}`)
  return read.value
}
const wireUnit = (text: string): string => wire(text) ?? '1'

/** Automatic settings in the wire's form. */
export const wireAuto = (row: AutoForm) => ({
  enabled: row.enabled,
  holdLimit: wire(row.holdLimit),
  unit: wireUnit(row.unit),
  mode: row.mode,
  maxLoss: wire(row.maxLoss),
  items: [...row.items],
})

type AutoRequest = RequestOf<typeof autoConfigSet>
type ManualRequest = RequestOf<typeof manualConfigSet>

export type SaveAsked = {
  readonly gameId: number
  readonly settings: Settings
  readonly edits: Edits
  readonly pankou: Pankou | null
  /** The merchant that the head sets limits for. */
  readonly agentPathsId: number | null
  readonly groupIds: readonly number[]
}

/**
 * The requests that save the edits. The server takes each list whole, so a list has the saved and the changed rows;
 * groups without settings are left out. Null: no change of that kind.
 */
export const saveRequests = (
  asked: SaveAsked,
): { readonly auto: AutoRequest | null; readonly manual: Omit<ManualRequest, 'version'> | null } => {
  const { gameId, settings, edits, pankou, agentPathsId, groupIds } = asked
  const changes = changesOf(settings, edits, groupIds)
  const touches = (fields: readonly FieldName[]): boolean => changes.some(({ field }) => fields.includes(field))
  const rowsOf = (fields: readonly FieldName[], listed: readonly { readonly groupId: number }[]) => {
    const wanted = new Set([
      ...listed.map(({ groupId }) => groupId),
      ...changes.filter(({ field }) => fields.includes(field)).map(({ groupId }) => groupId),
    ])
    return groupIds
      .filter((groupId) => wanted.has(groupId))
      .map((groupId) => ({ groupId, row: shownRow(settings, edits, groupId) }))
  }
  const { self, version } = settings
  const accepts = touches(['acceptLimit'])
    ? {
        acceptLimits: rowsOf(['acceptLimit'], self.acceptLimits).map(({ groupId, row }) => ({
          groupId,
          limit: wire(row.acceptLimit),
        })),
      }
    : {}
  const sends = touches(['sendLimit'])
    ? {
        sendLimits: rowsOf(['sendLimit'], self.sendLimits).map(({ groupId, row }) => ({
          groupId,
          limit: wire(row.sendLimit),
        })),
      }
    : {}
  const autos = touches(AUTO_FIELDS)
    ? {
        auto: rowsOf(AUTO_FIELDS, self.auto).map(({ groupId, row }) => ({ groupId, ...wireAuto(row) })),
      }
    : {}
  const auto = { ...accepts, ...sends, ...autos }
  const manuals = touches(MANUAL_FIELDS)
    ? {
        manual: rowsOf(MANUAL_FIELDS, self.manual).map(({ groupId, row }) => ({
          groupId,
          enabled: row.manual,
          unit: wireUnit(row.manualUnit),
        })),
      }
    : {}
  const newPankou = pankou === null || pankou === self.replenishPankou ? {} : { replenishPankou: pankou }
  const manual = { ...manuals, ...newPankou }
  return {
    auto:
      Object.keys(auto).length === 0
        ? null
        : { gameId, version, ...(agentPathsId === null ? {} : { agentPathsId }), ...auto },
    manual: Object.keys(manual).length === 0 ? null : { gameId, ...manual },
  }
}

export type Conflict = {
  readonly groupId: number
  readonly field: FieldName
  readonly opened: RowForm
  readonly theirs: RowForm
  /** As typed; null: not edited. */
  readonly mine: RowForm | null
}

type Meanwhile = {
  /** The settings when the first edit was made, and now. */
  readonly opened: Settings
  readonly now: Settings
  readonly edits: Edits
  readonly groupIds: readonly number[]
}

/** What another user has changed since the first edit, and the edits, where they differ. */
export const conflictsOf = ({ opened, now, edits, groupIds }: Meanwhile): readonly Conflict[] =>
  groupIds.flatMap((groupId) => {
    const [old, theirs] = [savedRow(opened, groupId), savedRow(now, groupId)]
    const wanted = { ...old, ...edits[groupId] }
    return FIELDS.filter((field) => !sameField(field, wanted, theirs)).map((field) => {
      const isTyped = edits[groupId]?.[field] !== undefined
      return { groupId, field, opened: old, theirs, mine: isTyped ? { ...theirs, ...edits[groupId] } : null }
    })
  })

/** Whether saving the edits would overwrite what another user has saved since the first edit. */
export const overwrites = (asked: Meanwhile & { readonly pankou: Pankou | null }): boolean => {
  const [before, theirs] = [asked.opened.self.replenishPankou, asked.now.self.replenishPankou]
  const isPankou = asked.pankou !== null && before !== theirs && asked.pankou !== theirs
  return (
    isPankou ||
    conflictsOf(asked).some(({ field, opened, theirs: saved, mine }) => mine && !sameField(field, opened, saved))
  )
}

export const conflictKey = (groupId: number, field: FieldName): string => `${groupId}:${field}`

/** The edits without the fields in `given`, which take the other version. */
export const remainingRows = (edits: Edits, given: ReadonlySet<string>): Edits =>
  Object.fromEntries(
    Object.entries(edits).flatMap(([id, row]) => {
      const remaining = FIELDS.filter((field) => row[field] !== undefined && !given.has(conflictKey(Number(id), field)))
      return remaining.length === 0
        ? []
        : [[Number(id), Object.fromEntries(remaining.map((field) => [field, row[field]]))] as const]
    }),
  )

/** The fields that are copied to other rows; limits of single items belong to their own group. */
const COPIED = FIELDS.filter((field) => field !== 'items')

export const copiedRow = (row: RowForm, fields: readonly FieldName[] = COPIED): Partial<RowForm> =>
  Object.fromEntries(fields.filter((field) => field !== 'items').map((field) => [field, row[field]]))

const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  1: true,
  0: false,
  启用: true,
  停用: false,
  开: true,
  关: false,
}
const MODE_WORDS: Readonly<Record<string, AutoMode>> = { stake: 'stake', loss: 'loss', 按占额: 'stake', 按亏损: 'loss' }

/** A field as the text of a cell, for filling down and pasting; null: limits of items, which are a list. */
export const cellText = (field: FieldName, row: AutoForm & Partial<RowForm>): string | null => {
  const value = row[field]
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? value : null
}

/** What a text means in a field; null: nothing. */
export const cellEdit = (field: FieldName, text: string): Partial<RowForm> | null => {
  if (field === 'items') return null
  if (field === 'enabled' || field === 'manual') {
    const value = SWITCH_WORDS[text]
    return value === undefined ? null : { [field]: value }
  }
  if (field === 'mode') {
    const value = MODE_WORDS[text]
    return value === undefined ? null : { mode: value }
  }
  return { [field]: text }
}

/** Texts of cells as edits of whole rows: one edit a row. */
export const rowEdits = <Field extends string, Edit extends object>(
  edits: readonly { readonly row: number; readonly column: number; readonly value: string }[],
  fields: readonly Field[],
  read: (field: Field, text: string) => Edit | null,
): ReadonlyMap<number, Edit> => {
  const rows = new Map<number, Edit>()
  for (const { row, column, value } of edits) {
    const field = fields[column]
    const edit = field === undefined ? null : read(field, value)
    if (edit) rows.set(row, { ...rows.get(row), ...edit })
  }
  return rows
}
