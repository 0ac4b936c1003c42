import type { ExportSource, ListedSource } from '../exports/source.ts'

/** The boards share one file of sources. */
const board = (id: string): ListedSource => ({
  id,
  load: async (): Promise<ExportSource> => {
    const { boardSources } = await import('../book/boards/export-boards.ts')
    const found = boardSources.find((source) => source.id === id)
    if (!found) throw new Error(`no export source for ${id}`)
    return found
  },
})

/**
 * Every list that can become a file, by the id of its call. A source is loaded when its first file is asked for: all of
 * them import most of the server, which a writing thread would load at each start. A list of the contract that is
 * missing here fails a test, unless the test names the reason.
 */
export const EXPORT_SOURCES: readonly ListedSource[] = [
  { id: 'access.findLoginLog', load: async () => (await import('../exports/own-lists.ts')).loginLogSource },
  { id: 'access.actionLogQuery', load: async () => (await import('../exports/own-lists.ts')).actionLogSource },
  { id: 'access.allChanges', load: async () => (await import('../exports/all-logs.ts')).allChangesSource },
  { id: 'access.allLogins', load: async () => (await import('../exports/all-logs.ts')).allLoginsSource },
  { id: 'sub-accounts.query', load: async () => (await import('../exports/own-lists.ts')).subAccountsSource },
  { id: 'tree.agentQuery', load: async () => (await import('../tree/directory/export-agents.ts')).agentsSource },
  { id: 'ledger.fundsQuery', load: async () => (await import('../ledger/export-funds.ts')).fundsSource },
  { id: 'ledger.fundLogs', load: async () => (await import('../ledger/export-funds.ts')).fundLogsSource },
  { id: 'games.periodHistories', load: async () => (await import('../games/results/export-results.ts')).resultsSource },
  { id: 'games.longRun', load: async () => (await import('../games/results/export-runs.ts')).longRunSource },
  ...['common', 'tmzx1', 'tmzx2', 'zm16', 'zmt', 'type', 'multiCommon'].map((name) => board(`book.${name}`)),
  { id: 'book.oddsDropLog', load: async () => (await import('../book/odds-drops/export-drops.ts')).dropLogSource },
  { id: 'groups.findGroup', load: async () => (await import('../groups/export-groups.ts')).groupsSource },
  {
    id: 'replenishment.pilotQuery',
    load: async () => (await import('../replenishment/fly-out/export-fly-out-accounts.ts')).flyOutAccountsSource,
  },
  {
    id: 'replenishment.pilotOutOrderQuery',
    load: async () => (await import('../replenishment/fly-out/export-fly-outs.ts')).flyOutsSource,
  },
  {
    id: 'settlement.gamePeriodQuery',
    load: async () => (await import('../settlement/operator-calls/export-periods.ts')).periodsSource,
  },
  {
    id: 'settlement.periodPreview',
    load: async () => (await import('../settlement/preview/export-preview.ts')).previewSource,
  },
  {
    id: 'settlement.orderVoidPreview',
    load: async () => (await import('../settlement/preview/export-preview.ts')).orderVoidSource,
  },
  {
    id: 'reports.deliveryQuery',
    load: async () => (await import('../reports/delivery/export-reports.ts')).deliverySource,
  },
  {
    id: 'reports.classificationQuery',
    load: async () => (await import('../reports/delivery/export-reports.ts')).classificationSource,
  },
  { id: 'reports.orderQuery', load: async () => (await import('../reports/orders/export-orders.ts')).ordersSource },
  {
    id: 'book.relationOrder',
    load: async () => (await import('../reports/orders/export-orders.ts')).relationOrderSource,
  },
  {
    id: 'reports.settlingUpQuery',
    load: async () => (await import('../reports/settling-up/export-settling-up.ts')).settlingUpSource,
  },
  {
    id: 'reports.settlingUpDays',
    load: async () => (await import('../reports/settling-up/export-settling-up.ts')).settlingUpDaysSource,
  },
  {
    id: 'reports.settlingUpLog',
    load: async () => (await import('../reports/settling-up/export-settling-up.ts')).settlingUpLogSource,
  },
  {
    id: 'reports.settlingUpReceived',
    load: async () => (await import('../reports/settling-up/export-settling-up.ts')).settlingUpReceivedSource,
  },
  { id: 'tree.limitsQuery', load: async () => (await import('../tree/terms/export-limits.ts')).limitsSource },
  { id: 'notices.alertQuery', load: async () => (await import('../notices/alerts/export-alerts.ts')).alertsSource },
  { id: 'admin.merchantQuery', load: async () => (await import('../admin/export-merchants.ts')).merchantsSource },
  { id: 'admin.userQuery', load: async () => (await import('../admin/export-platform.ts')).usersSource },
  { id: 'admin.noticeQuery', load: async () => (await import('../admin/export-platform.ts')).noticesSource },
  { id: 'admin.noticeReaders', load: async () => (await import('../admin/export-platform.ts')).readersSource },
  { id: 'admin.oddsQuery', load: async () => (await import('../admin/export-platform.ts')).oddsSource },
  { id: 'admin.oddsMatrix', load: async () => (await import('../admin/export-odds.ts')).oddsMatrixSource },
]
