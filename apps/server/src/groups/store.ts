import type { CommandAction, GroupCommand } from '@strata/domain/groups/commands'
import type { ChatGroupId, GameId, MerchantId, PathId } from '@strata/domain/ids'
import type { Pankou } from '@strata/domain/pankou'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export type GroupStatus = 1 | 2 | 4

export interface ChatGroup {
  readonly merchantId: MerchantId
  readonly id: ChatGroupId
  readonly pathId: PathId
  readonly name: string
  readonly channel: 'telegram' | 'web'
  readonly channelId: string
  readonly pankou: Pankou
  /** Empty: every game. */
  readonly gameIds: readonly GameId[]
  readonly remark: string
  readonly status: GroupStatus
  /** Null: the built-in ones. */
  readonly commands: readonly GroupCommand[] | null
  readonly createdAt: number
}

interface GroupRow {
  merchant_id: MerchantId
  id: ChatGroupId
  path_id: PathId
  name: string
  channel: 'telegram' | 'web'
  channel_id: string
  pankou: Pankou
  game_ids: GameId[]
  remark: string
  status: GroupStatus
  commands: GroupCommand[] | null
  created_at: bigint
}

const columns =
  'g.merchant_id, g.id, g.path_id, g.name, g.channel, g.channel_id, g.pankou, g.game_ids, g.remark, g.status, ' +
  'g.commands, g.created_at'

const toGroup = (found: GroupRow): ChatGroup => ({
  merchantId: found.merchant_id,
  id: found.id,
  pathId: found.path_id,
  name: found.name,
  channel: found.channel,
  channelId: found.channel_id,
  pankou: found.pankou,
  gameIds: found.game_ids,
  remark: found.remark,
  status: found.status,
  commands: found.commands,
  createdAt: Number(found.created_at),
})

/**
 * Whose groups are visible: those of the path and of all paths below it; for the head (path null) those of the
 * listed merchants.
 */
export interface Viewer {
  readonly merchantIds: readonly MerchantId[]
  readonly pathId: PathId | null
}

const seen = `g.merchant_id = any($1::integer[])
  and ($2::integer is null or exists (select 1 from paths p
        where p.merchant_id = g.merchant_id and p.id = g.path_id and $2 = any(p.lineage)))`

export async function findGroup(on: Queryable, viewer: Viewer, id: ChatGroupId): Promise<ChatGroup | undefined> {
  const found = await maybeRow<GroupRow & Record<string, unknown>>(
    on,
    `select ${columns} from chat_groups g where ${seen} and g.id = $3`,
    [viewer.merchantIds, viewer.pathId, id],
  )
  return found && toGroup(found)
}

/** As `findGroup`, with the group locked and read again: rows are locked in one merchant at a time. */
export async function lockGroup(on: Queryable, viewer: Viewer, id: ChatGroupId): Promise<ChatGroup | undefined> {
  const before = await findGroup(on, viewer, id)
  if (!before) return undefined
  await on.query('select id from chat_groups where merchant_id = $1 and id = $2 for update', [before.merchantId, id])
  return findGroup(on, { ...viewer, merchantIds: [before.merchantId] }, id)
}

