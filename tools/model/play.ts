/** Plays commands on the real server and on the model, and holds every answer of one against the other. */

import { sealPassword } from '@strata/contract/wrapper'
import { money } from '@strata/domain/money'
import type { Role } from '@strata/domain/tree'
import { recoverUp, transferDown } from '../../apps/server/src/ledger/transfer.ts'
import { DEMO_APP_SECRET } from '../../apps/server/src/platform/config.ts'
import { runTx } from '../../apps/server/src/platform/db.ts'
import * as acts from './acts.ts'
import {
  type Auto,
  type Book,
  HEAD,
  isHolder,
  type Order,
  type Path,
  type Period,
  quietSettings,
  yuan,
} from './book.ts'
import { type Command, type CommandOf, DRAWS } from './commands.ts'
import { agree, compareOrders, said as text } from './compare.ts'
import { GAMES, groupsOf, ITEMS, type ModelItem, wireQuote } from './items.ts'
import type { Outside } from './outside.ts'
import { headGroup, pass, rest, sendByHand, settingsOf } from './replenish.ts'
import { ADMIN, type Answer, MerchantId, PathId, type RealServer } from './server.ts'
import { moneyText } from './sums.ts'
import { KEY } from './world.ts'

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length]
const PERIOD_MS = 600_000
const REPLENISH_MS = 5_000
const DRAW_MS = 60_000
const LONG_MS = 20 * 3_600_000
const MAX_MEMBERS = 14
/** The same terms in every play group of the world. */
const everyGroup = (terms: object): object[] =>
  GAMES.flatMap(({ gameId }) => groupsOf(gameId)).map((groupId) => ({ groupId, ...terms }))
const BELOW = ['commission', 'maxItem'] as const

export class Play {
  readonly real: RealServer
  readonly book: Book
  readonly outside: Outside
  private betNo = 0
  private created = 0
  private requests = 0

  constructor(real: RealServer, book: Book, outside: Outside) {
    this.real = real
    this.book = book
    this.outside = outside
  }

  private get requestId(): string {
    this.requests += 1
    return `model-${this.requests}`
  }
  private nodes(): Path[] {
    return this.book.paths.filter((path) => path.role >= 1 && path.role <= 3)
  }
  private ordinary(): Path[] {
    return this.book.paths.filter((path) => path.role >= 1 && path.role !== 10002)
  }
  private merchants(): Path[] {
    return this.book.paths.filter((path) => path.role === 1)
  }
  private current(gameId: number): Period {
    const found = this.book.periods.findLast((period) => period.gameId === gameId)
    if (!found) throw new Error(`no period of game ${gameId}`)
    return found
  }
  private async call(pathId: number, path: string, input: object): Promise<Answer> {
    return this.real.post(pathId, path, input)
  }

  async begin(): Promise<void> {
    for (const { gameId } of GAMES) await this.open(gameId, false)
    for (const path of this.ordinary())
      await this.give(path, yuan(path.role === 1 ? 1_000_000 : path.role === 10001 ? 20_000 : 100_000))
  }

  async play(command: Command): Promise<void> {
    switch (command.do) {
      case 'bets':
        return this.bets(command)
      case 'give': {
        const path = pick(this.ordinary(), command.who) as Path
        return this.give(path, yuan(command.yuan))
      }
      case 'back':
        return this.back(pick(this.ordinary(), command.who) as Path, command.yuan === null ? null : yuan(command.yuan))
      case 'create':
        return this.create(command)
      case 'shares':
        return this.shares(command)
      case 'rate':
        return this.ceiling(command.who, 'commission', BigInt(command.rate))
      case 'maxItem':
        return this.ceiling(command.who, 'maxItem', yuan(command.yuan))
      case 'stakes':
        return this.stakes(command)
      case 'accept':
        return this.accept(command)
      case 'auto':
        return this.auto(command)
      case 'headLimit':
        return this.headLimit(command)
      case 'flyOut':
        return this.flyOut(command)
      case 'manual':
        return this.manual(command)
      default:
        return this.playLate(command)
    }
  }

