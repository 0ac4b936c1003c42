import type { BrowserContext } from '@playwright/test'
import { rewriteAnswers } from './answers.ts'

/** Calls with amounts in their answers; the live stream has none. */
const ANSWERS = [
  '/realtimereport/',
  '/report/(delivery|classification|order|order-detail)/query',
  '/replenishment/query',
  '/agent/(balance|query)',
  '/funds/query',
  '/admin/(home|merchant/query|fund-logs)',
]

/** Fields that are amounts of money; all others stay as they are. */
const AMOUNTS = `betAmount held in out through pending net netAmount best worst stake result openStake balance credit
  cash quota used valid memberResult childProfit receivable heldStake heldWinLoss heldCommission heldResult
  earnedCommission passedUp payable external flow profit commissionAmount holdLimit maxLoss limit maxFill
  amount issued`.split(/\s+/)

/** Replaces every amount by one of eight digits, with alternating signs. */
export const enlargeAmounts = async (context: BrowserContext): Promise<void> =>
  await rewriteAnswers(context, {
    paths: ANSWERS,
    fields: AMOUNTS,
    amounts: ['-99999999.99', '-99999999.99', '99999999.99'],
  })
