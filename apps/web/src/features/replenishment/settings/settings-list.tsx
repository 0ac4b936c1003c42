import type { ReactNode } from 'react'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { FieldTable } from '../../../ui/matrix/field-table.tsx'
import css from './setting.module.css'
import { fieldText, type RowView, SettingField } from './setting-field.tsx'
import {
  cellEdit,
  cellText,
  FIELDS,
  type FieldName,
  HEAD_FIELDS,
  type RowForm,
  rowEdits,
  sameField,
} from './settings-model.ts'

export type SettingsListProps = {
  readonly rows: readonly RowView[]
  readonly head: boolean
  readonly readOnly: boolean
  readonly onEdit: (groupId: number, edit: Partial<RowForm>) => void
  readonly onItems: (groupId: number) => void
  readonly onCopy: (groupId: number) => void
}

const words = replenishmentText
const NARROW: ReadonlySet<FieldName> = new Set(['enabled', 'mode', 'items', 'manual'])
const BANDS = [
  { label: words.groupsAuto, fields: FIELDS.slice(0, 6) },
  { label: words.groupsLimits, fields: FIELDS.slice(6, 8) },
  { label: words.groupsManual, fields: FIELDS.slice(8) },
]
const LAST_OF_BAND: ReadonlySet<FieldName> = new Set(['items', 'sendLimit', 'manualUnit'])

const cellClass = (field: FieldName): string =>
  `${NARROW.has(field) ? css.settingNarrow : css.settingAmount}${LAST_OF_BAND.has(field) ? ' edge' : ''}`

const isChanged = ({ row, saved }: RowView): boolean => FIELDS.some((field) => !sameField(field, row, saved))

const hintOf = (field: FieldName): string | undefined => (words.hints as Partial<Record<FieldName, string>>)[field]

const TableHead = ({ head }: { readonly head: boolean }): ReactNode => (
  <thead>
    {head ? null : (
      <tr>
        <th scope="col" className="left pin edge" rowSpan={2}>
          {words.columns.group}
        </th>
        {BANDS.map(({ label, fields: band }) => (
          <th key={label} scope="colgroup" colSpan={band.length} className="edge">
            {label}
          </th>
        ))}
        <th scope="col" rowSpan={2}>
          {words.columns.action}
        </th>
      </tr>
    )}
    <tr>
      {head ? (
        <th scope="col" className="left pin edge">
          {words.columns.group}
        </th>
      ) : null}
      {(head ? HEAD_FIELDS : FIELDS).map((field) => (
        <th key={field} scope="col" className={cellClass(field)} title={hintOf(field)}>
          {words.columns[field]}
        </th>
      ))}
      {head ? <th scope="col">{words.columns.action}</th> : null}
    </tr>
  </thead>
)

type RowProps = Omit<SettingsListProps, 'rows'> & { readonly view: RowView }

const TableRow = ({ view, head, readOnly, onEdit, onItems, onCopy }: RowProps): ReactNode => (
  <tr data-group={view.groupId}>
    <th scope="row" className="left pin edge">
      {view.name}
      {isChanged(view) ? <i className={css.settingDot} title={words.unsaved} /> : null}
    </th>
    {(head ? HEAD_FIELDS : FIELDS).map((field) => (
      <td key={field} className={cellClass(field)}>
        <SettingField view={view} field={field} onEdit={onEdit} onItems={onItems} readOnly={readOnly} />
      </td>
    ))}
    <td>
      <button
        type="button"
        className="link-button"
        disabled={readOnly}
        aria-label={words.copyRowTitle(view.name)}
        onClick={() => onCopy(view.groupId)}
      >
        {words.copyRow}
      </button>
    </td>
  </tr>
)

/** One row per play group. */
export const SettingsTable = ({ rows, ...rest }: SettingsListProps): ReactNode => {
  const { head, readOnly, onEdit } = rest
  const fields: readonly FieldName[] = head ? HEAD_FIELDS : FIELDS
  return (
    <FieldTable
      label={words.groupSettings}
      scrollClassName={css.settingScroll}
      className={head ? `${css.settingTable} ${css.settingHead}` : css.settingTable}
      size={{ rows: rows.length, columns: fields.length }}
      valueAt={({ row, column }) => {
        const [view, field] = [rows[row], fields[column]]
        return view && field ? cellText(field, view.row) : null
      }}
      onEdit={(edits) => {
        if (readOnly) return
        for (const [row, edit] of rowEdits(edits, fields, cellEdit)) {
          const view = rows[row]
          if (view) onEdit(view.groupId, edit)
        }
      }}
    >
      <TableHead head={head} />
      <tbody>
        {rows.map((view) => (
          <TableRow key={view.groupId} {...rest} view={view} />
        ))}
      </tbody>
    </FieldTable>
  )
}

/** The three most important values in one line. */
const glance = ({ row }: RowView, head: boolean): string => {
  if (head) return `${words.columns.acceptLimit} ${fieldText('acceptLimit', row)}`
  const limit = row.mode === 'stake' ? 'holdLimit' : 'maxLoss'
  const auto = row.enabled
    ? `${words.columns[limit]} ${fieldText(limit, row)}`
    : `${words.columns.enabled} ${words.off}`
  return `${auto} · ${words.columns.acceptLimit} ${fieldText('acceptLimit', row)}`
}

/** One card per play group on a phone: the switch, and the other fields after a tap. */
export const SettingsCards = (props: SettingsListProps): ReactNode => {
  const { rows, head, readOnly, onEdit, onItems, onCopy } = props
  /** The switch stands beside the card, and each mode has one of two limits. */
  const fieldsOf = ({ row }: RowView): readonly FieldName[] =>
    head
      ? HEAD_FIELDS
      : FIELDS.filter((field) => field !== 'enabled' && field !== (row.mode === 'stake' ? 'maxLoss' : 'holdLimit'))
  return (
    <ul className={css.settingCards}>
      {rows.map((view) => (
        <li key={view.groupId} data-group={view.groupId}>
          <details>
            <summary>
              <span>
                <b>{view.name}</b>
                {isChanged(view) ? <i className={css.settingDot} title={words.unsaved} /> : null}
                <small>{glance(view, head)}</small>
              </span>
            </summary>
            <div className={css.settingFields}>
              {fieldsOf(view).map((field) => (
                <div key={field}>
                  <span className={css.settingLabel}>{words.columns[field]}</span>
                  <SettingField view={view} field={field} onEdit={onEdit} onItems={onItems} readOnly={readOnly} />
                </div>
              ))}
            </div>
            <button
              type="button"
              className="ghost-button"
              disabled={readOnly}
              onClick={() => onCopy(view.groupId)}
              aria-label={words.copyRowTitle(view.name)}
            >
              {words.copyRow}
            </button>
          </details>
          {head ? null : (
            <span className={css.settingCardSwitch}>
              <SettingField view={view} field="enabled" onEdit={onEdit} onItems={onItems} readOnly={readOnly} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
