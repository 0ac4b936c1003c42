import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { sourceCreate, sourceQuery, sourceRotate, sourceUpdate } from '@strata/contract/endpoints/result-sources'
import { onOffWord } from '@strata/contract/words'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { gameById } from '@strata/domain/games/catalogue'
import type { GameId } from '@strata/domain/ids'
import type { AccessContext, Caller } from '../access/session.ts'
import {
  changeSource,
  listSources,
  openSourceKey,
  registerSource,
  renewSourceKey,
  type StoredSource,
} from '../games/results.ts'
import type { Tx } from '../platform/db.ts'
import { forgetKeys } from '../platform/key-changes.ts'
import type { LiveHub } from '../platform/live.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { HEAD_MERCHANT } from '../tree/merchants.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

export interface SourcesContext extends AccessContext {
  readonly secrets: Secrets
  readonly live: LiveHub
  /** Tells all operators, in the transaction of the change. */
  readonly tellSources: (tx: Tx, told: { readonly text: string; readonly at: number }) => Promise<void>
}

const HOUR_MS = 3_600_000

export const querySources = async ({
  pool,
  clock,
}: Pick<SourcesContext, 'pool' | 'clock'>): Promise<ResponseOf<typeof sourceQuery>> =>
  (await listSources(pool, clock())).map(({ code, gameIds, allowedIps, ...rest }) => ({
    sourceCode: code,
    ...rest,
    gameIds: [...gameIds],
    allowedIps: [...allowedIps],
  }))

const gamesText = (ids: readonly GameId[]): string => ids.map((id) => gameById(id)?.name ?? String(id)).join('、')
const ipsText = (ips: readonly string[]): string => (ips.length === 0 ? '不限' : ips.join('、'))

type Fields = Pick<StoredSource, 'name' | 'gameIds' | 'allowedIps' | 'enabled'>

const fieldsOf = (before: Fields | null, after: Fields) =>
  changesOf([
    ['name', '名称', before?.name ?? null, after.name],
    ['gameIds', '彩种', before && gamesText(before.gameIds), gamesText(after.gameIds)],
    ['allowedIps', '允许的IP', before && ipsText(before.allowedIps), ipsText(after.allowedIps)],
    ['enabled', '状态', before && onOffWord(before.enabled), onOffWord(after.enabled)],
  ])

interface Written {
  readonly code: string
  readonly at: number
  readonly changes: ReturnType<typeof changesOf>
  /** What the other operators are told. */
  readonly what: string
}

/** Logs a change, tells all operators, and has every process drop its cached keys after commit. */
async function record(context: SourcesContext, caller: Caller, tx: Tx, written: Written): Promise<void> {
  const { code, at, changes, what } = written
  tx.afterCommit(() => forgetKeys(context.live, HEAD_MERCHANT))
  await logForHead(tx, caller, { action: 'resultSource', targetName: code, changes }, at)
  await context.tellSources(tx, { text: `${caller.account.name}${what}结果来源“${code}”`, at })
}

/** source/create. Refused in this order: badParameter (reserved code, unknown game), exists. */
export async function createSource(
  context: SourcesContext,
  caller: Caller,
  input: ParsedRequestOf<typeof sourceCreate>,
): Promise<ResponseOf<typeof sourceCreate> | Refusal> {
  const { sourceCode: code, sourceName: name, gameIds, allowedIps } = input
  const made = await changeAs<Record<string, never>>(
    context,
    caller,
    { call: 'source/create', input },
    async (tx, at) => {
      const source = await registerSource(tx, context.secrets, { code, name, gameIds, allowedIps, at })
      if (source instanceof Refusal) return source
      await record(context, caller, tx, { code, at, changes: fieldsOf(null, source), what: '登记了' })
      return {}
    },
  )
  return made instanceof Refusal ? made : { key: await openSourceKey(context, code) }
}

/** source/update: absent fields do not change. Refused in this order: notFound, changed, badParameter (unknown game). */
export function updateSource(
  context: SourcesContext,
  caller: Caller,
  input: ParsedRequestOf<typeof sourceUpdate>,
): Promise<ResponseOf<typeof sourceUpdate> | Refusal> {
  return changeAs(context, caller, { call: 'source/update', input }, async (tx, at) => {
    const { sourceCode: code, sourceName: name, version, gameIds, allowedIps, enabled } = input
    const changed = await changeSource(tx, { code, version, name, gameIds, allowedIps, enabled })
    if (changed instanceof Refusal) return changed
    const { before, after } = changed
    const switched = after.enabled === before.enabled ? '修改了' : after.enabled ? '启用了' : '停用了'
    await record(context, caller, tx, { code: after.code, at, changes: fieldsOf(before, after), what: switched })
    return { version: after.version }
  })
}

/** source/rotate: a new key; the one before ends at once or after some hours. Refused in this order: notFound, changed. */
export async function rotateSource(
  context: SourcesContext,
  caller: Caller,
  input: ParsedRequestOf<typeof sourceRotate>,
): Promise<ResponseOf<typeof sourceRotate> | Refusal> {
  const { sourceCode: code, oldKeyHours } = input
  const made = await changeAs(context, caller, { call: 'source/rotate', input }, async (tx, at) => {
    const oldUntil = oldKeyHours === 0 ? null : at + oldKeyHours * HOUR_MS
    const renewed = await renewSourceKey(tx, context.secrets, { code, version: input.version, at, oldUntil })
    if (renewed instanceof Refusal) return renewed
    const ends = oldUntil === null ? '旧密钥立即停用' : `旧密钥至${wallClock(oldUntil).slice(0, 16)}停用`
    const changes = changesOf([['key', '密钥', '旧密钥', `新密钥，${ends}`]])
    await record(context, caller, tx, { code, at, changes, what: '更换了密钥：' })
    return renewed
  })
  return made instanceof Refusal ? made : { version: made.version, key: await openSourceKey(context, code) }
}
