import { type ReactNode, useState } from 'react'
import type { PlayGroup } from '../../../api/shared-queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { readTyped } from '../../../lib/typed-amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import css from '../settings/setting.module.css'
import { type AcceptType, acceptTypesFor, type Bulk } from './downline-model.ts'

const words = replenishmentText

type Props = {
  readonly count: number
  readonly head: boolean
  readonly groups: readonly PlayGroup[]
  readonly onApply: (bulk: Bulk) => void
  readonly onClose: () => void
}

/** Sets one accept type or one limit for all chosen children. */
export const BulkDialog = ({ count, head, groups, onApply, onClose }: Props): ReactNode => {
  const [type, setType] = useState('')
  const [fill, setFill] = useState('')
  const [group, setGroup] = useState('')
  const unlimited = fill.trim() === words.bulkNoLimitWord
  const fine = unlimited || readTyped(fill).ok
  const nothing = type === '' && fill.trim() === ''
  const apply = (): void =>
    onApply({
      acceptType: type === '' ? null : (Number(type) as AcceptType),
      fill: unlimited ? '' : fill.trim() === '' ? null : fill,
      groupIds: group === '' ? groups.map(({ id }) => id) : [Number(group)],
    })
  return (
    <Dialog
      title={words.bulkTitle(count)}
      width={460}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="plain-button" disabled={!fine || nothing} onClick={apply}>
            {words.apply}
          </button>
        </>
      }
    >
      <div className={css.bulkFields}>
        <span className={css.settingLabel}>{words.bulkAccept}</span>
        <Choice
          label={words.bulkAccept}
          value={type}
          options={[
            { value: '', label: words.bulkKeep },
            ...acceptTypesFor(head).map((one) => ({ value: String(one), label: appText.replenishTypes[one] ?? '' })),
          ]}
          onChange={setType}
        />
        <span className={css.settingLabel}>{words.bulkFillGroups}</span>
        <Choice
          label={words.bulkFillGroups}
          value={group}
          options={[
            { value: '', label: words.all },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setGroup}
        />
        <span className={css.settingLabel}>{words.bulkFill}</span>
        <FieldInput
          label={words.bulkFill}
          mode="text"
          value={fill}
          problem={fine ? null : words.problems.amount}
          onChange={setFill}
        />
      </div>
      <p className="dialog-note">{words.bulkFillHint}</p>
    </Dialog>
  )
}
