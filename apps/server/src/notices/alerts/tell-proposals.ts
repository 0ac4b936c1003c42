import { gameById } from '@strata/domain/games/catalogue'
import type { GameId } from '@strata/domain/ids'
import { PROPOSAL_ALERT } from '../../book/boards.ts'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { raiseAlerts } from './raise-alerts.ts'

/** An alert for the operators about a proposal that was decided, raised in the transaction that decides it. */
export const tellOperators =
  (live: LiveHub) =>
  async (tx: Tx, told: { readonly text: string; readonly gameId: GameId; readonly at: number }): Promise<void> => {
    const link = `/admin/game/result?game=${gameById(told.gameId)?.code ?? ''}`
    const alert = { pathId: HEAD_PATH, kind: PROPOSAL_ALERT, level: 'warn', text: told.text, data: { link } } as const
    await raiseAlerts(tx, live, { merchantId: HEAD_MERCHANT, at: told.at }, [alert])
  }