export interface GroupFilter extends Viewer {
  readonly keyword: string | null
  readonly status: GroupStatus | null
  readonly column: 'groupName' | 'createdAt' | 'members'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

const ORDER = { groupName: 'lower(g.name)', createdAt: 'g.created_at', members: 'members' } as const

const filtered = `${seen}
  and ($3::text is null or position(lower($3) in lower(g.name)) > 0 or position(lower($3) in lower(g.channel_id)) > 0)
  and ($4::smallint is null or g.status = $4)`

export async function findGroups(
  on: Queryable,
  filter: GroupFilter,
): Promise<{ items: (ChatGroup & { members: number })[]; total: number }> {
  const direction = filter.descending ? 'desc' : 'asc'
  const values = [filter.merchantIds, filter.pathId, filter.keyword, filter.status]
  const found = await rows<GroupRow & { members: number } & Record<string, unknown>>(
    on,
    `select ${columns}, (select count(*)::integer from paths m
                          where m.merchant_id = g.merchant_id and m.group_id = g.id and m.closed_at is null) as members
       from chat_groups g where ${filtered}
      order by ${ORDER[filter.column]} ${direction}, g.id ${direction} limit $5 offset $6`,
    [...values, filter.limit, filter.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from chat_groups g where ${filtered}`,
    values,
  )
  return { items: found.map((group) => ({ ...toGroup(group), members: group.members })), total }
}

/** Names of groups for a select box, oldest first. */
export async function listGroupNames(
  on: Queryable,
  viewer: Viewer,
): Promise<{ groupId: ChatGroupId; groupName: string }[]> {
  const found = await rows<{ id: ChatGroupId; name: string }>(
    on,
    `select g.id, g.name from chat_groups g where ${seen} and g.status <> 2 order by g.id limit 1000`,
    [viewer.merchantIds, viewer.pathId],
  )
  return found.map((group) => ({ groupId: group.id, groupName: group.name }))
}

/** The chat groups of a merchant that are not disabled. */
export const countGroups = async (on: Queryable, merchantId: MerchantId): Promise<number> =>
  (
    await row<{ count: number }>(
      on,
      'select count(*)::integer as count from chat_groups where merchant_id = $1 and status <> 2',
      [merchantId],
    )
  ).count

/** Throws 23505 when the chat belongs to another group of the merchant. */
export async function insertGroup(
  on: Queryable,
  merchantId: MerchantId,
  group: Omit<ChatGroup, 'id' | 'merchantId' | 'commands'>,
): Promise<ChatGroupId> {
  const made = await row<{ id: ChatGroupId }>(
    on,
    `insert into chat_groups (merchant_id, path_id, name, channel, channel_id, pankou, game_ids, remark, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      merchantId,
      group.pathId,
      group.name,
      group.channel,
      group.channelId,
      group.pankou,
      group.gameIds,
      group.remark,
      group.status,
      group.createdAt,
    ],
  )
  return made.id
}

/** Throws 23505 like insertGroup. */
export async function saveGroup(on: Queryable, group: ChatGroup): Promise<void> {
  await on.query(
    `update chat_groups set name = $3, channel = $4, channel_id = $5, pankou = $6, game_ids = $7, remark = $8, status = $9
      where merchant_id = $1 and id = $2`,
    [
      group.merchantId,
      group.id,
      group.name,
      group.channel,
      group.channelId,
      group.pankou,
      group.gameIds,
      group.remark,
      group.status,
    ],
  )
}

export async function saveCommands(
  on: Queryable,
  merchantId: MerchantId,
  id: ChatGroupId,
  commands: readonly GroupCommand[],
): Promise<void> {
  await on.query('update chat_groups set commands = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    JSON.stringify(commands),
  ])
}

// ---- what a message needs ------------------------------------------------------------------------------------------

export async function groupOfChannel(
  on: Queryable,
  merchantId: MerchantId,
  channelId: string,
): Promise<ChatGroup | undefined> {
  const found = await maybeRow<GroupRow & Record<string, unknown>>(
    on,
    `select ${columns} from chat_groups g where g.merchant_id = $1 and g.channel_id = $2`,
    [merchantId, channelId],
  )
  return found && toGroup(found)
}

export async function groupById(
  on: Queryable,
  merchantId: MerchantId,
  id: ChatGroupId,
): Promise<ChatGroup | undefined> {
  const found = await maybeRow<GroupRow & Record<string, unknown>>(
    on,
    `select ${columns} from chat_groups g where g.merchant_id = $1 and g.id = $2`,
    [merchantId, id],
  )
  return found && toGroup(found)
}

/** The stored answer of a message. */
export interface StoredAnswer {
  readonly action: CommandAction | 'none'
  readonly reply: string
  readonly bets: readonly unknown[]
}

export type Claim =
  /** This process must answer it. */
  | { readonly state: 'new' }
  | { readonly state: 'answered'; readonly answer: StoredAnswer }
  /** Another process is answering it, or was until a moment ago. */
  | { readonly state: 'busy' }
  /** Another message has the same number. */
  | { readonly state: 'other' }

/**
 * Claims a message. A message that was claimed before `staleBefore` and has no answer (its process ended) can be
 * claimed again.
 */
export async function claimMessage(
  on: Queryable,
  merchantId: MerchantId,
  message: {
    readonly channelId: string
    readonly messageId: string
    readonly contentHash: string
    readonly at: number
    readonly staleBefore: number
  },
): Promise<Claim> {
  const { channelId, messageId, contentHash, at, staleBefore } = message
  const claimed = await on.query(
    `insert into group_messages as m (merchant_id, channel_id, message_id, content_hash, at) values ($1, $2, $3, $4, $5)
     on conflict (merchant_id, channel_id, message_id) do update set at = excluded.at
      where m.answer is null and m.at < $6 and m.content_hash = excluded.content_hash`,
    [merchantId, channelId, messageId, contentHash, at, staleBefore],
  )
  if (claimed.rowCount === 1) return { state: 'new' }
  const found = await row<{ content_hash: string; answer: StoredAnswer | null }>(
    on,
    'select content_hash, answer from group_messages where merchant_id = $1 and channel_id = $2 and message_id = $3',
    [merchantId, channelId, messageId],
  )
  if (found.content_hash !== contentHash) return { state: 'other' }
  return found.answer === null ? { state: 'busy' } : { state: 'answered', answer: found.answer }
}

export async function saveAnswer(
  on: Queryable,
  merchantId: MerchantId,
  message: { readonly channelId: string; readonly messageId: string },
  answer: StoredAnswer | null,
): Promise<void> {
  const at = [merchantId, message.channelId, message.messageId]
  if (answer === null) {
    await on.query(
      'delete from group_messages where merchant_id = $1 and channel_id = $2 and message_id = $3 and answer is null',
      at,
    )
    return
  }
  await on.query(
    'update group_messages set answer = $4 where merchant_id = $1 and channel_id = $2 and message_id = $3',
    [...at, JSON.stringify(answer)],
  )
}

/** Deletes messages that no channel will send again. */
export async function sweepMessages(on: Queryable, merchantIds: readonly MerchantId[], before: number): Promise<void> {
  await on.query('delete from group_messages where merchant_id = any($1::integer[]) and at < $2', [merchantIds, before])
}

export interface RankRow {
  readonly name: string
  readonly stake: bigint
  readonly orders: number
}

/** The members of a group with the largest stakes of a business day. */
export async function rankOfDay(
  on: Queryable,
  merchantId: MerchantId,
  groupId: ChatGroupId,
  day: string,
): Promise<RankRow[]> {
  return rows<RankRow & Record<string, unknown>>(
    on,
    `select p.name, sum(o.stake)::bigint as stake, count(*)::integer as orders
       from paths p join orders o on o.merchant_id = p.merchant_id and o.bettor = p.id and o.day = $3 and o.kind = 0
      where p.merchant_id = $1 and p.group_id = $2
        and not exists (select 1 from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)
      group by p.id, p.name order by stake desc, p.id limit 10`,
    [merchantId, groupId, day],
  )
}

/** Whether the member may still cancel an order, read in a transaction that holds the merchant's lock. */
export interface CancelState {
  readonly isOpen: boolean
  readonly closeAt: number
  /** The order was replenished or flown out: automatically because of it, or later by hand on its item. */
  readonly isReplenished: boolean
  /** Statuses of the member and of all paths above. */
  readonly statuses: readonly (1 | 2 | 4)[]
}

export async function cancelState(
  on: Queryable,
  merchantId: MerchantId,
  order: { readonly id: bigint; readonly fromDay: string },
): Promise<CancelState | undefined> {
  const found = await maybeRow<{
    close_at: bigint
    state: string
    is_replenished: boolean
    statuses: (1 | 2 | 4)[]
  }>(
    on,
    `select p.close_at, p.state,
            exists (select 1 from orders c
                     where c.merchant_id = o.merchant_id and c.day = o.day and c.day >= $3 and c.kind <> 0
                       and (c.cause = o.id
                            or (c.cause is null and c.id > o.id and c.period_id = o.period_id and c.play = o.play
                                and c.item = o.item and c.bettor = any(b.lineage || 1)))) as is_replenished,
            array(select u.status from paths u
                   where u.merchant_id = b.merchant_id and u.id = any(b.lineage || b.id))::integer[] as statuses
       from orders o join periods p on p.id = o.period_id
            join paths b on b.merchant_id = o.merchant_id and b.id = o.bettor
      where o.merchant_id = $1 and o.id = $2 and o.day >= $3`,
    [merchantId, String(order.id), order.fromDay],
  )
  if (!found) return undefined
  const { statuses, state, is_replenished: isReplenished, close_at: closeAt } = found
  return { isOpen: state === 'open', closeAt: Number(closeAt), isReplenished, statuses }
}
