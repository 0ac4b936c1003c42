import { PERMISSION } from '@strata/contract/permissions'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { InPages } from '../../../components/data-table/in-pages.tsx'
import { ConflictChoice } from '../../../components/dialogs/conflict.tsx'
import { CappedFills } from '../../../components/max-fill/capped-fills.tsx'
import { readTyped, sameTyped } from '../../../lib/typed-amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { FieldTable } from '../../../ui/matrix/field-table.tsx'
import type { CellEdit } from '../../../ui/matrix/matrix-model.ts'
import { NO_DRAFT, useDrafts, writeDraft } from '../settings/drafts.ts'
import css from '../settings/setting.module.css'
import { SettingsBar } from '../settings/settings-bar.tsx'
import { BulkDialog } from './downline-bulk-dialog.tsx'
import {
  type AcceptType,
  acceptTypesFor,
  bulkEdit,
  type Child,
  type ChildEdits,
  countChanges,
  countProblems,
  downlineConflicts,
  overwritesChildren,
  remainingChildren,
  savedFill,
  shownFill,
  shownType,
} from './downline-model.ts'
import { useSaveDownline } from './use-save-downline.ts'

const words = replenishmentText
const PERMISSIONS: readonly number[] = [PERMISSION.downlineAccept, PERMISSION.maxFill]

type Props = {
  readonly game: GameType
  readonly merchant: number | null
  readonly downline: readonly Child[]
  readonly head: boolean
  readonly draft: string
}

type ToolsProps = {
  readonly all: readonly number[]
  readonly chosen: ReadonlySet<number>
  readonly readOnly: boolean
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  readonly onBulk: () => void
}

const Tools = ({ all, chosen, readOnly, onChoose, onBulk }: ToolsProps): ReactNode => (
  <div className={css.downlineTools}>
    <p>{words.downlineNote}</p>
    <span>{words.chosen(chosen.size)}</span>
    <button
      type="button"
      className="ghost-button"
      onClick={() => onChoose(chosen.size === all.length ? new Set() : new Set(all))}
    >
      {chosen.size === all.length ? words.none : words.all}
    </button>
    <button type="button" className="ghost-button" disabled={readOnly || chosen.size === 0} onClick={onBulk}>
      {words.bulk}
    </button>
  </div>
)

/** How this path treats each child's replenishment, and the largest amount that each may send up. */
export const DownlineSection = ({ game, merchant, downline, head, draft }: Props): ReactNode => {
  const List = useMedia(MOBILE) ? DownlineCards : DownlineTable
  const { children: edits, childrenBegan } = useDrafts(({ held }) => held[draft]) ?? NO_DRAFT
  const opened = childrenBegan ?? downline
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [bulk, setBulk] = useState(false)
  const readOnly = !useSession((session) => session.permissionIds.some((id) => PERMISSIONS.includes(id)))
  // Each change builds on the one before it: a pasted block makes several at once.
  const change = (next: (held: ChildEdits) => ChildEdits, over: readonly Child[] = opened): void =>
    writeDraft(draft, (held) => {
      const children = next(held.children)
      return { ...held, children, childrenBegan: Object.keys(children).length === 0 ? null : [...over] }
    })
  const { saving, save, theirs, setTheirs } = useSaveDownline(game.id, merchant, () => change(() => ({})))
  // Changes of another user are shown first, because saving with the new version would overwrite them.
  const review = (): void => {
    if (overwritesChildren({ opened, now: downline, edits, groups: game.groups })) setTheirs(downline)
    else save(downline, edits)
  }
  if (downline.length === 0) return <p className="message-line">{words.downlineEmpty}</p>
  const all = downline.map(({ agentPathsId }) => agentPathsId)
  const list: DownlineListProps = {
    game,
    downline,
    head,
    edits,
    readOnly,
    chosen,
    onChoose: setChosen,
    onType: (child, acceptType) => change((held) => bulkEdit(held, [child], { acceptType, fill: null, groupIds: [] })),
    onFill: (child, groupId, fill) =>
      change((held) => bulkEdit(held, [child], { acceptType: null, fill, groupIds: [groupId] })),
  }
  return (
    <>
      <Tools {...{ all, chosen, readOnly }} onChoose={setChosen} onBulk={() => setBulk(true)} />
      <InPages rows={downline}>{(shown) => <List {...list} downline={shown} />}</InPages>
      <SettingsBar
        changes={countChanges(downline, edits)}
        problems={countProblems(downline, edits)}
        busy={saving.busy}
        readOnly={readOnly}
        actionLabel={words.save}
        onDiscard={() => change(() => ({}))}
        onSave={review}
      />
      {bulk ? (
        <BulkDialog
          count={chosen.size}
          head={head}
          groups={game.groups}
          onClose={() => setBulk(false)}
          onApply={(choice) => {
            change((held) => bulkEdit(held, [...chosen], choice))
            setBulk(false)
          }}
        />
      ) : null}
      {saving.preview ? (
        <CappedFills
          groups={game.groups}
          capped={saving.preview.affected}
          onConfirm={saving.confirm}
          onClose={saving.close}
        />
      ) : null}
      {theirs ? (
        <ConflictChoice
          cells={downlineConflicts({ opened, now: theirs, edits, groups: game.groups })}
          onApply={(given) => {
            change((held) => remainingChildren(held, given), theirs)
            setTheirs(null)
          }}
          onClose={() => setTheirs(null)}
        />
      ) : null}
    </>
  )
}

