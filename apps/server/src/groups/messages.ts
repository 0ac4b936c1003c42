import { createHash } from 'node:crypto'
import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { groupMessage } from '@strata/contract/endpoints/groups'
import { REFUSALS } from '@strata/contract/errors'
import { addDays } from '@strata/domain/calendar'
import { GAMES, gameById, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { BUILT_IN_COMMANDS, type GroupCommand, type ReadMessage, readMessage } from '@strata/domain/groups/commands'
import { isChatter, readTextBets, type TextBet } from '@strata/domain/groups/text-bets'
import type { GameId, MerchantId } from '@strata/domain/ids'
import { formatMoney, type Money, money, parseMoney, ZERO } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { effectiveStatus } from '@strata/domain/tree'
import type { OpenGames } from '../book/open-games.ts'
import { lastChatOrders } from '../book/orders.ts'
import { periodsNow } from '../games/periods.ts'
import { type Intake, QueueFull, queryBets, type WireBet, type WireResult } from '../intake/bets.ts'
import { readWallets } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool, Queryable } from '../platform/db.ts'
import { escaped } from '../platform/markup.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { voidOrder } from '../settlement/operator-calls/void-order.ts'
import { memberByName, type NamedMember } from '../tree/paths.ts'
import { betLines, HELP, type MessageAnswer, masked, PROBLEMS, type ShownBet, yuan } from './reply.ts'
import { type ChatGroup, cancelState, claimMessage, groupById, groupOfChannel, rankOfDay, saveAnswer } from './store.ts'

export interface MessageContext {
  readonly pool: Pool
  readonly clock: Clock
  readonly intake: Pick<Intake, 'create'>
  readonly openGames: OpenGames
}

type Message = ParsedRequestOf<typeof groupMessage>

/** The member, the group and the message. */
interface Said {
  readonly merchantId: MerchantId
  readonly group: ChatGroup
  readonly member: NamedMember
  /** In a private chat nobody else reads the answer. */
  readonly isPrivate: boolean
  readonly message: Message
}

const MAX_BETS = 50
/** A message that was claimed longer ago than this and has no answer: its process has probably ended. */
const STALE_MS = 30_000

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Prefix of the bet number of every bet from a chat. */
const CHAT_PREFIX = 'g:'
const betNoOf = ({ message }: Said, index: number): string =>
  `${CHAT_PREFIX}${hashOf(`${message.channelId}\n${message.messageId}`)}:${index}`

const answered = (action: MessageAnswer['action'], lines: readonly string[], bets: ShownBet[] = []): MessageAnswer => ({
  action,
  reply: escaped(lines.join('\n')),
  bets,
})

/**
 * The group of a chat and the member who writes. A private chat is `@` and the account: there the member's own
 * group answers.
 */
async function whoSays({ pool }: MessageContext, merchantId: MerchantId, message: Message): Promise<Said | Refusal> {
  const member = await memberByName(pool, merchantId, message.account)
  const isPrivate = message.channelId.startsWith('@')
  const group = isPrivate
    ? member?.groupId && (await groupById(pool, merchantId, member.groupId))
    : await groupOfChannel(pool, merchantId, message.channelId)
  if (!group) return refuse('notFound')
  const isOwnChat = !isPrivate || message.channelId.slice(1).toLowerCase() === member?.name.toLowerCase()
  if (!member || member.groupId !== group.id || !isOwnChat) return refuse('unknownMember')
  return { merchantId, group, member, isPrivate, message }
}

/**
 * The answer of a group's bot to a message. The same message of a chat gets the same answer and places no bet
 * twice, even if the first processing was interrupted: bet numbers are computed from the message.
 */
