import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'

// Transfers are less frequent than lists of accounts: their code is loaded on first use.
const Dialog = lazy(async () => ({ default: (await import('./funds-dialog.tsx')).FundsDialog }))
const Records = lazy(async () => ({ default: (await import('./funds-records.tsx')).FundsRecords }))

export const LazyFundsDialog = (props: ComponentProps<typeof Dialog>): ReactNode => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)

export const LazyFundsRecords = (): ReactNode => (
  <Suspense fallback={<Skeleton label={appText.loading} />}>
    <Records />
  </Suspense>
)
