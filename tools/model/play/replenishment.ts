/** Replenishment and fly-out: their settings, what is sent by hand, and what the outside book answers. */
import type { Role } from '@strata/domain/tree'
import * as acts from '../acts.ts'
import { type Auto, HEAD, type Order, type Path, quietSettings, type Settings, yuan } from '../book.ts'
import type { CommandOf } from '../commands.ts'
import { agree } from '../compare.ts'
import { ITEMS, type ModelItem } from '../items.ts'
import type { Mood } from '../outside.ts'
import { headGroup, pass, rest, sendByHand, settingsOf } from '../replenish.ts'
import { moneyText } from '../sums.ts'
import { pick, type Stage } from './stage.ts'

/** A saved setting acts on what is already there. */
function actAtOnce(stage: Stage, path: Path, gameId: number): void {
  for (const period of stage.openPeriods(gameId)) pass(stage.book, period, [path])
}

/** A path's own settings by play group. Negative ids are the head's. */
const settingsIn = (path: Path, gameId: number): [number, Settings][] =>
  [...path.settings].filter(([id]) => id > 0 && Math.floor(id / 100) === gameId)

function wireAuto(groupId: number, auto: Auto): object {
  const optional = (amount: bigint | null): string | null => (amount === null ? null : moneyText(amount))
  const { enabled, mode, holdLimit, unit, maxLoss } = auto
  const limits = { holdLimit: optional(holdLimit), unit: moneyText(unit), maxLoss: optional(maxLoss) }
  return { groupId, enabled, mode, ...limits, items: [] }
}

const optionalYuan = (amount: number | null): bigint | null => (amount === null ? null : yuan(amount))

const autoOf = ({ auto }: CommandOf<'auto'> | CommandOf<'flyOut'>): Auto => ({
  ...auto,
  holdLimit: optionalYuan(auto.holdLimit),
  unit: yuan(auto.unit),
  maxLoss: optionalYuan(auto.maxLoss),
})

/** The version that a change must name. The head has settings of its own for each merchant. */
async function versionOf(
  stage: Stage,
  call: string,
  { path, gameId, merchant }: { readonly path: Path; readonly gameId: number; readonly merchant?: Path },
): Promise<number> {
  const input = { gameId, ...(merchant ? { agentPathsId: merchant.id } : {}) }
  const answer = await stage.call(path.id, call, input)
  return (answer.data as { version: number }).version
}

export async function setAuto(stage: Stage, command: CommandOf<'auto'>): Promise<void> {
  const path = pick(
    stage.nodes().filter((one) => acts.statusOf(one) === 1),
    command.who,
  )
  if (!path) return
  const { gameId, groupId } = pick(ITEMS, command.item) as ModelItem
  const version = await versionOf(stage, '/api/common/replenishment/query', { path, gameId })
  const settings = settingsOf(path, { groupId } as ModelItem)
  const [acceptLimit, sendLimit] = [optionalYuan(command.accept), optionalYuan(command.send)]
  const auto = autoOf(command)
  path.settings.set(groupId, { ...settings, auto, acceptLimit, sendLimit })
  const all = settingsIn(path, gameId)
  const limits = (name: 'acceptLimit' | 'sendLimit') =>
    all.map(([id, one]) => ({ groupId: id, limit: one[name] === null ? null : moneyText(one[name] as bigint) }))
  const autos = all.flatMap(([id, one]) => (one.auto ? [wireAuto(id, one.auto)] : []))
  const input = { gameId, version, acceptLimits: limits('acceptLimit'), sendLimits: limits('sendLimit'), auto: autos }
  const answer = await stage.call(path.id, '/api/common/replenishment/auto-config/set', input)
  agree('auto-config/set', answer.code, 200)
  actAtOnce(stage, path, gameId)
}

