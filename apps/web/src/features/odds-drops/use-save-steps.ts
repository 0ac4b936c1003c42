import * as dropCalls from '@strata/contract/calls/odds-drops'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { dropsText as words } from '../../text/zh-CN/rooms/odds-drops.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { DropItem } from './drops-model.ts'

/** Saves steps under the version that is shown. When somebody saved meanwhile, theirs are read and the refusal says so. */
export const useSaveSteps = (gameId: number, version: number) => {
  const client = useQueryClient()
  return async (items: readonly DropItem[], done: string): Promise<void> => {
    const wish = { gameId, version, items: [...items], requestId: newRequestId() }
    const said = { read: dropCalls.oddsDropQuery, text: words.dialog.changed }
    await orReadAgain(client, said, () => api.call(dropCalls.oddsDropSet, wish))
    await refreshAfter(client, dropCalls.oddsDropSet)
    showToast('success', done)
  }
}