export async function answerMessage(
  context: MessageContext,
  merchantId: MerchantId,
  message: Message,
): Promise<MessageAnswer | Refusal> {
  const said = await whoSays(context, merchantId, message)
  if (!('group' in said)) return said
  if (said.group.status === 2) return refuse('stateForbids')
  const at = context.clock()
  const contentHash = hashOf(`${message.account.toLowerCase()}\n${message.text}`)
  const { channelId, messageId } = message
  const claim = { channelId, messageId, contentHash, at, staleBefore: at - STALE_MS }
  const claimed = await claimMessage(context.pool, merchantId, claim)
  if (claimed.state === 'other') return refuse('requestMismatch')
  if (claimed.state === 'busy') return refuse('tooManyRequests')
  if (claimed.state === 'answered') return claimed.answer as MessageAnswer
  try {
    const answer = await decide(context, said)
    await saveAnswer(context.pool, merchantId, message, answer)
    return answer
  } catch (error) {
    await saveAnswer(context.pool, merchantId, message, null)
    if (error instanceof QueueFull) return refuse('overloaded')
    throw error
  }
}

async function decide(context: MessageContext, said: Said): Promise<MessageAnswer> {
  const commands = said.group.commands ?? BUILT_IN_COMMANDS
  const read = readMessage(said.message.text, commands)
  const answer = await carryOut(context, said, read, commands)
  const more = read.action === 'help' || answer.action === 'none' ? undefined : read.command?.reply
  return more ? { ...answer, reply: `${answer.reply}\n${escaped(more)}` } : answer
}

function carryOut(
  context: MessageContext,
  said: Said,
  read: ReadMessage,
  commands: readonly GroupCommand[],
): Promise<MessageAnswer> | MessageAnswer {
  const frozen = said.group.status === 4
  switch (read.action) {
    case 'balance':
      return balance(context, said)
    case 'result':
      return results(context, said, read.rest)
    case 'rank':
      return rank(context, said)
    case 'help':
      return answered('help', read.command?.reply ? [read.command.reply] : [...HELP, ...keywords(commands)])
    case 'cancel':
      return frozen ? answered('cancel', ['本群已冻结']) : cancel(context, said, read.rest)
    case 'bet':
    case 'text':
      return bets(context, said, read, frozen)
  }
}

const keywords = (commands: readonly GroupCommand[]): string[] => [
  `指令：${commands
    .filter(({ enabled }) => enabled)
    .map(({ keyword }) => keyword)
    .join('、')}`,
]

async function balance({ pool }: MessageContext, { merchantId, member, isPrivate }: Said): Promise<MessageAnswer> {
  if (!isPrivate) return answered('balance', ['余额请私聊机器人查询'])
  const wallet = (await readWallets(pool, merchantId, [member.pathId])).get(member.pathId)
  return answered('balance', [`余额：${yuan(wallet?.balance ?? ZERO)}`, `未结算：${yuan(wallet?.openStake ?? ZERO)}`])
}

/** Games of the group, or the one that was named. */
const gamesAsked = (group: ChatGroup, named: string): GameId[] => {
  const ids = group.gameIds.length > 0 ? group.gameIds : GAMES.map(({ id }) => id)
  const wanted = named.toUpperCase()
  return ids.filter((id) => {
    const game = gameById(id)
    return wanted === '' || game?.name.toUpperCase() === wanted || game?.code === wanted
  })
}

async function results({ pool }: MessageContext, { group }: Said, named: string): Promise<MessageAnswer> {
  const ids = gamesAsked(group, named)
  const last = (await periodsNow(pool)).filter(({ place }) => place === 'last')
  const lines = ids.map((id) => {
    const found = last.find((period) => period.game_id === id)
    const name = gameById(id)?.name ?? ''
    return found ? `${name} ${found.period_no}期：${(found.result ?? []).join(' ')}` : `${name}：暂无开奖结果`
  })
  return answered('result', lines.length > 0 ? lines : ['本群未开放该彩种'])
}

async function rank({ pool, clock }: MessageContext, { merchantId, group }: Said): Promise<MessageAnswer> {
  const found = await rankOfDay(pool, merchantId, group.id, businessDay(clock()))
  const lines = found.map(({ name, stake, orders }, place) => {
    return `${place + 1}. ${masked(name)} ${orders}注 ${yuan(money(stake))}`
  })
  return answered('rank', ['今日投注排行', ...(lines.length > 0 ? lines : ['暂无注单'])])
}

// ---- bets ----------------------------------------------------------------------------------------------------------

type ReadBet = Extract<TextBet, { ok: true }>

