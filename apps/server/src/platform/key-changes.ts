import type { LiveEvent, LiveHub } from './live.ts'

const KEY = 'keys'

/** Has every process forget the keys it remembers: some were issued or ended. After commit only; no screen hears of it. */
export const forgetKeys = (live: LiveHub, merchantId: number): void =>
  live.publish({ type: 'session-ended', merchantId, key: KEY, data: {} })

export const isKeyChange = ({ type, key }: Pick<LiveEvent, 'type' | 'key'>): boolean =>
  type === 'session-ended' && key === KEY
