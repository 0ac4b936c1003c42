/** Chat groups: what an agent keeps of them, and what their bot passes on, signed like every call of a game platform. */

import { z } from 'zod'
import * as calls from '../calls/groups.ts'
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

export const groupMessage = endpoint(calls.groupMessage, {
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

export const addGroup = endpoint(calls.addGroup, {
  request: changeRequest(groupFields),
  response: z.object({ groupId: id }),
})

export const updateGroup = endpoint(calls.updateGroup, {
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
})

export const findGroup = endpoint(calls.findGroup, {
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
})

export const setGroupMembers = endpoint(calls.setGroupMembers, {
  request: changeRequest({
    groupId: id,
    agentPathsIds: z.array(pathId).min(1).max(500),
    remove: z.boolean().optional(),
  }),
  response: nothing,
})

export const groupDropdown = endpoint(calls.groupDropdown, {
  request: readRequest({}),
  response: z.array(z.object({ groupId: id, groupName: z.string() })),
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

export const createGroupCommand = endpoint(calls.createGroupCommand, {
  request: changeRequest({ groupId: id, ...groupCommands }),
  response: nothing,
})

export const getGroupCommand = endpoint(calls.getGroupCommand, {
  request: readRequest({ groupId: id }),
  response: z.object({ groupId: id, ...groupCommands }),
})
