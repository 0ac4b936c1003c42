import type { ReactNode } from 'react'
import type { GameType } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { addAmounts, showAmount } from '../../lib/amount.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { replenishmentText } from '../../text/zh-CN/replenishment.ts'
import { fieldText } from './setting-field.tsx'
import type { Conflict, FieldName, Pankou, RowChange } from './settings-model.ts'
import type { Sent } from './use-settings.ts'

const words = replenishmentText

export type NameOf = (groupId: number) => string

type ReviewProps = {
  readonly changes: readonly RowChange[]
  readonly pankou: { readonly before: Pankou; readonly after: Pankou } | null
  readonly nameOf: NameOf
  readonly busy: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** What a save will touch, field by field, old and new. */
export const ReviewDialog = ({ changes, pankou, nameOf, busy, onSave, onClose }: ReviewProps): ReactNode => (
  <Dialog
    title={words.reviewTitle}
    onClose={onClose}
    footer={
      <>
        <button type="button" className="ghost-button" onClick={onClose}>
          {words.cancel}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: the one question of the dialog */}
        <button type="button" className="plain-button" autoFocus disabled={busy} onClick={onSave}>
          {busy ? words.saving : words.save}
        </button>
      </>
    }
  >
    <p className="dialog-note">{words.reviewNote}</p>
    <table className="table setting-diff">
      <thead>
        <tr>
          {Object.values(words.diff).map((word) => (
            <th key={word} scope="col" className="left">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pankou ? (
          <tr>
            <td className="left">—</td>
            <td className="left">{words.pankou}</td>
            <td className="left setting-before">{pankou.before}</td>
            <td className="left setting-after">{pankou.after}</td>
          </tr>
        ) : null}
        {changes.map(({ groupId, field, before, after }) => (
          <tr key={`${groupId}-${field}`}>
            <td className="left">{nameOf(groupId)}</td>
            <td className="left">{words.columns[field]}</td>
            <td className="left setting-before">{fieldText(field, before)}</td>
            <td className="left setting-after">{fieldText(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Dialog>
)

/** What left at once because of a save. */
export const SentDialog = ({
  sent,
  game,
  onClose,
}: {
  readonly sent: Sent
  readonly game: GameType
  readonly onClose: () => void
}): ReactNode => {
  const names = new Map(game.groups.flatMap(({ plays }) => plays.map(({ code, name }) => [code, name])))
  const sum = addAmounts(sent.map(({ amount }) => amount))
  return (
    <Dialog
      title={words.sentTitle}
      width={720}
      onClose={onClose}
      footer={
        // biome-ignore lint/a11y/noAutofocus: nothing else is to be done here
        <button type="button" className="plain-button" autoFocus onClick={onClose}>
          {appText.close}
        </button>
      }
    >
      <p className="dialog-note" role="status">
        {sent.length === 0 ? words.sentNone : words.sentSome(sent.length, showAmount(sum))}
      </p>
      {sent.length === 0 ? null : (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="left">
                  {words.sentColumns.period}
                </th>
                <th scope="col" className="left">
                  {words.sentColumns.item}
                </th>
                <th scope="col">{words.sentColumns.amount}</th>
                <th scope="col" className="left">
                  {words.sentColumns.taker}
                </th>
                <th scope="col" className="left">
                  {words.sentColumns.orderNo}
                </th>
              </tr>
            </thead>
            <tbody>
              {sent.map((order) => (
                <tr key={order.orderNo}>
                  <td className="left">{order.periodNo}</td>
                  <td className="left">
                    {names.get(order.playCode) ?? order.playCode} {order.itemName}
                  </td>
                  <td>
                    <Amount value={order.amount} />
                  </td>
                  <td className="left">
                    {order.kind === 'flyout' ? words.flyout : (appText.roles[order.takerRoleId] ?? '')}
                  </td>
                  <td className="left">{order.orderNo}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

type ConflictProps = {
  readonly conflicts: readonly Conflict[]
  readonly nameOf: NameOf
  readonly onTheirs: (groupId: number, field: FieldName) => void
  readonly onGoOn: () => void
  readonly onClose: () => void
}

/** Both versions side by side; whatever is not taken over from theirs stays as typed. */
export const ConflictDialog = ({ conflicts, nameOf, onTheirs, onGoOn, onClose }: ConflictProps): ReactNode => (
  <Dialog
    title={words.conflictTitle}
    width={820}
    onClose={onClose}
    footer={
      <>
        <button type="button" className="ghost-button" onClick={onClose}>
          {words.cancel}
        </button>
        <button type="button" className="plain-button" onClick={onGoOn}>
          {words.goOn}
        </button>
      </>
    }
  >
    <p className="dialog-warn">{words.conflictNote}</p>
    {conflicts.some(({ mine }) => mine !== null) ? null : <p className="dialog-note">{words.conflictNone}</p>}
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            {[words.diff.group, words.diff.field, ...Object.values(words.conflictColumns), ''].map((word) => (
              <th key={word} scope="col" className="left">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ groupId, field, began, theirs, mine }) => (
            <tr key={`${groupId}-${field}`}>
              <td className="left">{nameOf(groupId)}</td>
              <td className="left">{words.columns[field]}</td>
              <td className="left">{fieldText(field, began)}</td>
              <td className="left setting-theirs">{fieldText(field, theirs)}</td>
              <td className={mine ? 'left setting-after' : 'left'}>
                {mine ? fieldText(field, mine) : words.untouched}
              </td>
              <td className="left">
                {mine ? (
                  <button type="button" className="link-button" onClick={() => onTheirs(groupId, field)}>
                    {words.useTheirs}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Dialog>
)
