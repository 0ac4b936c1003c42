import * as accessCalls from '@strata/contract/calls/access'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './four-eyes-bar.module.css'

const ASKED_AGAIN_MS = 300_000

/** Tells an account that it can change nothing before it binds a validator, and where to bind it. */
export const ValidatorBar = (): ReactNode => {
  const mayBind = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.ownPassword))
  const { data: isDue } = useQuery({
    queryKey: keyOf(accessCalls.accountInfo, 'validator-due'),
    queryFn: async ({ signal }) =>
      (await api.call(accessCalls.accountInfo, {}, { automatic: true, signal })).validatorDue,
    enabled: mayBind,
    staleTime: ASKED_AGAIN_MS,
    refetchInterval: ASKED_AGAIN_MS,
  })
  if (isDue !== true) return null
  return (
    <p className={css.fourEyes} data-part="validator-due" role="status">
      {appText.validatorDue} <Link to="/profile/password">{appText.bindValidator}</Link>
    </p>
  )
}