type DownlineListProps = {
  readonly game: GameType
  readonly downline: readonly Child[]
  readonly head: boolean
  readonly edits: ChildEdits
  readonly readOnly: boolean
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  readonly onType: (child: number, acceptType: AcceptType) => void
  readonly onFill: (child: number, groupId: number, fill: string) => void
}

const Chooser = ({ child, chosen, onChoose }: DownlineListProps & { readonly child: Child }): ReactNode => (
  <input
    type="checkbox"
    aria-label={`${words.choose} ${child.accountName}`}
    checked={chosen.has(child.agentPathsId)}
    onChange={(event) => {
      const next = new Set(chosen)
      if (event.currentTarget.checked) next.add(child.agentPathsId)
      else next.delete(child.agentPathsId)
      onChoose(next)
    }}
  />
)

const TypeField = ({ child, head, edits, readOnly, onType }: DownlineListProps & { readonly child: Child }) => {
  const value = shownType(child, edits)
  const types = acceptTypesFor(head)
  // A type that can no longer be chosen must still be shown.
  const options = types.includes(value) ? types : [...types, value]
  return (
    <Choice
      label={`${child.accountName} ${words.downlineColumns.acceptType}`}
      value={String(value)}
      options={options.map((type) => ({ value: String(type), label: appText.replenishTypes[type] ?? '' }))}
      changed={value !== child.acceptType}
      disabled={readOnly}
      onChange={(type) => onType(child.agentPathsId, Number(type) as AcceptType)}
    />
  )
}

type FillProps = DownlineListProps & {
  readonly child: Child
  readonly groupId: number
  readonly name: string
}

const FillField = ({ child, groupId, name, edits, readOnly, onFill }: FillProps): ReactNode => {
  const value = shownFill(child, edits, groupId)
  return (
    <FieldInput
      label={words.maxFillOf(child.accountName, name)}
      value={value}
      changed={!sameTyped(value, savedFill(child, groupId))}
      problem={readTyped(value).ok ? null : words.problems.amount}
      placeholder={words.noLimit}
      disabled={readOnly}
      onChange={(text) => onFill(child.agentPathsId, groupId, text)}
    />
  )
}

const DownlineRow = ({ child, ...props }: DownlineListProps & { readonly child: Child }): ReactNode => (
  <tr data-account={child.accountName}>
    <th scope="row" className="left pin edge">
      <span className={css.downlineName}>
        <Chooser {...props} child={child} />
        {child.accountName}
      </span>
    </th>
    <td className="left edge">
      <TypeField {...props} child={child} />
    </td>
    {props.game.groups.map(({ id, name }) => (
      <td key={id} className={css.settingAmount}>
        <FillField {...props} child={child} groupId={id} name={name} />
      </td>
    ))}
  </tr>
)

/** The texts of cells as changes of children: the first column is the type, the others are the play groups. */
const editDownline = (props: DownlineListProps, edits: readonly CellEdit[]): void => {
  const types = new Map<string, AcceptType>(
    acceptTypesFor(props.head).map((type) => [appText.replenishTypes[type], type]),
  )
  for (const { row, column, value } of edits) {
    const child = props.downline[row]?.agentPathsId
    if (child === undefined) continue
    const [type, group] = [types.get(value), props.game.groups[column - 1]]
    if (column > 0 && group) props.onFill(child, group.id, value)
    else if (column === 0 && type !== undefined) props.onType(child, type)
  }
}

/** A matrix of children by play groups. */
const DownlineTable = (props: DownlineListProps): ReactNode => {
  const { game, downline, edits, readOnly } = props
  return (
    <FieldTable
      label={words.downlineTable}
      scrollClassName={css.settingScroll}
      className={css.settingTable}
      size={{ rows: downline.length, columns: game.groups.length + 1 }}
      valueAt={({ row, column }) => {
        const [child, group] = [downline[row], game.groups[column - 1]]
        if (!child) return null
        return group ? shownFill(child, edits, group.id) : (appText.replenishTypes[shownType(child, edits)] ?? null)
      }}
      onEdit={(made) => {
        if (!readOnly) editDownline(props, made)
      }}
    >
      <thead>
        <tr>
          <th scope="col" className={`left pin edge ${css.settingFit}`}>
            {words.downlineColumns.account}
          </th>
          <th scope="col" className={`left edge ${css.settingFit}`}>
            {words.downlineColumns.acceptType}
          </th>
          {game.groups.map(({ id, name }) => (
            <th key={id} scope="col" className={css.settingAmount}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {downline.map((child) => (
          <DownlineRow key={child.agentPathsId} {...props} child={child} />
        ))}
      </tbody>
    </FieldTable>
  )
}

const DownlineCards = (props: DownlineListProps): ReactNode => (
  <ul className={`${css.settingCards} ${css.downlineCards}`}>
    {props.downline.map((child) => (
      <li key={child.agentPathsId} data-account={child.accountName}>
        <div className={css.downlineCard}>
          <span className={css.downlineName}>
            <Chooser {...props} child={child} />
            <b>{child.accountName}</b>
          </span>
          <TypeField {...props} child={child} />
        </div>
        <details>
          <summary>{words.expand}</summary>
          <div className={css.settingFields}>
            {props.game.groups.map(({ id, name }) => (
              <div key={id}>
                <span className={css.settingLabel}>{name}</span>
                <FillField {...props} child={child} groupId={id} name={name} />
              </div>
            ))}
          </div>
        </details>
      </li>
    ))}
  </ul>
)
