import { type ReactNode, useEffect, useRef } from 'react'
import type { PlayGroup } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { boardText } from '../../text/zh-CN/board.ts'
import type { AmountMode } from './board-model.ts'
import type { GroupRow } from './use-board.ts'

type Props = {
  readonly groups: readonly PlayGroup[]
  readonly rows: readonly GroupRow[]
  readonly chosen: string | null
  readonly mode: AmountMode
  readonly onChoose: (code: string) => void
}

const stakeOf = (row: GroupRow, mode: AmountMode): string =>
  mode === 'total' ? row.stake : mode === 'held' ? row.held : row.net

/** The play groups with what rides on each and its worst result. */
export const GroupTabs = ({ groups, rows, chosen, mode, onChoose }: Props): ReactNode => {
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector(`[data-group="${CSS.escape(chosen ?? '')}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <fieldset className="groups" ref={list}>
      <legend className="visually-hidden">{boardText.groups}</legend>
      {groups.map((group) => {
        const row = rows.find((one) => one.groupId === group.id)
        const on = group.code === chosen
        return (
          <label key={group.id} data-group={group.code} className={on ? 'group group-on' : 'group'}>
            <input
              type="radio"
              className="visually-hidden"
              name="group"
              checked={on}
              onChange={() => onChoose(group.code)}
            />
            <span className="group-name">
              {group.name}
              {row && row.warn !== 0 ? <i className="group-warn" title={boardText.overLimit[row.warn]} /> : null}
            </span>
            <span className="group-figures">
              <Amount value={row ? stakeOf(row, mode) : null} as="whole" />
              <Amount value={row?.worst ?? null} as="whole" />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
