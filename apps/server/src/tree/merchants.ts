/** For the other rooms: merchants, the lock that orders a merchant's bets, and the version of its settings. */

export { logoAt } from './logo.ts'
export { changeMerchant, equipMerchant } from './paths/change-merchant.ts'
export {
  type EndingLease,
  endingLeases,
  findMerchantByCode,
  isCodeTaken,
  isHostTaken,
  isMerchantLeased,
  listCreditMerchants,
  listMerchantIds,
  listMerchantNames,
  lockMerchantRecord,
  type MerchantRecord,
  type MerchantRules,
  merchantAccountId,
  merchantCode,
  merchantIdOf,
  merchantLease,
  merchantLines,
  merchantLogo,
  nextMerchantId,
  readMerchantName,
  readMerchantRecord,
  type WarnedMerchant,
} from './paths/store-merchants.ts'
export { HEAD_MERCHANT, lockHead } from './paths/store-paths.ts'
export { outdateSnapshots } from './snapshot/outdate-snapshots.ts'
export {
  type LockedMerchant,
  lockMerchant,
  lockMerchantRules,
  readConfigVersion,
  saveOpenBound,
} from './snapshot/store-snapshot.ts'
