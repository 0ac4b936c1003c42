import { LIVE_EVENTS, type LiveEventName } from '@strata/contract/live'
import { formatMoney, money } from '@strata/domain/money'
import type { Caller } from '../access/caller.ts'
import type { NumberedEvent } from '../platform/live.ts'

type Data = Readonly<Record<string, unknown>>

/** Boards and what moves on them. */
const BOARD_PERMISSION = 70000

/** Events that are about one path carry it as `pathId`; the head's path is the same in every merchant. */
const isOwn = (event: NumberedEvent, caller: Caller): boolean => event.data['pathId'] === caller.path.id

const ids = (text: unknown): number[] =>
  typeof text === 'string' && text !== '' ? text.split(',').map(Number) : Array.isArray(text) ? (text as number[]) : []

type Reader = (event: NumberedEvent, caller: Caller, now: number) => Data | undefined

const board: Reader = ({ data }, _caller, now) => ({ ...data, groupIds: ids(data['groupIds']), at: now })

const order: Reader = ({ data }) => ({ ...data, count: 1, amount: formatMoney(money(BigInt(String(data['amount'])))) })

/** What each event of the hub becomes for a reader; a name that is missing here is never sent on. */
const READERS: Readonly<
  Record<LiveEventName, { readonly own: boolean; readonly permission?: number; readonly read: Reader }>
> = {
  board: { own: true, permission: BOARD_PERMISSION, read: board },
  order: { own: true, permission: BOARD_PERMISSION, read: order },
  period: { own: false, read: ({ data }, _caller, now) => ({ ...data, serverNow: now }) },
  balance: { own: true, read: ({ data }) => data },
  notice: { own: false, read: ({ data }) => data },
  alert: { own: true, read: ({ data }) => data },
  export: { own: false, read: ({ data }, caller) => (data['accountId'] === caller.account.id ? data : undefined) },
  // Sent by the stream itself when it ends.
  'session-ended': { own: false, read: () => undefined },
}

/**
 * What a reader may know of an event, in the contract's shape, or undefined: events of other merchants, of other paths and
 * of boards that the reader may not open are not for it. Only the contract's fields go out, whatever the hub carried.
 */
export function eventFor(event: NumberedEvent, caller: Caller, now: number): Data | undefined {
  const reader = READERS[event.type]
  if (event.merchantId !== 0 && caller.merchantId !== 0 && event.merchantId !== caller.merchantId) return undefined
  if (reader.own && !isOwn(event, caller)) return undefined
  if (reader.permission !== undefined && !caller.permissionIds.has(reader.permission)) return undefined
  const data = reader.read(event, caller, now)
  if (data === undefined) return undefined
  const checked = LIVE_EVENTS[event.type].safeParse(data)
  return checked.success ? (checked.data as Data) : undefined
}