  private async playLate(
    command: Exclude<
      Command,
      {
        do:
          | 'bets'
          | 'give'
          | 'back'
          | 'create'
          | 'shares'
          | 'rate'
          | 'maxItem'
          | 'stakes'
          | 'accept'
          | 'auto'
          | 'headLimit'
          | 'flyOut'
          | 'manual'
      }
    >,
  ): Promise<void> {
    switch (command.do) {
      case 'answers':
        return this.answers(command)
      case 'close': {
        const period = this.current(GAMES[command.game % GAMES.length]?.gameId ?? 1)
        return this.advanceTo(period.closeAt)
      }
      case 'draw':
        return this.draw(command)
      case 'settle':
        return this.settle()
      case 'correct':
        return this.correct(command)
      case 'voidPeriod':
        return this.voidPeriod(command)
      case 'voidOrder':
        return this.voidOrder(command)
      case 'day':
        return this.advanceTo(acts.nextDayAt(this.book.now))
      case 'wait':
        return this.advanceTo(this.book.now + command.seconds * 1000)
      case 'status':
        return this.status(command)
    }
  }

  // ---- time and periods -------------------------------------------------------------------------------------------

  private async open(gameId: number, long: boolean): Promise<void> {
    const { now } = this.book
    const closeAt = now + (long ? LONG_MS : PERIOD_MS)
    const [hedgeCloseAt, drawAt] = [closeAt + REPLENISH_MS, closeAt + DRAW_MS]
    const no = `${this.book.periods.length + 1}`.padStart(6, '0')
    const day = acts.dayOf(drawAt)
    const found = await this.real.raw.query<{ id: number }>(
      `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, options)
       select $1, $2, $3, $4, $5, $6, $7, 'open', options from games where id = $1 returning id`,
      [gameId, no, day, now - 1, closeAt, hedgeCloseAt, drawAt],
    )
    const rest = { state: 'open', version: 0, balls: null, settled: new Map() } as const
    const times = { closeAt, hedgeCloseAt, drawAt }
    this.book.periods.push({
      id: found.rows[0]?.id ?? 0,
      gameId,
      no,
      day,
      date: acts.dateOf(drawAt),
      ...times,
      ...rest,
    })
  }

  /** Lets time pass, with the jobs of every close and every new day on the way. */
  private async advanceTo(at: number): Promise<void> {
    for (;;) {
      const closes = this.book.periods.flatMap(({ state, closeAt }) => (state === 'open' ? [closeAt] : []))
      const next = [...closes, acts.nextDayAt(this.book.now)].filter((one) => one <= at).toSorted((a, b) => a - b)[0]
      this.setTime(Math.max(this.book.now, next ?? at))
      if (next === undefined) return
      await this.closeDue()
      if (acts.dayOf(this.book.now) !== acts.dayOf(this.book.now - 1)) await this.newDay()
    }
  }
  private setTime(at: number): void {
    this.book.now = at
    this.real.now = at
  }
  private async closeDue(): Promise<void> {
    const due = this.book.periods.filter(({ state, closeAt }) => state === 'open' && closeAt <= this.book.now)
    await this.real.run('games:periods')
    await this.real.run('games:closing')
    for (const period of due) {
      period.state = 'closed'
      const nodes = this.book.paths.filter(isHolder)
      for (const merchant of this.merchants())
        pass(
          this.book,
          period,
          nodes.filter(({ merchantId }) => merchantId === merchant.merchantId),
        )
    }
  }
  private async newDay(): Promise<void> {
    await this.real.run('games:partitions')
    await this.real.run('ledger:credit-reset')
    for (const merchant of this.merchants())
      if (merchant.mode === 'credit') acts.resetCredit(this.book, merchant.merchantId)
  }

  private async draw({ game, balls, long }: CommandOf<'draw'>): Promise<void> {
    const { gameId } = GAMES[game % GAMES.length] ?? GAMES[0]
    const period = this.current(gameId)
    await this.advanceTo(period.drawAt)
    if (period.state === 'closed') {
      const result = pick(DRAWS[gameId] ?? [], balls) ?? []
      const input = { gameId, periodNo: period.no, result }
      agree('draw/enter', (await this.call(ADMIN, '/api/admin/draw/enter', input)).code, 200)
      agree('draw/confirm', (await this.call(ADMIN, '/api/admin/draw/confirm', input)).data, { state: 'inForce' })
      Object.assign(period, { state: 'drawn', version: 1, balls: result })
    }
    await this.open(gameId, long && gameId === 3)
  }