export async function setHeadLimit(stage: Stage, { who, item, accept }: CommandOf<'headLimit'>): Promise<void> {
  const merchant = pick(stage.merchants(), who) as Path
  const { gameId, groupId } = pick(ITEMS, item) as ModelItem
  const head = stage.book.path(HEAD)
  const acceptLimit = optionalYuan(accept)
  const version = await versionOf(stage, '/api/common/replenishment/query', { path: head, gameId, merchant })
  merchant.settings.set(headGroup(groupId), { ...quietSettings(), acceptLimit })
  const acceptLimits = [...merchant.settings]
    .filter(([id]) => id < 0 && Math.floor(-id / 100) === gameId)
    .map(([id, one]) => ({ groupId: -id, limit: one.acceptLimit === null ? null : moneyText(one.acceptLimit) }))
  const input = { gameId, agentPathsId: merchant.id, version, acceptLimits }
  const answer = await stage.call(HEAD, '/api/common/replenishment/auto-config/set', input)
  agree('the accept limits of the head', answer.code, 200)
}

export async function setFlyOut(stage: Stage, command: CommandOf<'flyOut'>): Promise<void> {
  const path = pick(
    stage.nodes().filter((one) => one.flyOutAccount && acts.statusOf(one) === 1),
    command.who,
  )
  if (!path?.flyOutAccount) return
  const flyOutAccount = path.flyOutAccount.id
  const { gameId, groupId } = pick(ITEMS, command.item) as ModelItem
  const version = await versionOf(stage, '/api/common/pilot-out/query', { path, gameId })
  path.settings.set(groupId, { ...settingsOf(path, { groupId } as ModelItem), flyOut: autoOf(command) })
  const auto = settingsIn(path, gameId).flatMap(([id, one]) =>
    one.flyOut ? [{ ...wireAuto(id, one.flyOut), pilotId: flyOutAccount }] : [],
  )
  const answer = await stage.call(path.id, '/api/common/pilot-out/set', { gameId, version, auto })
  agree('pilot-out/set', answer.code, 200)
  actAtOnce(stage, path, gameId)
}

export async function sendManually(
  stage: Stage,
  { who, item: at, cents, preview }: CommandOf<'manual'>,
): Promise<void> {
  const path = pick(stage.nodes(), who) as Path
  const item = pick(ITEMS, at) as ModelItem
  const period = stage.current(item.gameId)
  const amount = BigInt(cents) * 100n
  const orders = [{ playCode: item.play, itemCode: item.code, amount: moneyText(amount) }]
  const input = { gameId: item.gameId, periodNo: period.no, orders, requestId: stage.nextRequestId() }
  const answer = await stage.call(path.id, '/api/common/replenishment/manual/bet', {
    ...input,
    ...(preview ? { preview } : {}),
  })
  const status = acts.statusOf(path)
  const open = stage.openPeriods(item.gameId).includes(period)
  agree(`manual/bet of ${path.name}`, answer.code, status !== 1 ? 40007 : open ? 200 : 42204)
  if (answer.code !== 200 || preview) return
  const sent = sendByHand(stage.book, { sender: path, period, item, amount })
  const [real] = (
    answer.data as { results: { takes: { roleId: Role; amount: string }[]; refused: string; reason?: string }[] }
  ).results
  const takes = sent.takes.map(({ role, amount: taken }) => ({ roleId: role, amount: moneyText(taken) }))
  const model = { takes, refused: moneyText(sent.refused), reason: sent.reason ?? '' }
  agree('manual/bet', { takes: real?.takes, refused: real?.refused, reason: real?.reason ?? '' }, model)
}

/** The outside book answers everything that waits. */
export async function answerAll(stage: Stage, { mood }: CommandOf<'answers'>): Promise<void> {
  const { real, book, outside } = stage
  outside.mood = mood
  await real.raw.query(`update outbox set next_at = 0 where state = 'pending'`)
  for (const { merchantId } of stage.merchants()) await real.run('flyout:deliver', { merchantId })
  for (const order of book.orders)
    if (order.state === 'pending' || order.state === 'unknown') answer(stage, order, mood)
}
function answer({ book }: Stage, order: Order, mood: Mood): void {
  const over = book.now >= order.period.hedgeCloseAt
  if (mood === 'accept') acts.answerFlyOut(book, order, 'confirmed')
  else if (mood === 'refuse') {
    acts.answerFlyOut(book, order, 'rejected')
    rest(book, order)
  } else if (over && order.state === 'pending') acts.answerFlyOut(book, order, 'unknown')
}
