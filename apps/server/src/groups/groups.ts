import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  addGroup,
  createGroupCommand,
  findGroup as findGroupCall,
  getGroupCommand,
  groupDropdown,
  setGroupMembers,
  updateGroup,
} from '@strata/contract/endpoints/groups'
import { STATUS_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { BUILT_IN_COMMANDS, type GroupCommand } from '@strata/domain/groups/commands'
import type { ChatGroupId, GameId, MerchantId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { type LoggedChange, logAction, merchantIds } from '../access/audit-log.ts'
import { type AccessContext, type Caller, changeOnce } from '../access/session.ts'
import { type Queryable, sqlState, type Tx } from '../platform/db.ts'
import { namedTwice } from '../platform/named-twice.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { lockMerchantRecord } from '../tree/merchants.ts'
import { moveToGroup } from '../tree/paths.ts'
import {
  type ChatGroup,
  countGroups,
  findGroup,
  findGroups,
  insertGroup,
  listGroupNames,
  lockGroup,
  saveCommands,
  saveGroup,
  type Viewer,
} from './store.ts'

/** What read-only functions need. */
type Reading = { readonly pool: Queryable }

const viewerOf = async ({ pool }: Reading, caller: Caller): Promise<Viewer> =>
  caller.role === ROLE.head
    ? { merchantIds: await merchantIds(pool), pathId: null }
    : { merchantIds: [caller.merchantId], pathId: caller.path.id }

const gameNames = (ids: readonly GameId[]): string => ids.map((id) => gameById(id)?.name ?? String(id)).join('、')

type Shown = Pick<ChatGroup, 'name' | 'channel' | 'channelId' | 'pankou' | 'gameIds' | 'remark' | 'status'>

function changesOf(before: Shown | null, after: Shown): LoggedChange[] {
  const show = (group: Shown | null) =>
    [
      ['groupName', '群组名称', group?.name],
      ['channel', '渠道', group?.channel],
      ['channelId', '渠道编号', group?.channelId],
      ['pankou', '盘口', group?.pankou],
      ['gameIds', '彩种', group && gameNames(group.gameIds)],
      ['remark', '备注', group?.remark],
      ['status', '状态', group && STATUS_WORDS[group.status]],
    ] as const
  const was = show(before)
  return show(after).flatMap(([field, label, is], place) => {
    const old = was[place]?.[2] ?? ''
    return old === is ? [] : [{ field, label, before: old, after: is ?? '' }]
  })
}

const logGroup = (tx: Tx, caller: Caller, group: ChatGroup, changes: readonly LoggedChange[], at: number) =>
  logAction(
    tx,
    caller,
    { merchantId: group.merchantId, pathId: group.pathId, targetName: group.name, action: 'group', changes },
    at,
  )

/** A channel id that begins with `@` names a private chat, so a group must not have one. */
function fault(group: {
  channelId?: string | undefined
  gameIds?: readonly GameId[] | undefined
}): Refusal | undefined {
  if (group.channelId?.startsWith('@')) return badField('channelId', '渠道编号不能以@开头')
  const unknown = group.gameIds?.findIndex((id) => !gameById(id)) ?? -1
  if (unknown >= 0) return badField(`gameIds.${unknown}`, '彩种不存在', '彩种')
  return undefined
}

/** Runs a write that fails if the chat already belongs to another group. */
async function unlessTaken<T>(tx: Tx, write: () => Promise<T>): Promise<T | Refusal> {
  await tx.query('savepoint one_chat')
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    await tx.query('rollback to savepoint one_chat')
    return refuse('chatTaken')
  }
}

/** Refuses one more group than the merchant may have. The lock makes those who add at the same moment wait. */
async function noRoom(tx: Tx, merchantId: MerchantId): Promise<Refusal | undefined> {
  const most = (await lockMerchantRecord(tx, merchantId))?.max_groups ?? null
  if (most === null || (await countGroups(tx, merchantId)) < most) return undefined
  return refuse('groupsFull', { most })
}

const nothing = async () => ({})

/** Creates a chat group of the caller's path. The head cannot have one, because a group belongs to one merchant. */
export function openGroup(
  context: AccessContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof addGroup>,
): Promise<ResponseOf<typeof addGroup> | Refusal> {
  const { requestId, ...content } = asked
  if (caller.role === ROLE.head) return Promise.resolve(refuse('stateForbids'))
  const wrong = fault(asked)
  if (wrong) return Promise.resolve(wrong)
  const key = { accountId: caller.account.id, requestId, call: 'groups.addGroup', content }
  return changeOnce(context, key, nothing, async (tx, _prepared, at) => {
    const made = {
      pathId: caller.path.id,
      name: asked.groupName,
      channel: asked.channel,
      channelId: asked.channelId ?? '',
      pankou: asked.pankou,
      gameIds: asked.gameIds,
      remark: asked.remark ?? '',
      status: 1 as const,
      createdAt: at,
    }
    const full = await noRoom(tx, caller.merchantId)
    if (full) return full
    const groupId = await unlessTaken(tx, () => insertGroup(tx, caller.merchantId, made))
    if (groupId instanceof Refusal) return groupId
    const group = { ...made, id: groupId, merchantId: caller.merchantId, commands: null }
    await logGroup(tx, caller, group, changesOf(null, group), at)
    return { groupId }
  })
}

export async function changeGroup(
  context: AccessContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof updateGroup>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const wrong = fault(asked)
  if (wrong) return wrong
  const viewer = await viewerOf(context, caller)
  const key = { accountId: caller.account.id, requestId, call: 'groups.updateGroup', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const before = await lockGroup(tx, viewer, asked.groupId)
    if (!before) return refuse('notFound')
    const after: ChatGroup = {
      ...before,
      name: asked.groupName ?? before.name,
      channel: asked.channel ?? before.channel,
      channelId: asked.channelId ?? before.channelId,
      pankou: asked.pankou ?? before.pankou,
      gameIds: asked.gameIds ?? before.gameIds,
      remark: asked.remark ?? before.remark,
      status: asked.status ?? before.status,
    }
    const full = before.status === 2 && after.status !== 2 ? await noRoom(tx, before.merchantId) : undefined
    if (full) return full
    const saved = await unlessTaken(tx, () => saveGroup(tx, after))
    if (saved instanceof Refusal) return saved
    await logGroup(tx, caller, after, changesOf(before, after), at)
    return null
  })
}