  private async settle(): Promise<void> {
    for (const period of this.book.periods)
      for (const { merchantId } of this.merchants())
        if (acts.settle(this.book, period, merchantId))
          await this.real.run('settlement:part', { merchantId, periodId: period.id })
    await this.real.run('settlement:sweep')
  }

  private async propose(path: string, input: object): Promise<Answer> {
    const proposed = await this.call(ADMIN, path, input)
    if (proposed.code !== 200) return proposed
    const { proposalId } = proposed.data as { proposalId: string }
    return this.call(ADMIN, '/api/admin/proposal/decide', { proposalId, approve: true })
  }

  private async correct({ period: at, balls }: CommandOf<'correct'>): Promise<void> {
    const period = pick(
      this.book.periods.filter(({ balls: drawn, version }) => drawn !== null || version > 1).slice(-6),
      at,
    )
    if (!period) return
    const result = pick(DRAWS[period.gameId] ?? [], balls) ?? []
    const input = { gameId: period.gameId, periodNo: period.no, version: period.version, result, reason: '更正' }
    const answer = await this.propose('/api/admin/draw/correct', input)
    const same = text(period.balls) === text(result)
    agree('draw/correct', answer.code === 200, !same)
    if (same) return
    Object.assign(period, { version: period.version + 1, balls: result, state: 'drawn' })
  }

  private async voidPeriod({ period: at, late }: CommandOf<'voidPeriod'>): Promise<void> {
    // Mostly an older one: the current one would stop all bets until the next draw.
    const all = late === 0 ? this.book.periods : this.book.periods.filter(({ state }) => state !== 'open')
    const period = pick(all.slice(-6), at)
    if (!period) return
    const input = { gameId: period.gameId, periodNo: period.no, version: period.version, reason: '作废' }
    const answer = await this.propose('/api/admin/game/period/void', input)
    agree('period/void', answer.code, period.state === 'void' ? 42207 : 200)
    if (period.state === 'void') return
    Object.assign(period, { version: period.version + 1, balls: null, state: 'void' })
  }

  private async voidOrder({ order: at }: CommandOf<'voidOrder'>): Promise<void> {
    await compareOrders(this.real, this.book)
    const order = pick(this.book.orders.filter(({ kind }) => kind !== 'flyout').slice(-60), at)
    if (!order) return
    const answer = await this.propose('/api/admin/order/void', { orderNo: order.no, reason: '作废' })
    agree('order/void', answer.code, order.voided ? 42207 : 200)
    if (!order.voided) acts.voidOrder(this.book, order)
  }

  // ---- bets -------------------------------------------------------------------------------------------------------

  private slip(merchantId: number, plan: CommandOf<'bets'>['bets'][number]): acts.Slip {
    const item = pick(ITEMS, plan.item) as ModelItem
    const own = this.book.paths.filter((path) => path.role === 10001 && path.merchantId === merchantId)
    const others = this.book.paths.filter((path) => path.role === 10001 && path.merchantId !== merchantId)
    const { fault } = plan
    const again = fault === 'again' || fault === 'againOther'
    const earlier = again
      ? pick(
          this.book.orders.filter((one) => one.kind === 'member' && one.merchantId === merchantId),
          plan.who,
        )
      : undefined
    if (earlier) {
      const { betNo, bettor, period, item: old, stake } = earlier
      const same = {
        betNo: betNo ?? '',
        account: bettor.name,
        gameId: old.gameId,
        periodNo: period.no,
        play: old.play,
        code: old.code,
      }
      return { ...same, item: old, priced: true, stake: fault === 'againOther' ? stake + 100n : stake }
    }
    this.betNo += 1
    const account = fault === 'member' ? 'nobody01' : (pick(fault === 'foreign' ? others : own, plan.who)?.name ?? '')
    const periodNo =
      fault === 'period'
        ? (this.book.periods.find(({ gameId }) => gameId === item.gameId)?.no ?? '')
        : this.current(item.gameId).no
    return {
      betNo: `b${this.betNo}`,
      account,
      gameId: item.gameId,
      periodNo,
      play: item.play,
      item,
      code: fault === 'item' ? 'NONE' : item.code,
      ...(fault === 'pankou' ? { pankou: 'B' } : {}),
      priced: fault !== 'odds',
      stake: fault === 'stake' ? 0n : BigInt(plan.cents) * 100n,
    }
  }

