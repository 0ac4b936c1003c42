import type { ReactNode } from 'react'
import { FundsDialog } from '../features/ledger/funds-dialog.tsx'
import { FundsRecords } from '../features/ledger/funds-records.tsx'
import { AccountsPage } from '../features/tree/accounts-page.tsx'

/** The page of accounts with the parts of money in it: only here may two features meet. */
export const Accounts = (): ReactNode => <AccountsPage FundsDialog={FundsDialog} FundsRecords={FundsRecords} />
