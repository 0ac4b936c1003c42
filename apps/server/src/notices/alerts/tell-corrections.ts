import { gameById } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'
import type { GameId, PathId } from '@strata/domain/ids'
import type { LiveHub } from '../../platform/live.ts'
import type { OnTouched, Touched } from '../../settlement/settle.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { NewAlert } from '../store.ts'
import { raiseAlerts } from './raise-alerts.ts'

/** Formatted as on boards: two digits if the game's numbers have two. */
function ballsOf(gameId: GameId, balls: readonly number[] | null): string {
  if (balls === null) return '作废'
  const width = DRAW_SHAPES[gameById(gameId)?.code ?? '5M'].max > 9 ? 2 : 1
  return balls.map((ball) => String(ball).padStart(width, '0')).join(' ')
}

function textOf({ kind, gameId, periodNo, before, after, reason, orderNo }: Touched): string {
  const period = `${gameById(gameId)?.name ?? ''} 第${periodNo}期`
  if (kind === 'orderVoid') return `${period}注单 ${orderNo} 已作废，本金退回，原因：${reason}`
  if (kind === 'periodVoid') {
    const drawn = before === null ? '' : `（原开奖号码 ${ballsOf(gameId, before)}）`
    return `${period}已整期作废${drawn}，全部注单退回本金，原因：${reason}`
  }
  return `${period}开奖号码已更正：${ballsOf(gameId, before)} → ${ballsOf(gameId, after)}，账目已重新结算，原因：${reason}`
}

const linkOf = ({ kind, gameId, day, orderNo }: Touched): string =>
  kind === 'orderVoid'
    ? `/reports/details?orderNo=${orderNo}&from=${day}&to=${day}`
    : `/result?game=${gameById(gameId)?.code ?? ''}&date=${day}`

/**
 * Alerts of a correction or a void for every holder with an order in it, raised in its transaction, so that exactly
 * the committed changes are announced. The head gets one alert for all merchants.
 */
export const tellTouched =
  (live: LiveHub): OnTouched =>
  async (tx, touched) => {
    const { merchantId, paths, kind, once, at } = touched
    const alertOf = (pathId: PathId): NewAlert => ({
      pathId,
      kind,
      level: 'warn',
      text: textOf(touched),
      data: { link: linkOf(touched) },
      once,
    })
    const own = paths.filter((path) => path !== HEAD_PATH).map(alertOf)
    await raiseAlerts(tx, live, { merchantId, at }, own)
    await raiseAlerts(
      tx,
      live,
      { merchantId: HEAD_MERCHANT, at },
      paths.includes(HEAD_PATH) ? [alertOf(HEAD_PATH)] : [],
    )
  }