  private async bets({ merchant: at, bets }: CommandOf<'bets'>): Promise<void> {
    const merchant = pick(this.merchants(), at % 3 === 0 ? 1 : 0) as Path
    const slips = bets.map((plan) => this.slip(merchant.merchantId, plan))
    const wire = slips.map(({ betNo, account, gameId, periodNo, play, code, pankou, priced, stake, item }) => ({
      betNo,
      account,
      gameId,
      periodNo,
      playCode: play,
      itemCode: code,
      stake: moneyText(stake),
      ...(pankou === undefined ? {} : { pankou }),
      odds: priced ? wireQuote(item) : '1.01',
    }))
    const answer = await this.real.signed(merchant.name, KEY, '/api/rec/order/create', { bets: wire })
    const { results } = answer.data as {
      results: ({ accepted: true; orderNo: string } | { accepted: false; code: number })[]
    }
    for (const [place, slip] of slips.entries()) {
      const said = acts.takeBet(this.book, merchant.merchantId, slip)
      const real = results[place]
      agree(`bet ${text(wire[place])}`, real?.accepted ? 200 : real?.code, 'code' in said ? said.code : 200)
      if (!real?.accepted || 'code' in said) continue
      if (said.repeated && said.order.no !== '') agree('a repeated bet', real.orderNo, said.order.no)
      said.order.no = real.orderNo
    }
  }

  // ---- money ------------------------------------------------------------------------------------------------------

  private transfer(path: Path) {
    const parentId = path.parent === null || path.parent.id === HEAD ? null : PathId(path.parent.id)
    const at = this.book.now
    const head = { day: acts.dayOf(at), at }
    return { merchantId: MerchantId(path.merchantId), parentId, childId: PathId(path.id), kind: path.mode, head }
  }
  private moveFunds(path: Path, amount: bigint): void {
    path.wallet.balance += amount
    if (path.mode === 'credit') path.wallet.quota += amount
    if (path.parent && path.parent.id !== HEAD) path.parent.wallet.balance -= amount
  }
  private async give(path: Path, amount: bigint): Promise<void> {
    const answer = await runTx(this.real.pool, {}, (tx) => transferDown(tx, this.transfer(path), money(amount)))
    const has = path.parent?.id === HEAD || (path.parent?.wallet.balance ?? 0n) >= amount
    agree('transfer', 'refusal' in answer ? answer.refusal : 'done', has ? 'done' : 'balanceTooLow')
    if (has) this.moveFunds(path, amount)
  }
  private async back(path: Path, amount: bigint | null): Promise<void> {
    const { wallet, mode } = path
    const most = mode === 'credit' && wallet.quota < wallet.balance ? wallet.quota : wallet.balance
    const wanted = amount ?? most
    const answer = await runTx(this.real.pool, {}, (tx) =>
      recoverUp(tx, this.transfer(path), amount === null ? 'all' : money(amount)),
    )
    const has = wanted > 0n && wanted <= most
    agree('recovery', 'refusal' in answer ? answer.refusal : 'done', has ? 'done' : 'balanceTooLow')
    if (has) this.moveFunds(path, -wanted)
  }

  // ---- accounts and terms -----------------------------------------------------------------------------------------

  private async create({ who }: CommandOf<'create'>): Promise<void> {
    const parent = pick(
      this.nodes().filter((path) => acts.statusOf(path) === 1),
      who,
    )
    if (!parent || this.book.paths.filter(({ role }) => role === 10001).length >= MAX_MEMBERS) return
    this.created += 1
    const accountName = `newmem${this.created}`
    const password = sealPassword({ password: 'Strata2026', appSecret: DEMO_APP_SECRET, nowMs: this.book.now })
    const input = { parentPathsId: parent.id, accountName, password, pankou: 'C', requestId: this.requestId }
    const answer = await this.call(parent.id, '/api/agent/create-member', input)
    agree('create-member', answer.code, 200)
    const { agentPathsId: id } = answer.data as { agentPathsId: number }
    const shares = [{ from: '2000-01-01', uplineShare: 0n, downlineCap: 0n, remainder: 'head' as const }]
    const { merchantId, mode, commission, minStake, maxStake, maxItem } = parent
    this.book.paths.push({
      id,
      name: accountName,
      role: 10001,
      parent,
      merchantId,
      mode,
      shares,
      commission,
      minStake,
      maxStake,
      maxItem,
      maxFill: null,
      acceptType: 0,
      status: 1,
      wallet: { quota: 0n, balance: 0n, openStake: 0n },
      settings: new Map(),
      flyOutAccount: null,
    })
  }

