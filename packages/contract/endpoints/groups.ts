/** Chat groups: what an agent keeps of them, and what their bot passes on, signed like every call of a game platform. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  exportableList,
  gameId,
  id,
  instant,
  keyword,
  line,
  longId,
  money,
  nothing,
  pageOf,
  pankou,
  pathId,
  readRequest,
  remark,
  status,
} from '../fields.ts'

/** One bet as it was understood; what was not understood has no codes. */
const groupBet = z.object({
  /** As written. */
  text: z.string(),
  gameName: z.string(),
  playName: z.string(),
  itemName: z.string(),
  stake: money,
  accepted: z.boolean(),
  orderNo: longId.optional(),
  /** Why it was refused, in words. */
  reason: z.string().optional(),
})

export const groupMessage = endpoint({
  id: 'groups.message',
  method: 'POST',
  path: '/api/rec/group/message',
  permission: 'signed',
  request: readRequest({
    /** The channel's own number of the message; the same one again gets the same answer. */
    messageId: z.string().regex(/^[\x21-\x7e]{1,64}$/),
    /** The chat it was written in; a private chat with the bot is `@` and the account. */
    channelId: z.string().regex(/^[\x21-\x7e]{1,64}$/),
    account: z.string().min(1).max(32),
    text: z.string().min(1).max(500),
  }),
  response: z.object({
    action: z.enum(['balance', 'bet', 'cancel', 'result', 'help', 'rank', 'none']),
    /** What the bot says, escaped for HTML; '' where it keeps silent. */
    reply: z.string(),
    bets: z.array(groupBet),
  }),
  summary: '群组消息',
})

// ---- chat groups -----------------------------------------------------------------------------------------------

const groupFields = {
  groupName: line(32).min(1),
  channel: z.enum(['telegram', 'web']),
  channelId: line(64).optional(),
  pankou,
  gameIds: z.array(gameId).max(100),
  remark: remark.optional(),
}

export const addGroup = endpoint({
  id: 'groups.addGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/addgroupinfo',
  permission: 9000000,
  write: true,
  request: changeRequest(groupFields),
  response: z.object({ groupId: id }),
  summary: '新增群组',
})

export const updateGroup = endpoint({
  id: 'groups.updateGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/updategroupinfo',
  permission: 9000000,
  write: true,
  request: changeRequest({
    groupId: id,
    groupName: groupFields.groupName.optional(),
    channel: groupFields.channel.optional(),
    channelId: groupFields.channelId,
    pankou: pankou.optional(),
    gameIds: groupFields.gameIds.optional(),
    remark: groupFields.remark,
    status: status.optional(),
  }),
  response: nothing,
  summary: '修改群组',
})

export const findGroup = endpoint({
  id: 'groups.findGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/findgroup',
  permission: 9000000,
  request: exportableList(['groupName', 'createdAt', 'members'], {
    keyword: keyword.optional(),
    status: status.optional(),
  }),
  response: pageOf(
    z.object({
      groupId: id,
      groupName: z.string(),
      channel: groupFields.channel,
      channelId: z.string(),
      pankou,
      gameIds: z.array(gameId),
      remark: z.string(),
      status,
      members: z.int().min(0),
      createdAt: instant,
    }),
  ),
  summary: '群组列表',
})

export const setGroupMembers = endpoint({
  id: 'groups.setGroupMembers',
  method: 'POST',
  path: '/api/agent/groupmanage/setmember',
  permission: 9000000,
  write: true,
  request: changeRequest({
    groupId: id,
    agentPathsIds: z.array(pathId).min(1).max(500),
    remove: z.boolean().optional(),
  }),
  response: nothing,
  summary: '设置群组成员',
})

export const groupDropdown = endpoint({
  id: 'groups.groupDropdown',
  method: 'GET',
  path: '/api/common/funds/group/dropdown',
  permission: [9000000, 80000, 70000],
  request: readRequest({}),
  response: z.array(z.object({ groupId: id, groupName: z.string() })),
  summary: '群组下拉',
})

const groupCommands = {
  commands: z
    .array(
      z.strictObject({
        keyword: line(16).min(1),
        action: z.enum(['balance', 'bet', 'cancel', 'result', 'help', 'rank']),
        enabled: z.boolean(),
        reply: line(200).optional(),
      }),
    )
    .max(50),
}

export const createGroupCommand = endpoint({
  id: 'groups.createGroupCommand',
  method: 'POST',
  path: '/api/common/account/create-group-command',
  permission: 9000000,
  write: true,
  request: changeRequest({ groupId: id, ...groupCommands }),
  response: nothing,
  summary: '设置群组指令',
})

export const getGroupCommand = endpoint({
  id: 'groups.getGroupCommand',
  method: 'POST',
  path: '/api/common/account/get-group-command',
  permission: 9000000,
  request: readRequest({ groupId: id }),
  response: z.object({ groupId: id, ...groupCommands }),
  summary: '查询群组指令',
})
