import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { permille, readAmount, signOf } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { type BoardRow, rowKey } from '../board-state/board-model.ts'
import type { Picks } from '../replenish/replenish-bar.tsx'
import css from './board-side.module.css'

/** One of the worst outcomes; `row` is its item on the board, if the board shows it. */
export type WorstOutcome = {
  readonly key: string
  readonly name: string
  readonly label: ReactNode
  /** Its chance, where the outcomes differ in it. */
  readonly chance: string | null
  readonly result: string
  readonly row: BoardRow | null
}

/** Picks and opens items for replenishment; absent parts: the viewer may not send. */
export type Replenishing = {
  readonly picks: Picks | null
  readonly openWith: ((row: BoardRow) => void) | null
  /** The time for it has ended. */
  readonly over: boolean
}

type Props = {
  readonly outcomes: readonly WorstOutcome[]
  /** Any outcome as it is now; null: there is none. */
  readonly find: (key: string) => WorstOutcome | null
  readonly replenishing: Replenishing
}

/** A hand that has rested this long reads: then a new worst outcome is more than a list that stands still. */
const RESTED_MS = 10_000

/**
 * The outcomes stay where they are while the pointer or the keys move among them: a click opens what was read. Where neither
 * moves, as after a dialog has given the focus back, the order is that of now.
 */
const useSteadyOutcomes = ({ outcomes, find }: Pick<Props, 'outcomes' | 'find'>) => {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = (): void => {
    clearTimeout(resting.current)
    setHeld(null)
  }
  useEffect(() => () => clearTimeout(resting.current), [])
  const shown = held?.flatMap((key) => find(key) ?? [])
  return {
    shown: shown?.length === outcomes.length ? shown : outcomes,
    hold: () => {
      clearTimeout(resting.current)
      resting.current = setTimeout(release, RESTED_MS)
      setHeld((before) => before ?? outcomes.map(({ key }) => key))
    },
    release,
  }
}

/** The worst outcomes, worst first: a click replenishes the item, Shift and click selects it. */
export const WorstList = ({ outcomes, find, replenishing }: Props): ReactNode => {
  const { shown, hold, release } = useSteadyOutcomes({ outcomes, find })
  const largest = outcomes[0] ? readAmount(outcomes[0].result) : 0n
  return (
    <ol
      className={css.worst}
      data-part="worst"
      onPointerMove={hold}
      onPointerLeave={release}
      onFocus={hold}
      onKeyDown={hold}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) release()
      }}
    >
      {shown.map((outcome, rank) => {
        const result = readAmount(outcome.result)
        const share = result < 0n ? permille(result, largest) / 10 : 0
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranks change hands with every bet, and a line that moves costs more than one that changes
          <li key={rank} data-outcome={outcome.key}>
            <Line outcome={outcome} replenishing={replenishing}>
              <span className={css.worstTrack}>
                <i style={{ width: `${share}%` }} />
              </span>
            </Line>
          </li>
        )
      })}
    </ol>
  )
}

type LineProps = { readonly outcome: WorstOutcome; readonly replenishing: Replenishing; readonly children: ReactNode }

const Line = ({ outcome, replenishing, children }: LineProps): ReactNode => {
  const { row, name, label, chance, result } = outcome
  const { picks, openWith, over } = replenishing
  const shown = (
    <>
      {label}
      {chance === null ? children : <small>{chance}</small>}
      <Amount value={result} as="whole" />
    </>
  )
  if (!row || !picks || !openWith) return <span className={css.worstLine}>{shown}</span>
  const picked = picks.keys.has(rowKey(row))
  // A loss may come from other plays alone: then nothing of this item can be sent.
  const nothing = signOf(row.net) <= 0
  const press = (event: MouseEvent): void => {
    if (event.shiftKey) picks.toggle(row)
    else openWith(row)
  }
  return (
    <button
      type="button"
      className={picked ? `${css.worstLine} ${css.worstPicked}` : css.worstLine}
      title={over ? boardText.replenishClosed : nothing ? boardText.otherPlaysWhy : boardText.replenishHint}
      disabled={over || nothing}
      onClick={press}
    >
      {shown}
      <i className={css.worstReplenish}>
        {boardText.replenishShort}
        <span className="visually-hidden">{boardText.replenishRest(name)}</span>
      </i>
    </button>
  )
}