  /** The head sets the terms of everybody, so that no frozen parent is in the way. */
  private async setTerms(
    path: Path,
    game: object,
    plan: { readonly refused: boolean; readonly cut: number; readonly changes: boolean },
  ): Promise<void> {
    const seen = await this.call(HEAD, '/api/common/account/get-game-infos', { agentPathsId: path.id })
    const { version } = seen.data as { version: number }
    const input = { agentPathsId: path.id, version, games: [{ gameId: 0, ...game }] }
    const target = '/api/common/game/agent/set/v1'
    const preview = await this.call(HEAD, target, { ...input, preview: true })
    agree(`terms ${text(game)} of ${path.name}`, preview.code, plan.refused ? 42202 : 200)
    if (plan.refused) return
    const { affected, confirm } = preview.data as { affected: { agentPathsId: number }[]; confirm: string }
    agree(
      `accounts below ${path.name} that ${text(game)} caps`,
      new Set(affected.map((one) => this.book.path(one.agentPathsId)).filter(({ role }) => role !== 10002)).size,
      plan.cut,
    )
    const saved = await this.call(HEAD, target, { ...input, confirm })
    agree(`terms ${text(game)} of ${path.name}`, saved.code, 200)
  }

  private async shares({ who, uplineShare, downlineCap, remainder }: CommandOf<'shares'>): Promise<void> {
    const path = pick(this.ordinary(), who) as Path
    const member = path.role === 10001
    const now = path.shares.at(-1) as Path['shares'][number]
    const cap = member ? 0n : downlineCap === null ? now.downlineCap : BigInt(downlineCap)
    const to = {
      uplineShare: BigInt(uplineShare),
      downlineCap: cap,
      remainder: remainder && !member ? ('parent' as const) : ('head' as const),
    }
    const plan = acts.planShares(this.book, path, to)
    const percent = (share: bigint): string => moneyText(share * 100n)
    const game = {
      uplineShare: percent(to.uplineShare),
      ...(member ? {} : { downlineCap: percent(cap), remainder: to.remainder }),
    }
    const cut = plan?.changed.filter((one) => one.path !== path).length ?? 0
    await this.setTerms(path, game, { refused: plan === null, cut, changes: (plan?.changed.length ?? 0) > 0 })
    if (plan) acts.applyShares(plan)
  }

  private async ceiling(who: number, field: (typeof BELOW)[number], most: bigint): Promise<void> {
    const path = pick(this.ordinary(), who) as Path
    const bound = path.parent?.[field] ?? 0n
    const below = acts.whoIsAbove(this.book, path, field, most)
    const plays = field === 'commission' ? { commission: { C: moneyText(most * 10n) } } : { maxItem: moneyText(most) }
    const refused = most > bound
    await this.setTerms(path, { plays: everyGroup(plays) }, { refused, cut: below.length, changes: true })
    if (!refused) for (const one of [path, ...below]) one[field] = most
  }

  private async stakes({ who, least, most }: CommandOf<'stakes'>): Promise<void> {
    // Without anybody below, nothing is capped.
    const path = pick(
      this.ordinary().filter(({ role }) => role === 10001),
      who,
    ) as Path
    const [minStake, maxStake] = [yuan(least), yuan(most)]
    const above = path.parent as Path
    const refused = minStake < above.minStake || minStake > maxStake || maxStake > above.maxStake
    const plays = everyGroup({ minStake: moneyText(minStake), maxStake: moneyText(maxStake) })
    await this.setTerms(path, { plays }, { refused, cut: 0, changes: true })
    if (!refused) Object.assign(path, { minStake, maxStake })
  }

