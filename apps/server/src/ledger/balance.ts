import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, ZERO } from '@strata/domain/money'
import type { Queryable } from '../platform/db.ts'
import { readWallets, type Wallet } from './store.ts'

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

export async function balanceOf(on: Queryable, merchantId: MerchantId, pathId: PathId): Promise<BalanceInfo> {
  return balanceInfo((await readWallets(on, merchantId, [pathId])).get(pathId))
}
