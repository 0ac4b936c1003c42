import type { ReactNode } from 'react'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { FieldTable } from '../../../ui/matrix/field-table.tsx'
import settingCss from '../settings/setting.module.css'
import { fieldText, GroupField } from '../settings/setting-field.tsx'
import { cellEdit, cellText, rowEdits } from '../settings/settings-model.ts'
import css from './fly-out.module.css'
import { FLY_FIELDS, type FlyField, type FlyRow, flyProblems, sameFly, savedFly } from './fly-out-model.ts'
import type { FlyOutAccount, FlyOutSaved } from './use-fly-out.ts'

const words = replenishmentText
export const FLY_TITLES: Readonly<Record<FlyField, string>> = {
  enabled: words.columns.enabled,
  pilotId: flyOutText.settings.account,
  mode: words.columns.mode,
  holdLimit: words.columns.holdLimit,
  maxLoss: words.columns.maxLoss,
  unit: words.columns.unit,
  items: words.columns.items,
}
const NARROW: ReadonlySet<FlyField> = new Set(['enabled', 'mode', 'items'])
const cellClass = (field: FlyField): string | undefined =>
  field === 'pilotId' ? 'left' : NARROW.has(field) ? settingCss.settingNarrow : settingCss.settingAmount

/** The row in the form of the replenishment settings, which have more fields. */
const settingOf = (row: FlyRow) => ({ ...row, acceptLimit: '', sendLimit: '', manual: false, manualUnit: '' })

/** A field's value as text. */
export const flyText = (field: FlyField, row: FlyRow, accounts: readonly FlyOutAccount[]): string => {
  if (field !== 'pilotId') return fieldText(field, settingOf(row))
  const account = accounts.find(({ pilotId }) => String(pilotId) === row.pilotId)
  return account?.accountName ?? flyOutText.settings.noAccount
}

type Row = { readonly groupId: number; readonly name: string; readonly row: FlyRow }

type Props = {
  readonly rows: readonly Row[]
  readonly saved: FlyOutSaved
  readonly accounts: readonly FlyOutAccount[]
  readonly readOnly: boolean
  readonly onEdit: (groupId: number, edit: Partial<FlyRow>) => void
  readonly onItems: (groupId: number) => void
}

type FieldProps = Omit<Props, 'rows'> & { readonly view: Row; readonly field: FlyField }

const onlyAccount = (accounts: readonly FlyOutAccount[]): Partial<FlyRow> =>
  accounts.length === 1 ? { pilotId: String(accounts[0]?.pilotId) } : {}

const FlyOutField = (props: FieldProps): ReactNode => {
  const { view, field, saved, accounts, readOnly, onEdit, onItems } = props
  const { groupId, name, row } = view
  const label = words.fieldOf(name, FLY_TITLES[field])
  const changed = !sameFly(field, row, savedFly(saved, groupId))
  const problem = flyProblems(row, new Set(accounts.map(({ pilotId }) => String(pilotId))))[field]
  if (field === 'pilotId')
    return (
      <span className="field">
        <Choice
          label={label}
          value={row.pilotId}
          changed={changed}
          disabled={readOnly}
          options={[
            { value: '', label: flyOutText.settings.noAccount },
            ...accounts.map(({ pilotId, accountName, nickname }) => ({
              value: String(pilotId),
              label: nickname === '' ? accountName : `${accountName} ${nickname}`,
            })),
          ]}
          onChange={(pilotId) => onEdit(groupId, { pilotId })}
        />
        {problem === undefined ? null : (
          <span className="field-problem" role="alert">
            {flyOutText.settings.accountNeeded}
          </span>
        )}
      </span>
    )
  return (
    <GroupField<FlyRow>
      label={label}
      field={field}
      row={row}
      changed={changed}
      problem={problem === 'accountNeeded' ? undefined : problem}
      readOnly={readOnly}
      // A single account needs no choice.
      onEdit={(edit) =>
        onEdit(groupId, edit.enabled && row.pilotId === '' ? { ...edit, ...onlyAccount(accounts) } : edit)
      }
      onItems={() => onItems(groupId)}
    />
  )
}

