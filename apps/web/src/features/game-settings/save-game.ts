import * as adminCalls from '@strata/contract/calls/admin'
import { CODES } from '@strata/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { ApiRefusal, type Input } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
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
    try {
      await api.call(adminCalls.gameUpdate, { gameId, version, ...fields, requestId: newRequestId() })
    } catch (caught) {
      if (!(caught instanceof ApiRefusal) || caught.code !== CODES.changed) throw caught
      await client.invalidateQueries({ queryKey: keyOf(adminCalls.gameQuery) })
      throw new ApiRefusal(caught.code, gameSettingsText.changedByOther, null)
    }
    await refreshAfter(client, adminCalls.gameUpdate)
    showToast('success', done)
  }
}
