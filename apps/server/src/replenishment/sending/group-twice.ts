import type { GroupId } from '@strata/domain/ids'
import { badField, type Refusal } from '../../platform/refusal.ts'

/** Refused: a list of settings in which a play group stands twice. `name`: the list's field. */
export function groupTwice(name: string, list: readonly { readonly groupId: GroupId }[]): Refusal | null {
  const groups = list.map(({ groupId }) => groupId)
  const at = groups.findIndex((group, place) => groups.indexOf(group) < place)
  return at < 0 ? null : badField(`${name}.${at}.groupId`, '分组重复')
}
