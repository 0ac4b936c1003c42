import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { useCappedSave } from '../../../components/capped/use-capped-save.ts'
import { settingsKey } from '../../../components/replenish/use-automatic.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { type Child, type ChildEdits, downlineItems } from './downline-model.ts'

/** Saves the edits of the children; on a conflict it holds the other user's values for the choice. */
export const useSaveDownline = (gameId: number, merchant: number | null, onSaved: () => void) => {
  const client = useQueryClient()
  // Values that another user saved meanwhile, until the user has chosen.
  const [theirs, setTheirs] = useState<readonly Child[] | null>(null)
  const saving = useCappedSave({
    send: (items: ReturnType<typeof downlineItems>, step) =>
      api.call(replenishmentCalls.acceptTypesSet, { items: [...items], ...step }),
    onSaved: async (items) => {
      showToast('success', replenishmentText.downlineSaved(items.length))
      await refreshAfter(client, replenishmentCalls.acceptTypesSet)
      onSaved()
    },
    onChanged: async () => {
      const asked = { gameId, ...(merchant === null ? {} : { agentPathsId: merchant }) }
      const now = await api.call(replenishmentCalls.replenishmentQuery, asked)
      client.setQueryData(settingsKey(gameId, merchant), now)
      setTheirs(now.downline)
    },
  })
  const save = (children: readonly Child[], edits: ChildEdits): void =>
    void saving.save(downlineItems(gameId, children, edits))
  return { saving, save, theirs, setTheirs }
}
