import { merchantsSource } from '../admin/export-merchants.ts'
import { oddsMatrixSource } from '../admin/export-odds.ts'
import { noticesSource, oddsSource, readersSource, usersSource } from '../admin/export-platform.ts'
import { boardSources } from '../book/boards/export-boards.ts'
import { dropLogSource } from '../book/odds-drops/export-drops.ts'
import { allChangesSource, allLoginsSource } from '../exports/all-logs.ts'
import { actionLogSource, loginLogSource, subAccountsSource } from '../exports/own-lists.ts'
import type { ExportSource } from '../exports/source.ts'
import { resultsSource } from '../games/results/export-results.ts'
import { longRunSource } from '../games/results/export-runs.ts'
import { groupsSource } from '../groups/export-groups.ts'
import { fundLogsSource, fundsSource } from '../ledger/export-funds.ts'
import { alertsSource } from '../notices/alerts/export-alerts.ts'
import { flyOutAccountsSource } from '../replenishment/fly-out/export-fly-out-accounts.ts'
import { flyOutsSource } from '../replenishment/fly-out/export-fly-outs.ts'
import { classificationSource, deliverySource } from '../reports/delivery/export-reports.ts'
import { ordersSource, relationOrderSource } from '../reports/orders/export-orders.ts'
import {
  settlingUpDaysSource,
  settlingUpLogSource,
  settlingUpReceivedSource,
  settlingUpSource,
} from '../reports/settling-up/export-settling-up.ts'
import { periodsSource } from '../settlement/operator-calls/export-periods.ts'
import { previewSource } from '../settlement/preview/export-preview.ts'
import { agentsSource } from '../tree/directory/export-agents.ts'

/**
 * Every list that can become a file. A list of the contract that is missing here fails a test, unless the test
 * names the reason.
 */
export const EXPORT_SOURCES: readonly ExportSource[] = [
  loginLogSource,
  actionLogSource,
  allChangesSource,
  allLoginsSource,
  subAccountsSource,
  agentsSource,
  fundsSource,
  fundLogsSource,
  resultsSource,
  longRunSource,
  ...boardSources,
  dropLogSource,
  groupsSource,
  flyOutAccountsSource,
  flyOutsSource,
  periodsSource,
  previewSource,
  deliverySource,
  classificationSource,
  ordersSource,
  relationOrderSource,
  settlingUpSource,
  settlingUpDaysSource,
  settlingUpLogSource,
  settlingUpReceivedSource,
  alertsSource,
  merchantsSource,
  usersSource,
  noticesSource,
  readersSource,
  oddsSource,
  oddsMatrixSource,
]
