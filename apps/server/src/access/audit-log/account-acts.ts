import { type AccountAct, SERVER_SHELL } from '@strata/domain/games/second-person'
import type { Queryable } from '../../platform/db.ts'
import { type FoundAct, findAccountActs } from './store-account-acts.ts'

const CREATED = 'subAccountCreate'
/** Fields of the log by what their change means for who can sign in. */
const FIELDS: Readonly<Record<string, AccountAct['what']>> = {
  password: 'password',
  validator: 'totp',
  moduleIds: 'permissions',
  // A code for a new password goes there.
  contact: 'password',
}

const actsOf = ({ operator_id: actor, target, action, fields, at }: FoundAct): AccountAct[] => {
  const act = (what: AccountAct['what']): AccountAct => ({ actor, target, what, at: Number(at) })
  if (action === CREATED) return [act('created')]
  if (actor === SERVER_SHELL) return [act('password')]
  return fields.flatMap((field) => {
    const what = FIELDS[field]
    return what === undefined ? [] : [act(what)]
  })
}

/**
 * What operators did to each other's accounts, from the change log: nobody can take a line out of it, and every one of these
 * changes writes its line in its own transaction.
 */
export const operatorActs = async (on: Queryable): Promise<AccountAct[]> => (await findAccountActs(on)).flatMap(actsOf)
