import * as noticesCalls from '@strata/contract/calls/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, onResumed } from '../../api/live.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import type { MaintenanceWindow } from './maintenance-windows.ts'

/** The announced and running maintenance windows; read again when an operator changes one. */
export const useMaintenance = (): readonly MaintenanceWindow[] => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (): void => void client.invalidateQueries({ queryKey: keyOf(noticesCalls.maintenanceNotice) })
    const offs = [onLive('maintenance', again), onResumed(again)]
    return () => {
      for (const off of offs) off()
    }
  }, [client])
  return (
    useQuery({
      ...queryOf(noticesCalls.maintenanceNotice, {}, { automatic: true }),
      refetchInterval: 60_000,
    }).data?.items ?? []
  )
}
