import { netOf } from '@strata/domain/book/exposure'
import { warningOf } from '@strata/domain/book/net'
import { gameById, type Play, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, type Money } from '@strata/domain/money'
import { stillExcess } from '@strata/domain/replenishment/automatic'
import { type ItemFigures, playFigures } from '../../book/boards.ts'
import type { ExposureRow } from '../../book/exposures.ts'
import type { BatchGames } from '../../book/open-games.ts'
import type { Period } from '../../games/periods.ts'
import { senderTermsOf } from '../../replenishment/sending.ts'
import {
  type ReplenishmentSettings,
  type SettingKind,
  settingsOf,
  type WarningLines,
} from '../../settings/replenishment-settings.ts'
import type { MerchantSnapshot } from '../../tree/snapshot.ts'
import type { OnceAlert } from '../store.ts'

/** One holder's figures of a period. */
export interface WatchedBook {
  readonly pathId: PathId
  readonly rows: readonly ExposureRow[]
}

interface Place {
  readonly pathId: PathId
  readonly period: Period
  readonly play: Play
}

type Kind = 'warningAmount' | 'warningLoss' | 'holdUnmet'

/** Only the books of paths that have set one of these are looked at: each kind of alert comes from one. */
export const WATCHED: readonly SettingKind[] = ['warnings', 'auto']

const BOARD = '/agent/bet/instant'
const NO_LINES: WarningLines = { amount: null, loss: null }
const positive = (amount: Money): Money => (amount < 0n ? -amount : amount) as Money

function alertOf({ pathId, period, play }: Place, itemCode: string, kind: Kind, what: string): OnceAlert {
  const { gameId, periodNo, periodId } = period
  const game = gameById(gameId)?.name ?? ''
  return {
    pathId,
    kind,
    level: 'warn',
    text: `${game} ${periodNo}期 ${play.name} ${itemName(play, itemCode)}：${what}`,
    data: { link: BOARD, gameId, periodNo, playCode: play.code, itemCode },
    once: `${kind} ${periodId} ${play.code} ${itemCode}`,
  }
}

/** The warning of one item, computed as its board does. */
function warned(place: Place, lines: WarningLines, { itemCode, all, netAmount }: ItemFigures): OnceAlert[] {
  const net = netOf(all)
  const warning = warningOf({ net, netAmount }, lines)
  if (warning === 1 && lines.amount !== null)
    return [alertOf(place, itemCode, 'warningAmount', `净额 ${formatMoney(net)} 达到预警 ${formatMoney(lines.amount)}`)]
  if (warning === 2 && lines.loss !== null) {
    const loss = formatMoney(positive(netAmount))
    return [alertOf(place, itemCode, 'warningLoss', `开出将亏损 ${loss}，达到预警 ${formatMoney(lines.loss)}`)]
  }
  return []
}

/** Alerts about the head's book over all merchants: items above its lines for their sum. */
export function crossedSum(
  at: { readonly period: Period; readonly games: BatchGames; readonly warnings: ReplenishmentSettings['warnings'] },
  { pathId, rows }: WatchedBook,
): OnceAlert[] {
  const { period, games, warnings } = at
  const { gameId, periodNo } = period
  const options = games.prices(gameId, periodNo)?.rules.options
  const code = gameById(gameId)?.code
  if (!options || !code) return []
  return [...Map.groupBy(rows, (row) => row.play)].flatMap(([playCode, ofPlay]) => {
    const play = playOf(code, playCode)
    const lines = play && warnings.get(play.groupId)
    if (!lines || (lines.amount === null && lines.loss === null)) return []
    const items = playFigures(ofPlay, play, { pankou: undefined, mode: 'net', options })
    return items.flatMap((figures) => warned({ pathId, period, play }, lines, figures))
  })
}

/** Alerts about the books of holders in a period: items above a warning limit, and excess that could not be sent up. */
export function crossedLines(
  at: { readonly snapshot: MerchantSnapshot; readonly period: Period; readonly games: BatchGames },
  { pathId, rows }: WatchedBook,
): OnceAlert[] {
  const { snapshot, period, games } = at
  const { gameId, periodId, periodNo } = period
  const options = games.prices(gameId, periodNo)?.rules.options
  const code = gameById(gameId)?.code
  if (!options || !code) return []
  const { warnings } = settingsOf(snapshot, pathId, gameId)
  return [...Map.groupBy(rows, (row) => row.play)].flatMap(([playCode, ofPlay]) => {
    const play = playOf(code, playCode)
    if (!play) return []
    const lines = warnings.get(play.groupId) ?? NO_LINES
    const terms = senderTermsOf(snapshot, pathId, gameId, play.groupId)
    if (lines.amount === null && lines.loss === null && !terms?.auto?.enabled) return []
    const place: Place = { pathId, period, play }
    return playFigures(ofPlay, play, { pankou: undefined, mode: 'net', options }).flatMap((figures) => {
      const { itemCode } = figures
      const item = { periodId, gameId, periodNo, groupId: play.groupId, playCode, itemCode }
      const left = terms ? stillExcess({ world: { games: games.book }, sender: terms, item }, figures.all) : 0n
      const unmet =
        left > 0n ? [alertOf(place, itemCode, 'holdUnmet', `超出控额 ${formatMoney(left as Money)} 未能补出`)] : []
      return [...warned(place, lines, figures), ...unmet]
    })
  })
}
