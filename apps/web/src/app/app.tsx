import { QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Activity, type ReactNode, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { AppQueryClient } from '../api/app-query-client.ts'
import { ApiFailure } from '../api/client.ts'
import { useScreenLock } from '../api/screen-lock.ts'
import { LockNotice } from './frame/lock-notice.tsx'
import { onForbidden } from './held-permissions.ts'
import { LockScreen } from './lock/lock-screen.tsx'
import { onMaintenance } from './on-maintenance.ts'
import { createRouter } from './routes/router.tsx'

/** A refusal is not retried; a missing answer is, once. */
const createQueryClient = (): QueryClient =>
  new AppQueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        onMaintenance(error)
        onForbidden(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (count, error) => error instanceof ApiFailure && count < 1,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
      },
    },
  })

export const App = (): ReactNode => {
  const [client] = useState(createQueryClient)
  const [router] = useState(createRouter)
  const locked = useScreenLock(({ on }) => on)
  return (
    <QueryClientProvider client={client}>
      {/* Hidden, its effects end: no stream, no timer, no question; what is typed stays. */}
      <Activity mode={locked ? 'hidden' : 'visible'}>
        <RouterProvider router={router} />
      </Activity>
      {locked ? <LockScreen /> : null}
      <LockNotice />
    </QueryClientProvider>
  )
}
