import type { GroupId } from '@strata/domain/ids'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, type Refusal } from '../../platform/refusal.ts'

/** Refused: a list of settings in which a play group stands twice. `name`: the list's field. */
export function groupTwice(name: string, list: readonly { readonly groupId: GroupId }[]): Refusal | null {
  const at = namedTwice(list.map(({ groupId }) => groupId))
  return at < 0 ? null : badField(`${name}.${at}.groupId`, '分组重复')
}
