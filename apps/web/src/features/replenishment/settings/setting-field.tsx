import type { ReactNode } from 'react'
import { showAmount } from '../../../lib/amount.ts'
import { readTyped } from '../../../lib/typed-amount.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice, Switch } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import css from './setting.module.css'
import {
  type AutoForm,
  type AutoMode,
  type FieldName,
  type Problem,
  problemsOf,
  type RowForm,
  sameField,
} from './settings-model.ts'

const words = replenishmentText
const MODES = (['stake', 'loss'] as const).map((value) => ({ value, label: words.modes[value] }))

const PLACEHOLDERS: Partial<Record<FieldName, string>> = {
  holdLimit: words.keepAll,
  acceptLimit: words.noLimit,
  sendLimit: words.noLimit,
}

/** A typed amount as shown in the review and on cards. */
const shownAmount = (text: string, empty: string): string => {
  const typed = readTyped(text)
  if (!typed.ok) return text
  return typed.value === null ? empty : showAmount(typed.value)
}

/** A field's value as text. */
export const fieldText = (field: FieldName, row: RowForm): string => {
  switch (field) {
    case 'enabled':
    case 'manual':
      return row[field] ? words.on : words.off
    case 'mode':
      return words.modes[row.mode]
    case 'holdLimit':
      return shownAmount(row.holdLimit, words.keepAll)
    case 'items':
      return row.items.length === 0
        ? '—'
        : row.items
            .map(
              ({ itemCode, holdLimit }) => `${itemCode} ${holdLimit === null ? words.keepAll : showAmount(holdLimit)}`,
            )
            .join('、')
    case 'maxLoss':
      return shownAmount(row.maxLoss, '—')
    default:
      return shownAmount(row[field], words.noLimit)
  }
}

export type RowView = {
  readonly groupId: number
  readonly name: string
  readonly row: RowForm
  readonly saved: RowForm
}

/** Fields without a meaning in the row's mode are disabled; their values are kept. */
const isIdle = (field: FieldName, row: AutoForm & Partial<RowForm>): boolean =>
  (field === 'holdLimit' && row.mode === 'loss') ||
  (field === 'maxLoss' && row.mode === 'stake') ||
  (field === 'manualUnit' && row.manual === false)

type AutoProps<R extends AutoForm> = {
  readonly label: string
  readonly field: keyof R & FieldName
  readonly row: R
  readonly changed: boolean
  readonly problem: Problem | undefined
  readonly readOnly: boolean
  readonly onEdit: (edit: Partial<R>) => void
  readonly onItems: () => void
}

/** A field of a play group's settings, for replenishment and for fly-out. */
export const GroupField = <R extends AutoForm & Partial<RowForm>>(props: AutoProps<R>): ReactNode => {
  const { label, field, row, changed, problem, readOnly, onEdit, onItems } = props
  const edit = (value: unknown): void => onEdit({ [field]: value } as Partial<R>)
  if (field === 'enabled' || field === 'manual')
    return <Switch label={label} checked={row[field] === true} changed={changed} disabled={readOnly} onChange={edit} />
  if (field === 'mode')
    return (
      <Choice<AutoMode>
        label={label}
        value={row.mode}
        options={MODES}
        changed={changed}
        disabled={readOnly}
        onChange={edit}
      />
    )
  if (field === 'items')
    return (
      <button
        type="button"
        className={changed ? `${css.settingItems} ${css.settingItemsChanged}` : css.settingItems}
        aria-label={`${label} ${words.itemCount(row.items.length)}`}
        onClick={onItems}
      >
        {words.itemCount(row.items.length)}
      </button>
    )
  const idle = isIdle(field, row)
  return (
    <FieldInput
      label={label}
      value={String(row[field])}
      changed={changed}
      problem={problem === undefined ? null : words.problems[problem]}
      disabled={readOnly || idle}
      {...(idle || PLACEHOLDERS[field] === undefined ? {} : { placeholder: PLACEHOLDERS[field] })}
      onChange={edit}
    />
  )
}

type Props = {
  readonly view: RowView
  readonly field: FieldName
  readonly onEdit: (groupId: number, edit: Partial<RowForm>) => void
  readonly onItems: (groupId: number) => void
  readonly readOnly: boolean
}

export const SettingField = ({ view, field, onEdit, onItems, readOnly }: Props): ReactNode => {
  const { groupId, name, row, saved } = view
  return (
    <GroupField<RowForm>
      label={words.fieldOf(name, words.columns[field])}
      field={field}
      row={row}
      changed={!sameField(field, row, saved)}
      problem={problemsOf(row)[field]}
      readOnly={readOnly}
      onEdit={(edit) => onEdit(groupId, edit)}
      onItems={() => onItems(groupId)}
    />
  )
}
