import { merchantsSource } from './admin/export-merchants.ts'
import { actionLogSource, loginLogSource, subAccountsSource } from './exports/own-lists.ts'
import type { ExportSource } from './exports/source.ts'
import { resultsSource } from './games/export-results.ts'
import { groupsSource } from './groups/export-groups.ts'
import { fundLogsSource, fundsSource } from './ledger/export-funds.ts'
import { flyOutsSource } from './replenishment/export-fly-outs.ts'
import { ordersSource, relationOrderSource } from './reports/export-orders.ts'
import { classificationSource, deliverySource } from './reports/export-reports.ts'
import { settlingUpLogSource, settlingUpSource } from './reports/export-settling-up.ts'
import { agentsSource } from './tree/export-agents.ts'

/** Every list that can become a file. A list of the contract that takes `export` and has no line here fails a test. */
export const EXPORT_SOURCES: readonly ExportSource[] = [
  loginLogSource,
  actionLogSource,
  subAccountsSource,
  agentsSource,
  fundsSource,
  fundLogsSource,
  resultsSource,
  groupsSource,
  flyOutsSource,
  deliverySource,
  classificationSource,
  ordersSource,
  relationOrderSource,
  settlingUpSource,
  settlingUpLogSource,
  merchantsSource,
]
