/** The result of a draw for an item. Stored per item and period; an order's result is the join of the two. */
export type Outcome = {
  readonly result: 'win' | 'lose' | 'refund'
  /** Index into the quote's tiers, 0 for a single price. */
  readonly tier: number
  /** How often 正肖 was hit; 1 otherwise. */
  readonly hits: number
  /** Bit i: leg i (in canonical order) of 过关 was pushed and counts as odds 1. 0 for other plays. */
  readonly pushedLegs: number
}

export const WIN: Outcome = Object.freeze({ result: 'win', tier: 0, hits: 1, pushedLegs: 0 })
export const LOSE: Outcome = Object.freeze({ result: 'lose', tier: 0, hits: 1, pushedLegs: 0 })
export const REFUND: Outcome = Object.freeze({ result: 'refund', tier: 0, hits: 1, pushedLegs: 0 })

export const winIf = (won: boolean): Outcome => (won ? WIN : LOSE)
export const winTier = (tier: number): Outcome => ({ result: 'win', tier, hits: 1, pushedLegs: 0 })
export const winHits = (hits: number): Outcome => ({ result: 'win', tier: 0, hits, pushedLegs: 0 })

/** Judges the parts of one item using facts derived once from a draw. */
export type Judge<Facts> = (facts: Facts, parts: readonly string[]) => Outcome

/** The rule of a play: which balls of the draw decide it (from 0; 6HC's special is 6), and how. */
export type Rule<Facts> = { readonly deciding: readonly number[]; readonly judge: Judge<Facts> }

/** Rules by pattern of the play code. */
export type RuleTable<Facts> = readonly (readonly [RegExp, (match: RegExpExecArray) => Rule<Facts>])[]

/** The rule of a play code: the first pattern that matches the whole code. Throws when none does. */
export const ruleIn = <Facts>(table: RuleTable<Facts>, playCode: string): Rule<Facts> => {
  for (const [pattern, make] of table) {
    const match = pattern.exec(playCode)
    if (match) return make(match)
  }
  throw new Error(`no rule for play ${playCode}`)
}
