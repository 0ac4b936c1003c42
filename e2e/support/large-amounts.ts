import type { BrowserContext } from '@playwright/test'
import { rewriteAnswers } from './answers.ts'

/** Answers that carry amounts; the live stream only says that there are new ones. */
const ANSWERS = [
  '/realtimereport/',
  '/report/(delivery|classification|order|order-detail)/query',
  '/replenishment/query',
  '/agent/(balance|query)',
  '/funds/query',
]

/** Fields that are amounts of money; everything else of an answer stays as the server said it. */
const AMOUNTS = `betAmount held in out through pending net netAmount best worst stake result openStake balance credit
  cash quota used valid memberResult childProfit receivable heldStake heldWinLoss heldCommission heldResult
  earnedCommission passedUp payable external flow profit commissionAmount holdLimit maxLoss limit maxFill
  amount`.split(/\s+/)

/** Every amount as large as eight digits go, of both signs in turn. */
export const enlargeAmounts = async (context: BrowserContext): Promise<void> =>
  await rewriteAnswers(context, {
    paths: ANSWERS,
    fields: AMOUNTS,
    amounts: ['-99999999.99', '-99999999.99', '99999999.99'],
  })
