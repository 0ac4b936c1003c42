import type { AccessContext } from '../access/session/authorize.ts'

export interface TreeContext extends AccessContext {
  /** Has the streams of a merchant judged again at once. */
  readonly recheckStreams: (merchantId: number) => void
}
