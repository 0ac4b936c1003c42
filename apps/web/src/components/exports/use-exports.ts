import * as reportsCalls from '@strata/contract/calls/reports'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { exportQuery } from '@strata/contract/endpoints/reports'
import { PERMISSION } from '@strata/contract/permissions'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import { showToast } from '../../ui/pop-up/toast.ts'

export type ExportRow = ResponseOf<typeof exportQuery>['items'][number]
type Page = ResponseOf<typeof exportQuery>

const LIST = queryOf(reportsCalls.exportQuery, { pageSize: 20 }, { automatic: true })
const KEY = LIST.queryKey
/** Without a stream the list is polled this often while an export runs. */
const ASKED_EVERY_MS = 3_000

export const useMayExport = (): boolean => useSession((session) => session.permissionIds.includes(PERMISSION.exports))

export const isUnfinished = ({ state }: Pick<ExportRow, 'state'>): boolean => state === 'waiting' || state === 'running'

const options = queryOptions({
  ...LIST,
  refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? ASKED_EVERY_MS : false),
})

/** The newest exports of this account, kept up to date. */
export const useExports = (enabled: boolean) => useQuery({ ...options, enabled })

const put = (client: QueryClient, row: ExportRow): void => {
  const page = client.getQueryData<Page>(KEY)
  if (!page?.items.some(({ id }) => id === row.id)) void client.invalidateQueries({ queryKey: KEY })
  else client.setQueryData<Page>(KEY, { ...page, items: page.items.map((held) => (held.id === row.id ? row : held)) })
}

/** Ids of exports that this page waits for: only these are announced. */
const awaited = new Set<number>()

/** The export takes longer: it is in the download list and announced when it is finished. */
export const awaitExport = (client: QueryClient, exportId: number): void => {
  awaited.add(exportId)
  showToast('success', exportsText.started)
  void client.invalidateQueries({ queryKey: KEY })
}

/** Updates the list by live events, and announces awaited files; used once per page. */
export const useExportEvents = (enabled: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    return onLive('export', (row) => {
      put(client, row)
      if (isUnfinished(row) || !awaited.delete(row.id)) return
      if (row.state === 'ready') showToast('success', exportsText.ready(row.name))
      if (row.state === 'failed') showToast('warning', exportsText.failed(row.name))
    })
  }, [client, enabled])
}

/** How much of a file is written, 0 to 100; null while the number of rows is unknown. */
export const percentOf = ({ rows, totalRows }: Pick<ExportRow, 'rows' | 'totalRows'>): number | null =>
  totalRows === null || totalRows === 0 ? null : Math.min(100, Math.floor((rows * 100) / totalRows))
