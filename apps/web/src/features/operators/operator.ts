import type { ResponseOf } from '@strata/contract/endpoint'
import type { userQuery } from '@strata/contract/endpoints/admin-merchants'

/** An operator as the list shows it. */
export type Operator = ResponseOf<typeof userQuery>['items'][number]
export type Status = Operator['status']

/** What a person does with a row. */
export type Action = 'edit' | 'enable' | 'disable' | 'freeze' | 'password' | 'validator' | 'sessions'

const STATUS_OF: Readonly<Partial<Record<Action, Status>>> = { enable: 1, disable: 2, freeze: 4 }
export const statusOf = (action: Action): Status | undefined => STATUS_OF[action]

/** Nobody changes the own rights; a status is offered only where it is another one. */
export const actionsOf = (row: Pick<Operator, 'own' | 'status' | 'validatorOn'>): readonly Action[] => {
  if (row.own) return ['edit', 'sessions']
  const statuses = (['enable', 'disable', 'freeze'] as const).filter((action) => STATUS_OF[action] !== row.status)
  return ['edit', ...statuses, 'password', ...(row.validatorOn ? (['validator'] as const) : []), 'sessions']
}