/** The period on sale of each game, by game. */
async function openPeriods({ pool }: MessageContext): Promise<Map<GameId, string>> {
  const found = (await periodsNow(pool)).filter(({ place }) => place === 'current')
  return new Map(found.map((period) => [period.game_id, period.period_no]))
}

/** Bets in the form that a game platform sends, at the current prices, because chats show no prices. */
async function slipsOf(
  context: MessageContext,
  said: Said,
  read: readonly { readonly bet: ReadBet; readonly betNo: string }[],
): Promise<WireBet[]> {
  const periods = await openPeriods(context)
  const wanted = [...new Set(read.map(({ bet }) => bet.gameId))].map((gameId) => ({
    gameId,
    periodNo: periods.get(gameId) ?? '0',
  }))
  const games = await context.openGames(context.pool, said.merchantId, wanted)
  return read.map(({ bet, betNo }): WireBet => {
    const { gameId, itemCode, stake } = bet
    const playCode = bet.play.code
    const item = games.book.resolveItem(gameId, playCode, itemCode)
    const periodNo = periods.get(gameId) ?? '0'
    const price = item && games.book.currentPrice({ gameId, periodNo, playCode, item, pankou: said.group.pankou })
    // Without a price, intake finds the reason: no period, or not on sale.
    const odds = price?.quote ?? '0'
    return {
      betNo,
      account: said.member.name,
      gameId,
      periodNo,
      playCode,
      itemCode,
      pankou: said.group.pankou,
      odds,
      stake,
    }
  })
}

const ODDS_CHANGED = 42205
const MISMATCH = REFUSALS.duplicateMismatch.text

/**
 * Uses the same intake as every bet. If odds have changed between reading and betting, the bet is placed again at
 * the new ones. A bet number that is known with other odds was accepted before this process took over the message.
 */
async function place(
  context: MessageContext,
  merchantId: MerchantId,
  slips: readonly WireBet[],
): Promise<WireResult[]> {
  const results = await context.intake.create(merchantId, slips)
  const again = slips.flatMap((slip, place) => {
    const result = results[place]
    const moved = result && !result.accepted && result.code === ODDS_CHANGED && result.odds !== undefined
    return moved ? [{ place, slip: { ...slip, odds: result.odds } as WireBet }] : []
  })
  if (again.length > 0) {
    const second = await context.intake.create(
      merchantId,
      again.map(({ slip }) => slip),
    )
    for (const [index, { place }] of again.entries())
      results[place] = must(second[index], 'the second answer of a message')
  }
  const known = results.filter((result) => !result.accepted && result.message === MISMATCH)
  if (known.length === 0) return results
  const betNos = known.map(({ betNo }) => betNo)
  const { orders } = await queryBets(context.pool, merchantId, betNos)
  const found = new Map(orders.flatMap((order) => (order.found ? [[order.betNo, order.orderNo] as const] : [])))
  return results.map((result) => {
    const orderNo = found.get(result.betNo)
    return orderNo === undefined || result.accepted ? result : { betNo: result.betNo, accepted: true, orderNo }
  })
}

const moneyOf = (stake: string): Money => {
  const parsed = parseMoney(stake, { maxDecimals: 2 })
  if (!parsed.ok) throw new Error(`not a valid stake: ${stake}`)
  return parsed.value
}

const shownBet = (bet: TextBet, result: WireResult | undefined): ShownBet => {
  const names = bet.ok
    ? {
        gameName: gameById(bet.gameId)?.name ?? '',
        playName: bet.play.name,
        itemName: bet.itemName,
        stake: formatMoney(moneyOf(bet.stake)),
      }
    : { gameName: '', playName: '', itemName: '', stake: '0' }
  if (result?.accepted) return { text: bet.text, ...names, accepted: true, orderNo: result.orderNo }
  return { text: bet.text, ...names, accepted: false, reason: bet.ok ? (result?.message ?? '') : PROBLEMS[bet.problem] }
}

