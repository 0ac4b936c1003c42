import type { Play } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'
import { displayMoney } from '@strata/domain/money'
import { memo, type ReactNode, useMemo } from 'react'
import { Ball } from '../../components/ball/ball.tsx'
import { ballNumber, isSumPlay } from '../../components/ball/ball-colour.ts'
import { howToWin, rulesText } from '../../text/zh-CN/rooms/rules.ts'
import {
  EXAMPLE_STAKE,
  type Example,
  examplesOf,
  optionTexts,
  type PriceLine,
  priceLines,
  type RuleContext,
  valuesText,
  type Wins,
} from './rule-model.ts'
import css from './rules.module.css'

const words = rulesText

type Props = {
  readonly play: Play
  readonly context: RuleContext
  /** Why no bets are taken; null: they are. */
  readonly stop: string | null
}

/** One play: how it wins, what each item pays, and examples computed by the settlement rules. */
export const PlayRule = memo(({ play, context, stop }: Props): ReactNode => {
  const lines = useMemo(() => priceLines(play, context), [play, context])
  const examples = useMemo(() => examplesOf(play, context), [play, context])
  const conditions = lines.some(({ wins }) => wins !== null)
  return (
    <section className={`card ${css.rule}`} id={play.code} data-play={play.code}>
      <h2>
        {play.name}
        {stop === null ? null : <span className={css.ruleStop}>{words.stopped(stop)}</span>}
      </h2>
      <p className={css.ruleHow}>
        {howToWin(play.game, play.code)} <Picks play={play} />
        {play.payoutCap === null ? null : ` ${words.cap(displayMoney(play.payoutCap))}。`}
      </p>
      <Applied play={play} context={context} />
      {lines.length === 0 ? null : (
        <div className="table-scroll">
          <table className={`table ${css.ruleTable}`}>
            <thead>
              <tr>
                <th scope="col" className="left">
                  {words.columns.item}
                </th>
                {conditions ? (
                  <th scope="col" className="left">
                    {words.columns.wins}
                  </th>
                ) : null}
                <th scope="col">{words.columns.odds}</th>
                <th scope="col">{words.columns.probability}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Line key={line.codes.join()} play={play} line={line} conditions={conditions} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ul className={css.ruleExamples} aria-label={words.examples}>
        {examples.map((example) => (
          <ExampleLine key={`${example.result}-${example.paid}`} play={play} example={example} />
        ))}
      </ul>
    </section>
  )
})

/** The rule options that decide this play, as they are in force. */
const Applied = ({ play, context }: Pick<Props, 'play' | 'context'>): ReactNode => {
  const texts = optionTexts(play, context.options)
  return texts.length === 0 ? null : <p className={css.ruleApplied}>{texts.join('；')}</p>
}

const Picks = ({ play: { form } }: { readonly play: Play }): ReactNode => {
  if (form.kind === 'digits') return `${words.anyDigits(form.length)}。`
  return form.kind === 'legs' ? `${words.legs}。` : null
}

/** "25-48；49 和局退本金", or odd and even as a word if the values are all of one kind. */
const winsText = (wins: Wins, width: number): string => {
  const judged = wins.range.filter((value) => !wins.refunds.includes(value))
  const isAll = (rest: number): boolean =>
    wins.wins.length > 2 &&
    wins.wins.length === judged.filter((value) => value % 2 === rest).length &&
    wins.wins.every((value) => value % 2 === rest)
  const values = isAll(1) ? words.odd : isAll(0) ? words.even : valuesText(wins.wins, width)
  const won = wins.of === 'sum' ? words.sum(values) : words.value(values)
  return wins.refunds.length === 0 ? won : `${won}；${words.refundAt(valuesText(wins.refunds, width))}`
}

/** Many items with one price are shown as first, last and count. */
const FEW = 12

const Names = ({ play, line }: { readonly play: Play; readonly line: PriceLine }): ReactNode => {
  const balls = line.codes.map((itemCode) => ballNumber(play.game, { playCode: play.code, itemCode }))
  if (balls.every((ball) => ball !== null) && balls.length <= 60)
    return (
      <span className={css.ruleBalls}>
        {balls.map((ball) => (
          <Ball key={ball} gameType={play.game} number={ball} sum={isSumPlay(play.code)} />
        ))}
      </span>
    )
  if (line.names.length <= FEW) return line.names.join('、')
  return `${line.names.slice(0, FEW - 2).join('、')} … ${line.names.at(-1) ?? ''}（${words.itemsSame(line.names.length)}）`
}

const Line = ({
  play,
  line,
  conditions,
}: {
  readonly play: Play
  readonly line: PriceLine
  readonly conditions: boolean
}): ReactNode => (
  <tr className={line.open ? '' : css.ruleClosed}>
    <td className={`left ${css.ruleNames}`}>
      <Names play={play} line={line} />
    </td>
    {conditions ? (
      <td className={`left ${css.ruleWins}`}>{line.wins ? winsText(line.wins, DRAW_SHAPES[play.game].width) : ''}</td>
    ) : null}
    <td>
      {line.odds.map((odds, tier) => (
        <div key={play.tiers[tier]?.code ?? tier}>{words.tier(play.tiers[tier]?.name ?? '', odds)}</div>
      ))}
      {line.open ? null : <small>{words.closed}</small>}
    </td>
    <td>
      {line.probability.length === 0
        ? '—'
        : line.probability.map((percent, tier) => <div key={play.tiers[tier]?.code ?? tier}>{percent}%</div>)}
    </td>
  </tr>
)

const ballsText = (game: string, balls: readonly number[]): string => {
  const width = game === '6HC' ? 2 : 1
  const texts = balls.map((ball) => String(ball).padStart(width, '0'))
  return game === '6HC' ? words.special(texts.slice(0, 6).join(' '), texts[6] ?? '') : texts.join(' ')
}

const ExampleLine = ({ play, example }: { readonly play: Play; readonly example: Example }): ReactNode => (
  <li>
    {words.example(displayMoney(EXAMPLE_STAKE), example.itemName, ballsText(play.game, example.balls))}：
    <b className={css[`rule-${example.result}`]}>
      {words.results[example.result]}
      {example.result === 'lose' ? '' : `，${words.paid(displayMoney(example.paid))}`}
    </b>
  </li>
)