  private async accept({ who, type, maxFill: fill }: CommandOf<'accept'>): Promise<void> {
    const path = pick(this.nodes(), who) as Path
    const refused = path.role === 1 && (type === 2 || type === 3)
    const maxFill = path.role === 3 && fill !== null ? yuan(fill) : null
    const wire = path.role === 3 ? { plays: everyGroup({ maxFill: maxFill === null ? null : moneyText(maxFill) }) } : {}
    await this.setTerms(path, { acceptType: type, ...wire }, { refused, cut: 0, changes: true })
    if (refused) return
    if (type === 0 && path.acceptType !== 0)
      for (const settings of path.settings.values())
        if (settings.auto) settings.auto = { ...settings.auto, enabled: false }
    path.acceptType = type
    if (path.role === 3) path.maxFill = maxFill
  }

  private async status({ who, status }: CommandOf<'status'>): Promise<void> {
    const path = pick(this.ordinary(), who) as Path
    // The sessions of a disabled node end; the model's nodes stay signed in.
    const to = path.role === 10001 || status !== 2 ? status : 4
    const answer = await this.call(HEAD, '/api/common/account/updatestatus', { agentPathsId: path.id, status: to })
    agree('updatestatus', answer.code, 200)
    path.status = to
  }

  // ---- replenishment ----------------------------------------------------------------------------------------------

  private openPeriods(gameId: number): Period[] {
    const { now, periods } = this.book
    return periods.filter(
      (one) => one.gameId === gameId && (one.state === 'open' || one.state === 'closed') && now < one.hedgeCloseAt,
    )
  }
  private actAtOnce(path: Path, gameId: number): void {
    for (const period of this.openPeriods(gameId)) pass(this.book, period, [path])
  }
  private wireAuto(groupId: number, auto: Auto): object {
    const optional = (amount: bigint | null): string | null => (amount === null ? null : moneyText(amount))
    const { enabled, mode, holdLimit, unit, maxLoss } = auto
    const limits = { holdLimit: optional(holdLimit), unit: moneyText(unit), maxLoss: optional(maxLoss) }
    return { groupId, enabled, mode, ...limits, items: [] }
  }
  private async versionOf(path: Path, call: string, gameId: number, merchant?: Path): Promise<number> {
    const input = { gameId, ...(merchant ? { agentPathsId: merchant.id } : {}) }
    const answer = await this.call(path.id, call, input)
    return (answer.data as { version: number }).version
  }
  private autoOf({ auto }: CommandOf<'auto'> | CommandOf<'flyOut'>): Auto {
    const optional = (amount: number | null): bigint | null => (amount === null ? null : yuan(amount))
    return { ...auto, holdLimit: optional(auto.holdLimit), unit: yuan(auto.unit), maxLoss: optional(auto.maxLoss) }
  }

  private async auto(command: CommandOf<'auto'>): Promise<void> {
    const path = pick(
      this.nodes().filter((one) => acts.statusOf(one) === 1),
      command.who,
    )
    if (!path) return
    const { gameId, groupId } = pick(ITEMS, command.item) as ModelItem
    const version = await this.versionOf(path, '/api/common/replenishment/query', gameId)
    const settings = settingsOf(path, { groupId } as ModelItem)
    const optional = (amount: number | null): bigint | null => (amount === null ? null : yuan(amount))
    const [acceptLimit, sendLimit] = [optional(command.accept), optional(command.send)]
    const auto = this.autoOf(command)
    path.settings.set(groupId, { ...settings, auto, acceptLimit, sendLimit })
    const all = this.groups(path, gameId)
    const limits = (name: 'acceptLimit' | 'sendLimit') =>
      all.map(([id, one]) => ({ groupId: id, limit: one[name] === null ? null : moneyText(one[name] as bigint) }))
    const autos = all.flatMap(([id, one]) => (one.auto ? [this.wireAuto(id, one.auto)] : []))
    const input = { gameId, version, acceptLimits: limits('acceptLimit'), sendLimits: limits('sendLimit'), auto: autos }
    const answer = await this.call(path.id, '/api/common/replenishment/auto-config/set', input)
    agree('auto-config/set', answer.code, 200)
    this.actAtOnce(path, gameId)
  }
  private groups(path: Path, gameId: number) {
    return [...path.settings].filter(([id]) => id > 0 && Math.floor(id / 100) === gameId)
  }

