import { entryFrom } from '@strata/domain/games/drawn-by'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import type { Period } from './period-model.ts'
import css from './results.module.css'

const words = fourEyesText.waits

const why = ({ drawnBy, ...times }: Period): string => {
  if (drawnBy === 'seed') return words.seed
  return drawnBy === 'feed' ? words.feed : words.hand(formatInstant(entryFrom(times)).slice(5, 19))
}

type Props = { readonly period: Period; readonly voiding: ReactNode }

/** A period without a result that nobody may type: why, and who says its balls. */
export const WaitingCard = ({ period, voiding }: Props): ReactNode => (
  <section className={`card ${css.card}`} data-part="waits">
    <header>
      <h2>{words.title}</h2>
      <small>{fourEyesText.states[period.state]}</small>
    </header>
    <div className={css.said}>
      <p>{why(period)}</p>
      {period.commitment === null ? null : (
        <p>
          <small>{words.commitment}</small> <code>{period.commitment}</code>
        </p>
      )}
    </div>
    {voiding === null ? null : <footer>{voiding}</footer>}
  </section>
)