export async function listGroups(
  context: Reading,
  caller: Caller,
  asked: ParsedRequestOf<typeof findGroupCall>,
): Promise<ResponseOf<typeof findGroupCall>> {
  const { pageIndex, pageSize, sortInfo } = asked
  const { items, total } = await findGroups(context.pool, {
    ...(await viewerOf(context, caller)),
    keyword: asked.keyword || null,
    status: asked.status ?? null,
    column: sortInfo?.columnName ?? 'createdAt',
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  return {
    items: items.map((group) => ({
      groupId: group.id,
      groupName: group.name,
      channel: group.channel,
      channelId: group.channelId,
      pankou: group.pankou,
      gameIds: [...group.gameIds],
      remark: group.remark,
      status: group.status,
      members: group.members,
      createdAt: group.createdAt,
    })),
    total,
    pageIndex,
    pageSize,
  }
}

export const groupNames = async (context: AccessContext, caller: Caller): Promise<ResponseOf<typeof groupDropdown>> =>
  listGroupNames(context.pool, await viewerOf(context, caller))

/** Members must be in the caller's downline; a path is in at most one group. */
export async function changeMembers(
  context: AccessContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof setGroupMembers>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const viewer = await viewerOf(context, caller)
  const key = { accountId: caller.account.id, requestId, call: 'groups.setGroupMembers', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const group = await lockGroup(tx, viewer, asked.groupId)
    if (!group) return refuse('notFound')
    const paths = asked.agentPathsIds.map((id) => caller.targets.get(id))
    const change = { remove: asked.remove ?? false }
    const { merchantId, pathId, id: groupId } = group
    const moved = await moveToGroup(tx, { merchantId, pathId, groupId }, paths, change)
    if (moved instanceof Refusal) return moved
    if (moved.length === 0) return null
    const names = moved.join('、')
    const line = { field: 'members', label: change.remove ? '移除成员' : '新增成员' }
    const logged = change.remove ? { ...line, before: names, after: '' } : { ...line, before: '', after: names }
    await logGroup(tx, caller, group, [logged], at)
    return null
  })
}

// ---- commands ------------------------------------------------------------------------------------------------------

const wire = (commands: readonly GroupCommand[]): ResponseOf<typeof getGroupCommand>['commands'] =>
  commands.map(({ keyword, action, enabled, reply }) =>
    reply === undefined ? { keyword, action, enabled } : { keyword, action, enabled, reply },
  )

export async function readCommands(
  context: AccessContext,
  caller: Caller,
  groupId: ChatGroupId,
): Promise<ResponseOf<typeof getGroupCommand> | Refusal> {
  const group = await findGroup(context.pool, await viewerOf(context, caller), groupId)
  return group ? { groupId, commands: wire(group.commands ?? BUILT_IN_COMMANDS) } : refuse('notFound')
}

const told = (commands: readonly GroupCommand[]): string =>
  commands.map(({ keyword, action, enabled }) => `${keyword}=${action}${enabled ? '' : '（停用）'}`).join('、')

/** Replaces all commands of a group. */
export async function changeCommands(
  context: AccessContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof createGroupCommand>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const keywords = asked.commands.map(({ keyword }) => keyword.normalize('NFKC').trim().toLowerCase())
  const empty = keywords.indexOf('')
  if (empty >= 0) return badField(`commands.${empty}.keyword`, '请填写关键字')
  const twice = namedTwice(keywords)
  if (twice >= 0) return badField(`commands.${twice}.keyword`, '关键字重复')
  const viewer = await viewerOf(context, caller)
  const key = { accountId: caller.account.id, requestId, call: 'groups.createGroupCommand', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const group = await lockGroup(tx, viewer, asked.groupId)
    if (!group) return refuse('notFound')
    await saveCommands(tx, group.merchantId, group.id, asked.commands)
    const [before, after] = [told(group.commands ?? BUILT_IN_COMMANDS), told(asked.commands)]
    const changes = [{ field: 'commands', label: '指令', before, after }]
    await logGroup(tx, caller, group, changes, at)
    return null
  })
}
