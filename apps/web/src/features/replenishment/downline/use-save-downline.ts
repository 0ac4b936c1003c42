import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { settingsKey } from '../../../components/replenish/use-automatic.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { CHANGED_MEANWHILE } from '../settings/use-settings.ts'
import { type Child, type ChildEdits, downlineItems } from './downline-model.ts'

const words = replenishmentText

/** Saves the edits of the children; on a conflict it holds the other user's values for the choice. */
export const useSaveDownline = (gameId: number, merchant: number | null) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  // Values that another user saved meanwhile, until the user has chosen.
  const [theirs, setTheirs] = useState<readonly Child[] | null>(null)
  const queryKey = settingsKey(gameId, merchant)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    // The error was shown; the edits stay.
    await work().catch(() => {})
    setBusy(false)
  }
  const save = (children: readonly Child[], edits: ChildEdits, onSaved: () => void): Promise<void> =>
    run(async () => {
      const items = downlineItems(gameId, children, edits)
      const saved = await api
        .call(replenishmentCalls.acceptTypesSet, { items: [...items], requestId: newRequestId() })
        .then(
          () => true,
          (cause: unknown) => cause,
        )
      if (saved === true) showToast('success', words.downlineSaved(items.length))
      if (saved instanceof ApiRefusal && saved.code === CHANGED_MEANWHILE) {
        const asked = { gameId, ...(merchant === null ? {} : { agentPathsId: merchant }) }
        const now = await api.call(replenishmentCalls.replenishmentQuery, asked)
        client.setQueryData(queryKey, now)
        return setTheirs(now.downline)
      }
      await refreshAfter(client, replenishmentCalls.acceptTypesSet)
      if (saved === true) onSaved()
    })
  return { busy, save, theirs, setTheirs }
}
