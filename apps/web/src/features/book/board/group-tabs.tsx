import { type ReactNode, useEffect, useRef } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { addAmounts, readAmount } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { type AmountMode, type BoardRow, figuresOf, type RowsFigures, rowsOfPlays } from '../board-state/board-model.ts'
import type { BoardTab } from '../board-state/board-tabs.ts'
import type { GroupRow } from '../board-state/use-board.ts'
import css from './group-tabs.module.css'

type Props = {
  readonly tabs: readonly BoardTab[]
  /** Figures of every play group. */
  readonly rows: readonly GroupRow[]
  /** Rows of the whole game, if the page has them: for pages with parts of groups, whose figures are summed here. */
  readonly loaded: readonly BoardRow[] | null
  /** Rows of the chosen page. */
  readonly own: readonly BoardRow[]
  readonly chosen: string | null
  readonly mode: AmountMode
  readonly onChoose: (code: string) => void
}

const stakeOf = (row: GroupRow, mode: AmountMode): string =>
  mode === 'total' ? row.stake : mode === 'held' ? row.held : row.net

/** Whether the page shows every play of its groups, so that the groups' figures are its own. */
const isWhole = (tab: BoardTab): boolean => {
  const shown = new Set(tab.sections.flatMap((section) => section.plays))
  return tab.groups.every((group) => group.plays.every((play) => shown.has(play.code)))
}

const tabFigures = (tab: BoardTab, { rows, loaded, own: chosenRows, chosen, mode }: Props): RowsFigures | null => {
  if (!isWhole(tab)) {
    const known = loaded ?? (tab.code === chosen ? chosenRows : null)
    if (!known) return null
    return figuresOf(
      rowsOfPlays(
        known,
        tab.sections.flatMap((section) => section.plays),
      ),
      mode,
    )
  }
  const own = rows.filter((row) => tab.groups.some((group) => group.id === row.groupId))
  if (own.length === 0) return null
  const worst = own
    .flatMap((row) => (row.worst === null ? [] : [row.worst]))
    .toSorted((a, b) => (readAmount(a) < readAmount(b) ? -1 : 1))
  return {
    stake: addAmounts(own.map((row) => stakeOf(row, mode))),
    worst: worst[0] ?? null,
    warn: own.reduce((gravest, row) => Math.max(gravest, row.warn), 0),
  }
}

/** The pages of the game with their stake and worst result. */
export const GroupTabs = (props: Props): ReactNode => {
  const { tabs, chosen, onChoose } = props
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const box = list.current
    const tab = box?.querySelector<HTMLElement>(`[data-group="${CSS.escape(chosen ?? '')}"]`)
    if (!box || !tab) return
    // Scrolls only the row: scrollIntoView would also scroll the page.
    const [start, end] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth]
    if (start < box.scrollLeft) box.scrollLeft = start
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth
  }, [chosen])
  return (
    <fieldset className={css.groups} ref={list}>
      <legend className="visually-hidden">{boardText.groups}</legend>
      {tabs.map((tab) => {
        const figures = tabFigures(tab, props)
        const on = tab.code === chosen
        return (
          <label key={tab.code} data-group={tab.code} className={on ? `${css.group} ${css.groupOn}` : css.group}>
            <input
              type="radio"
              className="visually-hidden"
              name="group"
              checked={on}
              onChange={() => onChoose(tab.code)}
            />
            <span className={css.groupName}>
              {tab.name}
              {figures && figures.warn !== 0 ? (
                <i className={css.groupWarn} title={boardText.overLimit[figures.warn]} />
              ) : null}
            </span>
            <span className={css.groupFigures}>
              <Amount value={figures?.stake ?? null} as="whole" />
              <Amount value={figures?.worst ?? null} as="whole" />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
