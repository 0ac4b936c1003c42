/** New members, and the terms and the status of everybody. */
import { sealPassword } from '@strata/contract/wrapper'
import { DEMO_APP_SECRET } from '../../../apps/server/src/platform/config.ts'
import * as acts from '../acts.ts'
import { HEAD, type Path, yuan } from '../book.ts'
import type { CommandOf } from '../commands.ts'
import { agree, said as text } from '../compare.ts'
import { GAMES, groupsOf } from '../items.ts'
import { moneyText } from '../sums.ts'
import { pick, type Stage } from './stage.ts'

const MAX_MEMBERS = 14
/** The same terms in every play group of the world. */
const everyGroup = (terms: object): object[] =>
  GAMES.flatMap(({ gameId }) => groupsOf(gameId)).map((groupId) => ({ groupId, ...terms }))

export async function createMember(stage: Stage, { who }: CommandOf<'create'>): Promise<void> {
  const { book } = stage
  const parent = pick(
    stage.nodes().filter((path) => acts.statusOf(path) === 1),
    who,
  )
  if (!parent || book.paths.filter(({ role }) => role === 10001).length >= MAX_MEMBERS) return
  const accountName = stage.nextMemberName()
  const password = sealPassword({ password: 'Strata2026', appSecret: DEMO_APP_SECRET, nowMs: book.now })
  const input = { parentPathsId: parent.id, accountName, password, pankou: 'C', requestId: stage.nextRequestId() }
  const answer = await stage.call(parent.id, '/api/agent/create-member', input)
  agree('create-member', answer.code, 200)
  const { agentPathsId: id } = answer.data as { agentPathsId: number }
  const shares = [{ from: '2000-01-01', uplineShare: 0n, downlineCap: 0n, remainder: 'head' as const }]
  const { merchantId, mode, commission, minStake, maxStake, maxItem } = parent
  book.paths.push({
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

interface TermsPlan {
  readonly refused: boolean
  readonly cut: number
}

/** The head sets the terms of everybody, so that no frozen parent is in the way. */
async function setTerms(stage: Stage, path: Path, game: object, plan: TermsPlan): Promise<void> {
  const seen = await stage.call(HEAD, '/api/common/account/get-game-infos', { agentPathsId: path.id })
  const { version } = seen.data as { version: number }
  const input = { agentPathsId: path.id, version, games: [{ gameId: 0, ...game }] }
  const target = '/api/common/game/agent/set/v1'
  const preview = await stage.call(HEAD, target, { ...input, preview: true })
  agree(`terms ${text(game)} of ${path.name}`, preview.code, plan.refused ? 42202 : 200)
  if (plan.refused) return
  const { affected, confirm } = preview.data as { affected: { agentPathsId: number }[]; confirm: string }
  agree(
    `accounts below ${path.name} that ${text(game)} caps`,
    new Set(affected.map((one) => stage.book.path(one.agentPathsId)).filter(({ role }) => role !== 10002)).size,
    plan.cut,
  )
  const saved = await stage.call(HEAD, target, { ...input, confirm })
  agree(`terms ${text(game)} of ${path.name}`, saved.code, 200)
}

export async function setShares(
  stage: Stage,
  { who, uplineShare, downlineCap, remainder }: CommandOf<'shares'>,
): Promise<void> {
  const path = pick(stage.ordinary(), who) as Path
  const member = path.role === 10001
  const now = path.shares.at(-1) as Path['shares'][number]
  const cap = member ? 0n : downlineCap === null ? now.downlineCap : BigInt(downlineCap)
  const to = {
    uplineShare: BigInt(uplineShare),
    downlineCap: cap,
    remainder: remainder && !member ? ('parent' as const) : ('head' as const),
  }
  const plan = acts.planShares(stage.book, path, to)
  const percent = (share: bigint): string => moneyText(share * 100n)
  const game = {
    uplineShare: percent(to.uplineShare),
    ...(member ? {} : { downlineCap: percent(cap), remainder: to.remainder }),
  }
  const cut = plan?.changed.filter((one) => one.path !== path).length ?? 0
  await setTerms(stage, path, game, { refused: plan === null, cut })
  if (plan) acts.applyShares(plan)
}

async function setCeiling(stage: Stage, who: number, field: 'commission' | 'maxItem', most: bigint): Promise<void> {
  const path = pick(stage.ordinary(), who) as Path
  const bound = path.parent?.[field] ?? 0n
  const below = acts.whoIsAbove(stage.book, path, field, most)
  const plays = field === 'commission' ? { commission: { C: moneyText(most * 10n) } } : { maxItem: moneyText(most) }
  const refused = most > bound
  await setTerms(stage, path, { plays: everyGroup(plays) }, { refused, cut: below.length })
  if (!refused) for (const one of [path, ...below]) one[field] = most
}

export async function setRate(stage: Stage, { who, rate }: CommandOf<'rate'>): Promise<void> {
  return setCeiling(stage, who, 'commission', BigInt(rate))
}

export async function setMaxItem(stage: Stage, command: CommandOf<'maxItem'>): Promise<void> {
  return setCeiling(stage, command.who, 'maxItem', yuan(command.yuan))
}

export async function setStakes(stage: Stage, { who, least, most }: CommandOf<'stakes'>): Promise<void> {
  // Without anybody below, nothing is capped.
  const path = pick(
    stage.ordinary().filter(({ role }) => role === 10001),
    who,
  ) as Path
  const [minStake, maxStake] = [yuan(least), yuan(most)]
  const above = path.parent as Path
  const refused = minStake < above.minStake || minStake > maxStake || maxStake > above.maxStake
  const plays = everyGroup({ minStake: moneyText(minStake), maxStake: moneyText(maxStake) })
  await setTerms(stage, path, { plays }, { refused, cut: 0 })
  if (!refused) Object.assign(path, { minStake, maxStake })
}

export async function setAcceptType(stage: Stage, { who, type, maxFill: fill }: CommandOf<'accept'>): Promise<void> {
  const path = pick(stage.nodes(), who) as Path
  const refused = path.role === 1 && (type === 2 || type === 3)
  const maxFill = path.role === 3 && fill !== null ? yuan(fill) : null
  const wire = path.role === 3 ? { plays: everyGroup({ maxFill: maxFill === null ? null : moneyText(maxFill) }) } : {}
  await setTerms(stage, path, { acceptType: type, ...wire }, { refused, cut: 0 })
  if (refused) return
  if (type === 0 && path.acceptType !== 0)
    for (const settings of path.settings.values())
      if (settings.auto) settings.auto = { ...settings.auto, enabled: false }
  path.acceptType = type
  if (path.role === 3) path.maxFill = maxFill
}

export async function setStatus(stage: Stage, { who, status }: CommandOf<'status'>): Promise<void> {
  const path = pick(stage.ordinary(), who) as Path
  // The sessions of a disabled node end; the model's nodes stay signed in.
  const to = path.role === 10001 || status !== 2 ? status : 4
  const answer = await stage.call(HEAD, '/api/common/account/updatestatus', { agentPathsId: path.id, status: to })
  agree('updatestatus', answer.code, 200)
  path.status = to
}
