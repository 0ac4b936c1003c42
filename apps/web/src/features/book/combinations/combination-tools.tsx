import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { Ball } from '../../../components/ball/ball.tsx'
import type { KitSelectProps } from '../../../components/kit/kit-select.tsx'
import { onDemand } from '../../../components/kit/on-demand.tsx'
import { addAmounts, permille, readAmount, showWhole } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { type BoardFilters, FEW, MANY, type SetFilter } from '../board-state/board-filters.ts'
import { type AmountMode, type Board, stakeOf } from '../board-state/board-model.ts'
import type { BoardTab } from '../board-state/board-tabs.ts'
import gridCss from '../grid/grid.module.css'
import { isOfNumbers } from './combination-model.ts'
import css from './combination-tools.module.css'

const PartsPicker = onDemand<KitSelectProps<string[]>>(
  async () => (await import('../../../components/kit/kit-select.tsx')).KitMultiSelect,
)

type Combinations = NonNullable<Board['combinations']>
type Weight = Combinations['numbers'][number]

type Props = {
  readonly tab: BoardTab
  readonly combinations: Combinations
  readonly filters: BoardFilters
  readonly gameType: string
  readonly play: string | null
  readonly setFilter: SetFilter
}

const text = boardText.combos

/** Choice of play and numbers, and the exposure of each number. */
export const CombinationTools = (props: Props): ReactNode => {
  const { tab, combinations, filters, play, setFilter } = props
  const counts = new Map(combinations.plays.map((one) => [one.playCode, one.combinations]))
  const plays = tab.sections.flatMap((section) =>
    section.plays.map((code) => ({ value: code, label: text.playOf(section.title, counts.get(code) ?? 0) })),
  )
  const setParts = (parts: readonly string[]): void => setFilter('parts', parts.length === 0 ? null : parts.join(','))
  const weights = weightsOf(combinations.numbers, filters.mode)
  return (
    <>
      {plays.length > 1 ? (
        <div className={gridCss.boardChoice}>
          <ToggleGroup
            name="combination-play"
            label={text.play}
            options={[{ value: '', label: text.allPlays }, ...plays]}
            value={play ?? ''}
            onChange={(code) => setFilter('section', code === '' ? null : code)}
          />
        </div>
      ) : null}
      <div className={css.comboSearch}>
        <PartsPicker
          standIn={{
            label: text.search,
            text: filters.parts.length === 0 ? text.searchHint : filters.parts.join('、'),
            hint: filters.parts.length === 0,
            className: css.comboParts,
          }}
          mode="multiple"
          allowClear
          className={css.comboParts ?? ''}
          aria-label={text.search}
          placeholder={text.searchHint}
          value={[...filters.parts]}
          maxTagCount="responsive"
          optionFilterProp="label"
          options={optionsOf(combinations.numbers, filters.parts)}
          onChange={(parts: string[]) => setParts(parts)}
        />
      </div>
      {weights.length === 0 ? null : (
        <section className={css.weights} aria-label={text.weights}>
          <h2>
            {text.weights}
            <small>{text.weightsNote}</small>
          </h2>
          <ul>
            {weights.map((weight) => (
              <li key={weight.code}>
                <WeightChip
                  {...props}
                  weight={weight}
                  largest={weights[0]?.stake ?? '0'}
                  onPick={() =>
                    setParts(
                      filters.parts.includes(weight.code)
                        ? filters.parts.filter((part) => part !== weight.code)
                        : [...filters.parts, weight.code],
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The sum of one part over all shown plays. */
type SummedWeight = Pick<Weight, 'code' | 'name' | 'playCode'> & {
  readonly stake: string
  readonly combinations: number
}

/** A number of several plays is listed once, with its exposure in all of them; the largest first. */
const weightsOf = (numbers: readonly Weight[], mode: AmountMode): readonly SummedWeight[] => {
  const byCode = Map.groupBy(numbers, (one) => one.code)
  return [...byCode]
    .map(([code, ofPlays]) => ({
      code,
      name: ofPlays[0]?.name ?? code,
      playCode: ofPlays[0]?.playCode ?? '',
      combinations: ofPlays.reduce((count, one) => count + one.combinations, 0),
      stake: addAmounts(ofPlays.map((one) => stakeOf(one, mode))),
    }))
    .toSorted((a, b) => (readAmount(a.stake) > readAmount(b.stake) ? -1 : 1))
}

/** The numbers that can narrow the list further, and the chosen ones. */
const optionsOf = (numbers: readonly Weight[], chosen: readonly string[]) => {
  const names = new Map(chosen.map((code) => [code, code]))
  for (const { code, name } of numbers) names.set(code, name)
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

type ChipProps = Props & {
  readonly weight: SummedWeight
  readonly largest: string
  readonly onPick: () => void
}

const WeightChip = ({ weight, largest, gameType, filters, onPick }: ChipProps): ReactNode => {
  const { code, name, stake, combinations, playCode } = weight
  const ball = isOfNumbers(gameType, playCode) && /^\d{1,2}$/.test(code)
  return (
    <button
      type="button"
      className={css.weight}
      aria-pressed={filters.parts.includes(code)}
      aria-label={text.weightOf(name, showWhole(stake), combinations)}
      onClick={onPick}
    >
      {ball ? <Ball gameType={gameType} number={Number(code)} /> : <b>{name}</b>}
      <Amount value={stake} as="whole" />
      <i style={{ width: `${permille(readAmount(stake), readAmount(largest)) / 10}%` }} aria-hidden="true" />
    </button>
  )
}

type MoreProps = { readonly board: Board; readonly filters: BoardFilters; readonly setFilter: SetFilter }

/** How many of the combinations are shown, and a button for more. */
export const CombinationCount = ({ board, filters, setFilter }: MoreProps): ReactNode => {
  const matching = board.combinations?.matching ?? 0
  if (matching === 0)
    return filters.parts.length === 0 ? null : (
      <p className={css.comboCount}>
        <button type="button" className="link-button" onClick={() => setFilter('parts', null)}>
          {text.clear}
        </button>
      </p>
    )
  return (
    <p className={css.comboCount}>
      <span role="status">{text.shown(board.rows.length, matching)}</span>
      {filters.top === FEW && matching > FEW ? (
        <button type="button" className="link-button" onClick={() => setFilter('top', String(MANY))}>
          {text.more}
        </button>
      ) : null}
      {filters.top === MANY ? (
        <button type="button" className="link-button" onClick={() => setFilter('top', null)}>
          {text.fewer}
        </button>
      ) : null}
    </p>
  )
}
