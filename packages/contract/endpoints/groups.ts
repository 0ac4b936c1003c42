/** What a chat group's bot passes on, signed like every call of a game platform (signature.ts). */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { longId, money, readRequest } from '../fields.ts'

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
