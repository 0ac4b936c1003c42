import { merchantsSource } from '../admin/export-merchants.ts'
import { noticesSource, oddsSource, usersSource } from '../admin/export-platform.ts'
import { boardSources } from '../book/boards/export-boards.ts'
import { dropLogSource } from '../book/odds-drops/export-drops.ts'
import { actionLogSource, loginLogSource, subAccountsSource } from '../exports/own-lists.ts'
import type { ExportSource } from '../exports/source.ts'
import { resultsSource } from '../games/results/export-results.ts'
import { longRunSource } from '../games/results/export-runs.ts'
import { groupsSource } from '../groups/export-groups.ts'
import { fundLogsSource, fundsSource } from '../ledger/export-funds.ts'
import { alertsSource } from '../notices/alerts/export-alerts.ts'
import { pilotsSource } from '../replenishment/fly-out/export-fly-out-accounts.ts'
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
import { agentsSource } from '../tree/directory/export-agents.ts'

/** Every list that can become a file. A list of the contract without a line here fails a test, unless that says why. */
export const EXPORT_SOURCES: readonly ExportSource[] = [
  loginLogSource,
  actionLogSource,
  subAccountsSource,
  agentsSource,
  fundsSource,
  fundLogsSource,
  resultsSource,
  longRunSource,
  ...boardSources,
  dropLogSource,
  groupsSource,
  pilotsSource,
  flyOutsSource,
  periodsSource,
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
  oddsSource,
]
