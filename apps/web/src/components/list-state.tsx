import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiRefusal } from '../api/client.ts'
import { appText } from '../text/zh-CN/app/app.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'

type Props<T> = {
  readonly query: UseQueryResult<T>
  readonly isEmpty: (data: T) => boolean
  /** Shown when there are no rows: the next step for the user. */
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

type FailedProps = {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>
  readonly className?: string | undefined
  /** What was not loaded, before the reason. */
  readonly children?: ReactNode
}

/** Why something was not loaded, in the server's words if it has said why. */
export const LoadFailed = ({ query, className = 'message-line', children }: FailedProps): ReactNode => (
  <p className={className} role="alert">
    {children}
    {query.error instanceof ApiRefusal ? query.error.message : appText.loadFailed}{' '}
    <button type="button" className="link-button" onClick={() => void query.refetch()}>
      {appText.retry}
    </button>
  </p>
)

/** Loading, failed, empty, or the list itself; every state has a next step. */
export const ListState = <T,>({ query, isEmpty, empty, children }: Props<T>): ReactNode => {
  if (query.data !== undefined) {
    if (isEmpty(query.data)) return <div className="message-line">{empty ?? appText.empty}</div>
    return (
      <div style={{ display: 'contents' }} data-part="list-state" data-dim={query.isPlaceholderData || undefined}>
        {children(query.data)}
      </div>
    )
  }
  if (query.isPending) return <Skeleton label={appText.loading} />
  return <LoadFailed query={query} />
}