async function bets(context: MessageContext, said: Said, read: ReadMessage, frozen: boolean): Promise<MessageAnswer> {
  const found = readTextBets(read.rest, said.group.gameIds)
  if (read.action === 'text' && isChatter(found)) return { action: 'none', reply: '', bets: [] }
  if (!read.command) return answered('none', [])
  if (frozen) return answered('bet', ['本群已冻结'])
  if (found.length === 0) return answered('bet', HELP)
  if (found.length > MAX_BETS) return answered('bet', [`一条消息最多${MAX_BETS}注`])
  const numbered = found.flatMap((bet, index) => (bet.ok ? [{ bet, index, betNo: betNoOf(said, index) }] : []))
  const slips = numbered.length > 0 ? await slipsOf(context, said, numbered) : []
  const results = slips.length > 0 ? await place(context, said.merchantId, slips) : []
  const resultOf = new Map(numbered.map(({ index }, place) => [index, results[place]]))
  const shown = found.map((bet, index) => shownBet(bet, resultOf.get(index)))
  const stakes = numbered.flatMap(({ bet }, place) => (results[place]?.accepted ? [moneyOf(bet.stake)] : []))
  const period = [...new Set(slips.map(({ gameId, periodNo }) => `${gameById(gameId)?.name ?? ''}${periodNo}期`))]
  return answered('bet', [`${said.member.name} ${period.join(' ')}`.trim(), ...betLines(shown, stakes)], shown)
}

// ---- cancelling ----------------------------------------------------------------------------------------------------

/** Names the message, so that a retry of the message finds the orders that it has already voided. */
const cancelReason = ({ message }: Said): string => `会员撤单（消息 ${message.messageId}，${message.channelId}）`

async function whyNot(
  on: Queryable,
  { clock }: MessageContext,
  merchantId: MerchantId,
  order: { readonly id: bigint; readonly fromDay: string },
): Promise<string | undefined> {
  const state = await cancelState(on, merchantId, order)
  if (!state?.isOpen || clock() >= state.closeAt) return '已封盘'
  const status = effectiveStatus(state.statuses)
  if (status !== 1) return (status === 2 ? REFUSALS.disabled : REFUSALS.frozen).text
  return state.isReplenished ? '已被受理，不能撤销' : undefined
}

/**
 * Cancels the bets of the member's last message, or one order by its number, while the period is on sale. An order
 * that caused a replenishment of an agent is not cancelled, because the agent's own order would remain. A retry of
 * an interrupted message continues with the bets that it began with.
 */
async function cancel(context: MessageContext, said: Said, orderNo: string): Promise<MessageAnswer> {
  const { merchantId, member } = said
  const now = context.clock()
  const fromDay = addDays(businessDay(now), -1)
  const orders = await lastChatOrders(context.pool, merchantId, { pathId: member.pathId, prefix: CHAT_PREFIX, fromDay })
  const reason = cancelReason(said)
  const due = orders.filter(({ isVoid, voidReason }) => !isVoid || voidReason === reason)
  const first = due.find(({ isVoid }) => isVoid) ?? due[0]
  const prefix = first?.betNo.slice(0, first.betNo.lastIndexOf(':') + 1)
  const asked = due.filter((order) =>
    orderNo === '' ? prefix !== undefined && order.betNo.startsWith(prefix) : String(order.orderId) === orderNo,
  )
  if (asked.length === 0) return answered('cancel', ['没有可撤销的注单'])
  const lines: string[] = []
  for (const order of asked.toReversed()) {
    const play = playOf(gameById(order.gameId)?.code ?? '', order.play)
    const what = `${play?.name ?? order.play} ${play ? itemName(play, order.item) : order.item} ${yuan(money(order.stake))}`
    if (order.isVoid) {
      lines.push(`✓ 已撤销 ${what}`)
      continue
    }
    const { orderId } = order
    const voided = await voidOrder(context, {
      merchantId,
      orderId,
      fromDay,
      reason,
      operator: member.name,
      // Checked under the lock, so that nobody can replenish the order or close the period in between.
      forbidden: (tx) => whyNot(tx, context, merchantId, { id: orderId, fromDay }),
    })
    if ('periodId' in voided) lines.push(`✓ 已撤销 ${what}`)
    else lines.push(`✗ ${what}：${voided.refusal === 'forbidden' ? voided.why : '已撤销'}`)
  }
  return answered('cancel', lines)
}
