import { MerchantId } from '@strata/domain/ids'
import type { Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { addNotice, deleteNotice, lockNotice, saveNotice, type WrittenNotice } from './store-notices.ts'

/** Where open screens hear of it. Absent before there are any: while a demo world is made. */
type Screens = Pick<LiveHub, 'publish'> | undefined

type Told = Pick<WrittenNotice, 'id' | 'level' | 'merchantIds' | 'roles'>

/** Screens of all that it may concern read the list again. */
function tell(tx: Tx, screens: Screens, { id, level, merchantIds, roles }: Told): void {
  const data = { id, level, merchantIds, roles }
  tx.afterCommit(() => screens?.publish({ type: 'notice', merchantId: MerchantId(0), key: String(id), data }))
}

const sorted = <Value extends number>(ids: readonly Value[]): Value[] => [...new Set(ids)].sort((a, b) => a - b)
/** Those of either list; an empty list is everybody. */
const both = <Value extends number>(before: readonly Value[], after: readonly Value[]): Value[] =>
  before.length === 0 || after.length === 0 ? [] : sorted([...before, ...after])

const inOrder = <Notice extends Omit<WrittenNotice, 'id'>>(notice: Notice): Notice | Refusal => {
  const { from, until, merchantIds, roles } = notice
  if (until !== null && until <= from) return badField('until', '结束时间须晚于开始时间')
  return { ...notice, merchantIds: sorted(merchantIds), roles: sorted(roles) }
}

/** Writes a notice and tells the screens that it concerns. Refused: badParameter (it would end before it begins). */
export async function writeNotice(
  tx: Tx,
  screens: Screens,
  wish: Omit<WrittenNotice, 'id'>,
): Promise<WrittenNotice | Refusal> {
  const notice = inOrder(wish)
  if (notice instanceof Refusal) return notice
  const written = { id: await addNotice(tx, notice), ...notice }
  tell(tx, screens, written)
  return written
}

/** Changes a notice and tells the screens that it concerned or concerns now. Refused in this order: notFound, what the edit refuses, badParameter. */
export async function editNotice(
  tx: Tx,
  screens: Screens,
  id: number,
  edit: (before: WrittenNotice) => WrittenNotice | Refusal,
): Promise<{ readonly before: WrittenNotice; readonly after: WrittenNotice } | Refusal> {
  const before = await lockNotice(tx, id)
  if (!before) return refuse('notFound')
  const edited = edit(before)
  if (edited instanceof Refusal) return edited
  const after = inOrder(edited)
  if (after instanceof Refusal) return after
  await saveNotice(tx, after)
  tell(tx, screens, {
    ...after,
    merchantIds: both(before.merchantIds, after.merchantIds),
    roles: both(before.roles, after.roles),
  })
  return { before, after }
}

/** Deletes a notice and tells the screens that it concerned. Refused: notFound. */
export async function withdrawNotice(tx: Tx, screens: Screens, id: number): Promise<WrittenNotice | Refusal> {
  const before = await lockNotice(tx, id)
  if (!before) return refuse('notFound')
  await deleteNotice(tx, id)
  tell(tx, screens, before)
  return before
}
