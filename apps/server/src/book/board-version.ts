/** What a viewer's screen calls a batch's moment: fits a JSON number, and never falls within a merchant. */
export const boardVersion = (batch: bigint): number => Number(batch >> 10n)

/** Batches of several merchants commit out of order; a screen is sent what is at most this much older than its version. */
const OVERLAP_MS = 2_000n

/** The batch from which on a screen with this version may have missed something. */
export const batchSince = (version: number): bigint => (BigInt(version) << 10n) - (OVERLAP_MS << 22n)
