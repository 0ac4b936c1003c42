import { merchantsSource } from './admin/export-merchants.ts'
import { noticesSource, oddsSource, usersSource } from './admin/export-platform.ts'
import { boardSources } from './book/export-boards.ts'
import { dropLogSource } from './book/export-drops.ts'
import { actionLogSource, loginLogSource, subAccountsSource } from './exports/own-lists.ts'
import type { ExportSource } from './exports/source.ts'
import { resultsSource } from './games/export-results.ts'
import { longRunSource } from './games/export-runs.ts'
import { groupsSource } from './groups/export-groups.ts'
import { fundLogsSource, fundsSource } from './ledger/export-funds.ts'
import { alertsSource } from './notices/export-alerts.ts'
import { flyOutsSource } from './replenishment/export-fly-outs.ts'
import { pilotsSource } from './replenishment/export-pilots.ts'
import { ordersSource, relationOrderSource } from './reports/export-orders.ts'
import { classificationSource, deliverySource } from './reports/export-reports.ts'
import {
  settlingUpDaysSource,
  settlingUpLogSource,
  settlingUpReceivedSource,
  settlingUpSource,
} from './reports/export-settling-up.ts'
import { periodsSource } from './settlement/export-periods.ts'
import { agentsSource } from './tree/export-agents.ts'

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
