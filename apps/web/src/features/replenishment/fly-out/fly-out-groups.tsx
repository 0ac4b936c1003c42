import type { ReactNode } from 'react'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { moveInGrid } from '../../../ui/fields/field-input.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import settingCss from '../settings/setting.module.css'
import { fieldText, GroupField } from '../settings/setting-field.tsx'
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

type FieldProps = Omit<Props, 'rows'> & { readonly view: Row; readonly field: FlyField; readonly cell?: string }

const onlyAccount = (accounts: readonly FlyOutAccount[]): Partial<FlyRow> =>
  accounts.length === 1 ? { pilotId: String(accounts[0]?.pilotId) } : {}

const FlyOutField = (props: FieldProps): ReactNode => {
  const { view, field, saved, accounts, readOnly, onEdit, onItems, cell } = props
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
      cell={cell}
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

/** One row per play group; on a phone one card. */
export const FlyOutGroups = (props: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { rows, ...rest } = props
  if (mobile) return <Cards {...props} />
  return (
    <div className={`table-scroll ${settingCss.settingScroll}`}>
      <table className={`table ${settingCss.settingTable} ${css.flyOutTable}`} onKeyDown={moveInGrid}>
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
          {rows.map((view, line) => (
            <tr key={view.groupId} data-group={view.groupId}>
              <th scope="row" className="left pin edge">
                {view.name}
                {isChanged(view, props.saved) ? <Dot /> : null}
              </th>
              {FLY_FIELDS.map((field, column) => (
                <td key={field} className={cellClass(field)}>
                  <FlyOutField {...rest} view={view} field={field} cell={`${line}:${column}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
