import * as dropCalls from '@strata/contract/calls/odds-drops'
import { CODES } from '@strata/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { dropsText as words } from '../../text/zh-CN/rooms/odds-drops.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { DropItem } from './drops-model.ts'

/** Saves steps under the version that is shown. When somebody saved meanwhile, theirs are read and the refusal says so. */
export const useSaveSteps = (gameId: number, version: number) => {
  const client = useQueryClient()
  return async (items: readonly DropItem[], done: string): Promise<void> => {
    try {
      await api.call(dropCalls.oddsDropSet, { gameId, version, items: [...items], requestId: newRequestId() })
    } catch (caught) {
      if (!(caught instanceof ApiRefusal) || caught.code !== CODES.changed) throw caught
      await client.invalidateQueries({ queryKey: keyOf(dropCalls.oddsDropQuery) })
      throw new ApiRefusal(caught.code, words.dialog.changed, null)
    }
    await refreshAfter(client, dropCalls.oddsDropSet)
    showToast('success', done)
  }
}
