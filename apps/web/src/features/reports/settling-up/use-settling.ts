import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import { PERMISSION } from '@strata/contract/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { refreshAfter } from '../../../api/stale.ts'

export const MARK_PERMISSION = PERMISSION.settlingUp

/** Invalidates every query that shows marks. */
export const useSettlingChanged = () => {
  const client = useQueryClient()
  return (): Promise<void> => refreshAfter(client, settlingUpCalls.settlingUpSet, settlingUpCalls.settlingUpUndo)
}
