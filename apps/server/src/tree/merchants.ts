/** For the other rooms: merchants, the lock that orders a merchant's bets, and the version of its settings. */

export {
  bumpAllConfigs,
  bumpConfig,
  isCodeTaken,
  listMerchantIds,
  lockMerchantRecord,
  merchantCode,
  merchantIdOf,
  merchantLogo,
  nextMerchantId,
  readMerchantName,
  saveMerchant,
} from './paths/store-merchants.ts'
export { HEAD_MERCHANT } from './paths/store-paths.ts'
export { lockMerchant, readConfigVersion } from './snapshot/store-snapshot.ts'