  private async headLimit({ who, item, accept }: CommandOf<'headLimit'>): Promise<void> {
    const merchant = pick(this.merchants(), who) as Path
    const { gameId, groupId } = pick(ITEMS, item) as ModelItem
    const head = this.book.path(HEAD)
    const acceptLimit = accept === null ? null : yuan(accept)
    const version = await this.versionOf(head, '/api/common/replenishment/query', gameId, merchant)
    merchant.settings.set(headGroup(groupId), { ...quietSettings(), acceptLimit })
    const acceptLimits = [...merchant.settings]
      .filter(([id]) => id < 0 && Math.floor(-id / 100) === gameId)
      .map(([id, one]) => ({ groupId: -id, limit: one.acceptLimit === null ? null : moneyText(one.acceptLimit) }))
    const input = { gameId, agentPathsId: merchant.id, version, acceptLimits }
    const answer = await this.call(HEAD, '/api/common/replenishment/auto-config/set', input)
    agree('the accept limits of the head', answer.code, 200)
  }

  private async flyOut(command: CommandOf<'flyOut'>): Promise<void> {
    const path = pick(
      this.nodes().filter((one) => one.flyOutAccount && acts.statusOf(one) === 1),
      command.who,
    )
    if (!path?.flyOutAccount) return
    const flyOutAccount = path.flyOutAccount.id
    const { gameId, groupId } = pick(ITEMS, command.item) as ModelItem
    const version = await this.versionOf(path, '/api/common/pilot-out/query', gameId)
    path.settings.set(groupId, { ...settingsOf(path, { groupId } as ModelItem), flyOut: this.autoOf(command) })
    const auto = this.groups(path, gameId).flatMap(([id, one]) =>
      one.flyOut ? [{ ...this.wireAuto(id, one.flyOut), pilotId: flyOutAccount }] : [],
    )
    const answer = await this.call(path.id, '/api/common/pilot-out/set', { gameId, version, auto })
    agree('pilot-out/set', answer.code, 200)
    this.actAtOnce(path, gameId)
  }

  private async manual({ who, item: at, cents, preview }: CommandOf<'manual'>): Promise<void> {
    const path = pick(this.nodes(), who) as Path
    const item = pick(ITEMS, at) as ModelItem
    const period = this.current(item.gameId)
    const amount = BigInt(cents) * 100n
    const orders = [{ playCode: item.play, itemCode: item.code, amount: moneyText(amount) }]
    const input = { gameId: item.gameId, periodNo: period.no, orders, requestId: this.requestId }
    const answer = await this.call(path.id, '/api/common/replenishment/manual/bet', {
      ...input,
      ...(preview ? { preview } : {}),
    })
    const status = acts.statusOf(path)
    const open = this.openPeriods(item.gameId).includes(period)
    agree(`manual/bet of ${path.name}`, answer.code, status !== 1 ? 40007 : open ? 200 : 42204)
    if (answer.code !== 200 || preview) return
    const sent = sendByHand(this.book, { sender: path, period, item, amount })
    const [real] = (
      answer.data as { results: { takes: { roleId: Role; amount: string }[]; refused: string; reason?: string }[] }
    ).results
    const takes = sent.takes.map(({ role, amount: taken }) => ({ roleId: role, amount: moneyText(taken) }))
    const model = { takes, refused: moneyText(sent.refused), reason: sent.reason ?? '' }
    agree('manual/bet', { takes: real?.takes, refused: real?.refused, reason: real?.reason ?? '' }, model)
  }

  /** The outside book answers everything that waits. */
  private async answers({ mood }: CommandOf<'answers'>): Promise<void> {
    this.outside.mood = mood
    await this.real.raw.query(`update outbox set next_at = 0 where state = 'pending'`)
    for (const { merchantId } of this.merchants()) await this.real.run('flyout:deliver', { merchantId })
    for (const order of this.book.orders)
      if (order.state === 'pending' || order.state === 'unknown') this.answer(order, mood)
  }
  private answer(order: Order, mood: Outside['mood']): void {
    const over = this.book.now >= order.period.hedgeCloseAt
    if (mood === 'accept') acts.answerFlyOut(this.book, order, 'confirmed')
    else if (mood === 'refuse') {
      acts.answerFlyOut(this.book, order, 'rejected')
      rest(this.book, order)
    } else if (over && order.state === 'pending') acts.answerFlyOut(this.book, order, 'unknown')
  }
}
