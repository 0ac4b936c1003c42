import * as adminCalls from '@strata/contract/calls/admin'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Input } from '../../api/client.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { GameRow } from './game-settings-model.ts'

/** Saves settings of a game. Those that somebody else changed meanwhile are read again and said so. */
export const useSaveGame = (game: GameRow) => {
  const client = useQueryClient()
  return async (fields: Omit<Input<'admin.gameUpdate'>, 'gameId' | 'version' | 'requestId'>, done: string) => {
    const { gameId, version } = game
    const wish = { gameId, version, ...fields, requestId: newRequestId() }
    const said = { read: adminCalls.gameQuery, text: gameSettingsText.changedByOther }
    await orReadAgain(client, said, () => api.call(adminCalls.gameUpdate, wish))
    await refreshAfter(client, adminCalls.gameUpdate)
    showToast('success', done)
  }
}
