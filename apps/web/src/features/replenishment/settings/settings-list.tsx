import type { ReactNode } from 'react'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { moveInGrid } from '../../../ui/fields/field-input.tsx'
import css from './setting.module.css'
import { fieldText, type RowView, SettingField } from './setting-field.tsx'
import { FIELDS, type FieldName, HEAD_FIELDS, type RowForm, sameField } from './settings-model.ts'

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

/** One row per play group; arrows and Enter move within a column. */
export const SettingsTable = (props: SettingsListProps): ReactNode => {
  const { rows, head, readOnly, onEdit, onItems, onCopy } = props
  const fields: readonly FieldName[] = head ? HEAD_FIELDS : FIELDS
  return (
    <div className={`table-scroll ${css.settingScroll}`}>
      <table
        className={head ? `table ${css.settingTable} ${css.settingHead}` : `table ${css.settingTable}`}
        onKeyDown={moveInGrid}
      >
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
          <tr className={head ? '' : css.headTwo}>
            {head ? (
              <th scope="col" className="left pin edge">
                {words.columns.group}
              </th>
            ) : null}
            {fields.map((field) => (
              <th key={field} scope="col" className={cellClass(field)} title={hintOf(field)}>
                {words.columns[field]}
              </th>
            ))}
            {head ? <th scope="col">{words.columns.action}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((view, line) => (
            <tr key={view.groupId} data-group={view.groupId}>
              <th scope="row" className="left pin edge">
                {view.name}
                {isChanged(view) ? <i className={css.settingDot} title={words.unsaved} /> : null}
              </th>
              {fields.map((field, column) => (
                <td key={field} className={cellClass(field)}>
                  <SettingField
                    view={view}
                    field={field}
                    onEdit={onEdit}
                    onItems={onItems}
                    readOnly={readOnly}
                    cell={`${line}:${column}`}
                  />
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
          ))}
        </tbody>
      </table>
    </div>
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
  const fields: readonly FieldName[] = head ? HEAD_FIELDS : FIELDS.filter((field) => field !== 'enabled')
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
              {fields.map((field) => (
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
