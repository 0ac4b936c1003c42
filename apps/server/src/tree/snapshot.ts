/** For the other rooms: a merchant's paths, terms and settings as one version in memory. */

export { freshSnapshot, type MerchantSnapshot, SnapshotCache, type Wanted } from './snapshot/merchant-snapshot.ts'