const isChanged = ({ groupId, row }: Row, saved: FlyOutSaved): boolean =>
  FLY_FIELDS.some((field) => !sameFly(field, row, savedFly(saved, groupId)))

const Dot = (): ReactNode => <i className={settingCss.settingDot} title={words.unsaved} />

const FlyRowCells = ({ view, ...rest }: Omit<FieldProps, 'field'>): ReactNode => (
  <tr data-group={view.groupId}>
    <th scope="row" className="left pin edge">
      {view.name}
      {isChanged(view, rest.saved) ? <Dot /> : null}
    </th>
    {FLY_FIELDS.map((field) => (
      <td key={field} className={cellClass(field)}>
        <FlyOutField {...rest} view={view} field={field} />
      </td>
    ))}
  </tr>
)

/** What a text means in a field: of the account its id, or its name as a spreadsheet has it. */
const flyEdit =
  (accounts: readonly FlyOutAccount[]) =>
  (field: FlyField, text: string): Partial<FlyRow> | null => {
    if (field !== 'pilotId') return cellEdit(field, text)
    const found = accounts.find(({ pilotId, accountName }) => String(pilotId) === text || accountName === text)
    return found || text === '' ? { pilotId: String(found?.pilotId ?? '') } : null
  }

/** One row per play group; on a phone one card. */
export const FlyOutGroups = (props: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { rows, ...rest } = props
  if (mobile) return <Cards {...props} />
  return (
    <FieldTable
      label={words.groupSettings}
      scrollClassName={settingCss.settingScroll}
      className={`${settingCss.settingTable} ${css.flyOutTable}`}
      size={{ rows: rows.length, columns: FLY_FIELDS.length }}
      valueAt={({ row, column }) => {
        const [view, field] = [rows[row], FLY_FIELDS[column]]
        if (!view || !field) return null
        return field === 'pilotId' ? view.row.pilotId : cellText(field, view.row)
      }}
      onEdit={(edits) => {
        if (rest.readOnly) return
        for (const [row, edit] of rowEdits(edits, FLY_FIELDS, flyEdit(rest.accounts))) {
          const view = rows[row]
          if (view) rest.onEdit(view.groupId, edit)
        }
      }}
    >
      <thead>
        <tr>
          <th scope="col" className="left pin edge">
            {words.columns.group}
          </th>
          {FLY_FIELDS.map((field) => (
            <th key={field} scope="col" className={cellClass(field)}>
              {FLY_TITLES[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((view) => (
          <FlyRowCells key={view.groupId} {...rest} view={view} />
        ))}
      </tbody>
    </FieldTable>
  )
}

const glance = ({ row }: Row, accounts: readonly FlyOutAccount[]): string => {
  if (!row.enabled) return `${words.columns.enabled} ${words.off}`
  const limit = row.mode === 'stake' ? 'holdLimit' : 'maxLoss'
  const account = accounts.find(({ pilotId }) => String(pilotId) === row.pilotId)?.accountName
  return `${words.columns[limit]} ${fieldText(limit, settingOf(row))} · ${account ?? flyOutText.settings.noAccount}`
}

const Cards = (props: Props): ReactNode => {
  const { rows, ...rest } = props
  return (
    <ul className={settingCss.settingCards}>
      {rows.map((view) => (
        <li key={view.groupId} data-group={view.groupId}>
          <details>
            <summary>
              <span>
                <b>{view.name}</b>
                {isChanged(view, props.saved) ? <Dot /> : null}
                <small>{glance(view, props.accounts)}</small>
              </span>
            </summary>
            <div className={settingCss.settingFields}>
              {FLY_FIELDS.filter((field) => field !== 'enabled').map((field) => (
                <div key={field}>
                  <span className={settingCss.settingLabel}>{FLY_TITLES[field]}</span>
                  <FlyOutField {...rest} view={view} field={field} />
                </div>
              ))}
            </div>
          </details>
          <span className={settingCss.settingCardSwitch}>
            <FlyOutField {...rest} view={view} field="enabled" />
          </span>
        </li>
      ))}
    </ul>
  )
}
