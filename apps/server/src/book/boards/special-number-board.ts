import { type ExposureFigures, netOf } from '@strata/domain/book/exposure'
import { type AmountMode, resultsOf } from '@strata/domain/book/net'
import { NUMBERS, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import type { Outcome } from '@strata/domain/games/outcome'
import { decidingOf, type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import type { Money } from '@strata/domain/money'
import type { GameRules } from '../open-games/catalogue-book.ts'

/** The index of the special number in a draw of 6HC. */
const SPECIAL = 6

/** The plays that the special number alone decides. */
export const SPECIAL_PLAYS: readonly Play[] = playsOfGame('6HC').filter((play) => {
  const deciding = decidingOf('6HC', play.code)
  return deciding.length === 1 && deciding[0] === SPECIAL
})

/** A draw for each special number. The other six are arbitrary different numbers. */
function drawsBySpecial(rules: GameRules): PreparedDraw[] {
  // Any day inside the lunar year: only the year matters.
  const date = `${rules.lunarYear}-07-01`
  return NUMBERS.map((_, index) => {
    const special = index + 1
    const others = [1, 2, 3, 4, 5, 6, 7].filter((ball) => ball !== special).slice(0, 6)
    const draw = parseDraw('6HC', [...others, special], date)
    if (!draw.ok) throw new Error(`no draw with special number ${special}: ${draw.refusal}`)
    return prepareDraw(draw.value, rules.options)
  })
}

const MEMO_LIMIT = 20_000

/** Caches the outcomes of items under each special number, for one set of rules. */
export class SpecialOutcomes {
  readonly #draws: readonly PreparedDraw[]
  readonly #known = new Map<string, readonly Outcome[]>()

  constructor(rules: GameRules) {
    this.#draws = drawsBySpecial(rules)
  }

  of(playCode: string, itemCode: string): readonly Outcome[] {
    const key = `${playCode} ${itemCode}`
    let known = this.#known.get(key)
    if (!known) {
      known = this.#draws.map((draw) => draw.outcome(playCode, itemCode))
      if (this.#known.size >= MEMO_LIMIT) this.#known.clear()
      this.#known.set(key, known)
    }
    return known
  }
}

const cache = new Map<string, SpecialOutcomes>()

export function specialOutcomes(rules: GameRules): SpecialOutcomes {
  const key = `${rules.lunarYear} ${JSON.stringify(rules.options)}`
  const known = cache.get(key)
  if (known) return known
  const made = new SpecialOutcomes(rules)
  if (cache.size >= 8) cache.clear()
  cache.set(key, made)
  return made
}

export interface PlayItem {
  readonly playCode: string
  readonly itemCode: string
  readonly figures: Readonly<ExposureFigures>
}

export interface PlayUnderNumber {
  readonly playCode: string
  /** What the holder has on items that win with this number. */
  readonly net: Money
  /** The result of the whole play if this number is drawn. */
  readonly netAmount: Money
}

/**
 * The result of each special-number play under each of the 49 numbers, over all items that win, lose or are refunded.
 * It is exact, because none of these plays has several tiers.
 */
export function resultsByNumber(
  items: readonly PlayItem[],
  outcomes: SpecialOutcomes,
  mode: AmountMode,
): PlayUnderNumber[][] {
  const plays = SPECIAL_PLAYS.map(({ code }) => ({ code, items: items.filter((item) => item.playCode === code) }))
  const byNumber: { playCode: string; net: bigint; netAmount: bigint }[][] = NUMBERS.map(() => [])
  for (const play of plays) {
    let allLose = 0n
    for (const { figures } of play.items) allLose += resultsOf(figures, mode).ifLose
    for (const rows of byNumber) rows.push({ playCode: play.code, net: 0n, netAmount: allLose })
    for (const { itemCode, figures } of play.items) {
      const { ifLose, ifWin } = resultsOf(figures, mode)
      const net = netOf(figures)
      for (const [index, { result }] of outcomes.of(play.code, itemCode).entries()) {
        const row = byNumber[index]?.at(-1)
        if (!row || result === 'lose') continue
        row.netAmount += (result === 'win' ? ifWin : 0n) - ifLose
        if (result === 'win') row.net += net
      }
    }
  }
  return byNumber as PlayUnderNumber[][]
}
