import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { addAmounts, readAmount, showWhole } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { type AmountMode, type BoardRow, figuresOf, type RowsFigures, rowsOfPlays } from '../board-state/board-model.ts'
import { type BoardTab, hasMoney, withMoneyFirst } from '../board-state/board-tabs.ts'
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
  /** Groups with money stand first, by the user's choice. */
  readonly moneyFirst: boolean
  readonly onChoose: (code: string) => void
}

const stakeOf = (row: GroupRow, mode: AmountMode): string =>
  mode === 'total' ? row.stake : mode === 'held' ? row.held : row.net

/** Whether the page shows every play of its groups, so that the groups' figures are its own. */
const isWhole = (tab: BoardTab): boolean => {
  const shown = new Set(tab.sections.flatMap((section) => section.plays))
  return tab.groups.every((group) => group.plays.every((play) => shown.has(play.code)))
}

/** A group without a bet has no row. */
const NO_MONEY: RowsFigures = { stake: '0', worst: null, warn: 0 }

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
  if (own.length === 0) return NO_MONEY
  const worst = own
    .flatMap((row) => (row.worst === null ? [] : [row.worst]))
    .toSorted((a, b) => (readAmount(a) < readAmount(b) ? -1 : 1))
  return {
    stake: addAmounts(own.map((row) => stakeOf(row, mode))),
    worst: worst[0] ?? null,
    warn: own.reduce((gravest, row) => Math.max(gravest, row.warn), 0),
  }
}

/**
 * The tabs in the game's order or, if asked, those with money first. The order stays while the pointer or the focus is
 * among them.
 */
const useTabOrder = (
  tabs: readonly BoardTab[],
  figures: ReadonlyMap<string, RowsFigures | null>,
  moneyFirst: boolean,
) => {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const order = moneyFirst ? withMoneyFirst(tabs, figures) : tabs
  const known = new Map(tabs.map((tab) => [tab.code, tab]))
  const inOrder = held?.flatMap((code) => known.get(code) ?? [])
  return {
    ordered: moneyFirst && inOrder?.length === tabs.length ? inOrder : order,
    hold: () => setHeld((before) => before ?? order.map(({ code }) => code)),
    release: () => setHeld(null),
  }
}

/** The longest name, in characters, that has room for the word beside it in the narrowest tab. */
const LONGEST_BESIDE = 3

const titleOf = ({ worst, stake }: RowsFigures, mode: AmountMode): string =>
  boardText.groupHint(worst === null ? null : showWhole(worst), `${boardText.modes[mode]} ${showWhole(stake)}`)

/** What a figure is, is read out in every tab and written in the chosen one: written 26 times it would hide the figures. */
const Figure = ({
  label,
  value,
  shown,
}: {
  readonly label: string
  readonly value: string | null
  readonly shown: boolean
}): ReactNode => (
  <span className={css.groupFigure}>
    <small className={shown ? undefined : 'visually-hidden'}>{label} </small>
    <Amount value={value} as="whole" />
  </span>
)

type TabProps = {
  readonly tab: BoardTab
  /** Null: its figures are not known. */
  readonly stake: string | null
  readonly worst: string | null
  readonly warn: number
  readonly on: boolean
  readonly mode: AmountMode
  readonly mobile: boolean
  readonly onChoose: Props['onChoose']
}

/** One page of the game. A new answer draws only those whose figures it changed. */
const Tab = memo(({ tab, stake, worst, warn, on, mode, mobile, onChoose }: TabProps): ReactNode => {
  const figures: RowsFigures | null = stake === null ? null : { stake, worst, warn }
  const idle = figures !== null && !hasMoney(figures)
  return (
    <label
      data-group={tab.code}
      data-money={(figures !== null && !idle) || undefined}
      className={`${css.group}${on ? ` ${css.groupOn}` : ''}${idle ? ` ${css.groupIdle}` : ''}`}
      title={figures ? titleOf(figures, mode) : undefined}
    >
      <input type="radio" className="visually-hidden" name="group" checked={on} onChange={() => onChoose(tab.code)} />
      <span className={css.groupName}>
        {tab.name}
        {on && !mobile && tab.name.length <= LONGEST_BESIDE ? (
          <small aria-hidden="true">{boardText.worst}</small>
        ) : null}
      </span>
      {figures && figures.warn !== 0 ? <i className={css.groupWarn} title={boardText.overLimit[figures.warn]} /> : null}
      <span className={css.groupFigures}>
        {mobile ? <Figure label={boardText.modes[mode]} value={figures?.stake ?? null} shown={on} /> : null}
        <Figure label={boardText.worst} value={figures?.worst ?? null} shown={on && mobile} />
      </span>
    </label>
  )
})

/** The pages of the game with their stake and worst result. */
export const GroupTabs = (props: Props): ReactNode => {
  const { tabs, chosen, mode, moneyFirst, onChoose } = props
  const mobile = useMedia(MOBILE)
  const known = new Map(tabs.map((tab) => [tab.code, tabFigures(tab, props)]))
  const { ordered, hold, release } = useTabOrder(tabs, known, moneyFirst)
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
    <fieldset
      className={css.groups}
      ref={list}
      data-part="group-tabs"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <legend className="visually-hidden">{boardText.groups}</legend>
      {ordered.map((tab) => {
        const figures = known.get(tab.code)
        return (
          <Tab
            key={tab.code}
            tab={tab}
            stake={figures?.stake ?? null}
            worst={figures?.worst ?? null}
            warn={figures?.warn ?? 0}
            on={tab.code === chosen}
            mode={mode}
            mobile={mobile}
            onChoose={onChoose}
          />
        )
      })}
    </fieldset>
  )
}
