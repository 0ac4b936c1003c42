import { PERMISSION } from '@strata/contract/permissions'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../api/session.ts'
import { logText } from '../../text/zh-CN/shared/log.ts'

type Props = {
  /** What the log calls the thing that is changed here, or the kind of change. */
  readonly of: { readonly target: string } | { readonly action: string }
}

/** The way from a page where things are changed to the log of these changes, for operators who may read it. */
export const LogLink = ({ of }: Props): ReactNode => {
  const mayRead = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.merchants))
  return mayRead ? <Link to={`/admin/log/index?${new URLSearchParams(of)}`}>{logText.link}</Link> : null
}
