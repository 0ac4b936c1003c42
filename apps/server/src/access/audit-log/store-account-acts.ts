import { type Queryable, rows } from '../../platform/db.ts'

export interface FoundAct {
  readonly operator_id: number
  readonly target: number
  readonly action: string
  /** Names of the fields that changed. */
  readonly fields: readonly string[]
  readonly at: bigint
}

/** Changes of the head's accounts by others than themselves. Names of accounts never change and are never used twice. */
export const findAccountActs = (on: Queryable): Promise<FoundAct[]> =>
  rows<FoundAct & Record<string, unknown>>(
    on,
    `select l.operator_id, a.id as target, l.action, l.at,
            array(select c ->> 'field' from jsonb_array_elements(l.changes) as c) as fields
       from change_log l
       join accounts a on a.merchant_id = 0 and lower(a.name) = lower(l.target_name)
      where l.merchant_id = 0 and l.operator_id <> a.id
        and l.action in ('subAccountCreate', 'subAccountUpdate', 'passwordReset', 'validatorReset', 'operatorReset')
      order by l.at, l.id`,
  )
