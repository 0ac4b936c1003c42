import type { MerchantId } from '@strata/domain/ids'
import type { AccessContext } from '../access/session.ts'

export interface TreeContext extends AccessContext {
  /** Checks the authority of all streams of a merchant again at once. */
  readonly recheckStreams: (merchantId: MerchantId) => void
}
