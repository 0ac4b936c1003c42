import type { BrowserContext, Route } from '@playwright/test'

const NEGATIVE = '-99999999.99'
const POSITIVE = '99999999.99'

/** Answers that carry amounts; settings are left out where they would be saved again. */
const ANSWERS = [
  /\/realtimereport\//i,
  /\/report\/(delivery|classification|order|order-detail)\/query/,
  /\/replenishment\/query/,
  /\/agent\/(balance|query)/,
  /\/funds\/query/,
]

/** Fields that are amounts of money; everything else of an answer stays as the server said it. */
const AMOUNTS = new Set(
  `betAmount held in out through pending net netAmount best worst stake result openStake balance credit cash quota used
  valid memberResult childProfit receivable heldStake heldWinLoss heldCommission heldResult earnedCommission passedUp
  payable external flow profit commissionAmount holdLimit maxLoss limit maxFill amount`.split(/\s+/),
)
const DECIMAL = /^-?\d+(\.\d+)?$/

/** Every amount as large as eight digits go, of both signs in turn; the structure stays real. */
const enlarge = (value: unknown, seen: { count: number }): unknown => {
  if (Array.isArray(value)) return value.map((one) => enlarge(one, seen))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one !== 'string' || !AMOUNTS.has(key) || !DECIMAL.test(one)) return [key, enlarge(one, seen)]
      seen.count += 1
      return [key, seen.count % 3 === 0 ? POSITIVE : NEGATIVE]
    }),
  )
}

/** From now on the pages of this browser show amounts of eight digits everywhere. */
export const enlargeAmounts = async (context: BrowserContext): Promise<void> => {
  const answer = async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { data: unknown }
    const data = enlarge(envelope.data, { count: 0 })
    await route.fulfill({ response, json: { ...envelope, data } })
  }
  const isStream = (url: URL): boolean => url.pathname.endsWith('/stream')
  await context.route((url) => !isStream(url) && ANSWERS.some((one) => one.test(url.pathname)), answer)
}
