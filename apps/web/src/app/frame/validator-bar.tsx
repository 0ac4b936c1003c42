import * as accessCalls from '@strata/contract/calls/access'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { loadConfig } from '../../api/seal.ts'
import { useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './four-eyes-bar.module.css'

/** Whether this installation asks its operators for a second factor; a demo does not. */
const useProduction = (operator: boolean): boolean => {
  const [production, setProduction] = useState(false)
  useEffect(() => {
    if (!operator) return
    loadConfig().then(
      ({ mode }) => setProduction(mode === 'production'),
      () => {},
    )
  }, [operator])
  return production
}

/** Tells an operator that it can change nothing yet, and where to bind the validator. */
export const ValidatorBar = (): ReactNode => {
  const mayBind = useSession(
    ({ account, permissionIds }) => account?.accountType === 1 && permissionIds.includes(PERMISSION.ownPassword),
  )
  const production = useProduction(mayBind)
  const { data: on } = useQuery({
    // As the page of passwords asks it: binding a validator there is seen here at once.
    queryKey: keyOf(accessCalls.accountInfo, 'validator'),
    queryFn: async ({ signal }) =>
      (await api.call(accessCalls.accountInfo, {}, { automatic: true, signal })).validatorOn,
    enabled: production,
  })
  // The page of passwords fills the same answer for everybody.
  if (!production || on !== false) return null
  return (
    <p className={css.fourEyes} data-part="validator-due" role="status">
      {appText.validatorDue} <Link to="/profile/password">{appText.bindValidator}</Link>
    </p>
  )
}
