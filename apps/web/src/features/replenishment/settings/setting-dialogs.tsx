import type { ReactNode } from 'react'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { type Difference, Differences } from '../../../components/dialogs/differences.tsx'
import { addAmounts, showAmount } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { fieldText } from './setting-field.tsx'
import type { Pankou, RowChange } from './settings-model.ts'
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

const changed = (key: string, what: string, before: string, after: string): Difference<keyof typeof words.diff> => ({
  key,
  cells: { what, before, after },
  tones: { before: 'old', after: 'new' },
})

/** The changes of a save, field by field, old and new. */
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
    <Differences
      head={words.diff}
      rows={[
        ...(pankou ? [changed('pankou', words.pankou, pankou.before, pankou.after)] : []),
        ...changes.map(({ groupId, field, before, after }) =>
          changed(
            `${groupId}-${field}`,
            words.fieldOf(nameOf(groupId), words.columns[field]),
            fieldText(field, before),
            fieldText(field, after),
          ),
        ),
      ]}
    />
  </Dialog>
)

/** Orders that a save has placed at once. */
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
        {words.sentSome(sent.length, showAmount(sum))}
      </p>
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
    </Dialog>
  )
}
