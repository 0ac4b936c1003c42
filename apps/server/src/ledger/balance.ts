import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, ZERO } from '@strata/domain/money'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Queryable } from '../platform/db.ts'
import { readOpenStakeBelow, readWallets, type Wallet } from './store.ts'

export interface BalanceInfo {
  readonly credit: string
  readonly balance: string
  readonly cash: string
  readonly openStake: string
  readonly fundMode: 'credit' | 'cash'
}

/** The wire's balanceInfo. The head has no wallet: all its figures are zero. */
export function balanceInfo(wallet: Wallet | undefined): BalanceInfo {
  if (!wallet) return { credit: '0', balance: '0', cash: '0', openStake: '0', fundMode: 'credit' }
  return {
    credit: formatMoney(wallet.quota),
    balance: formatMoney(wallet.balance),
    cash: formatMoney(wallet.fundMode === 'cash' ? wallet.balance : ZERO),
    openStake: formatMoney(wallet.openStake),
    fundMode: wallet.fundMode,
  }
}

/** Of a holder, 未结注额 is what the bettors below it have open. */
export async function balanceOf(
  on: Queryable,
  { merchantId, id, role }: { readonly merchantId: MerchantId; readonly id: PathId; readonly role: Role },
): Promise<BalanceInfo> {
  const wallet = (await readWallets(on, merchantId, [id])).get(id)
  if (!isHolder(role)) return balanceInfo(wallet)
  return { ...balanceInfo(wallet), openStake: formatMoney(await readOpenStakeBelow(on, merchantId, id)) }
}

const isHolder = (role: Role): boolean => role < ROLE.member
