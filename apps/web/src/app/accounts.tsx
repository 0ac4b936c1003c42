import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { AccountsPage } from '../features/tree/accounts/accounts-page.tsx'
import type { FundsParts } from '../features/tree/accounts/funds-parts.ts'
import { appText } from '../text/zh-CN/app/app.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'

/** Money is moved and looked up less often than accounts are listed: its code is fetched then. */
const LazyDialog = lazy(async () => ({ default: (await import('../features/ledger/funds-dialog.tsx')).FundsDialog }))
const LazyRecords = lazy(async () => ({ default: (await import('../features/ledger/funds-records.tsx')).FundsRecords }))

const FundsDialog = (props: ComponentProps<FundsParts['FundsDialog']>): ReactNode => (
  <Suspense fallback={null}>
    <LazyDialog {...props} />
  </Suspense>
)

const FundsRecords = (): ReactNode => (
  <Suspense fallback={<Skeleton label={appText.loading} />}>
    <LazyRecords />
  </Suspense>
)

/** The page of accounts with the parts of money in it: only here may two features meet. */
export const Accounts = (): ReactNode => <AccountsPage FundsDialog={FundsDialog} FundsRecords={FundsRecords} />
