/** The demo world's fixed names: people and tests rely on them. */

export const DEMO_PASSWORD = 'Strata2026'
export const DEMO_TRANSFER_PASSWORD = '246810'

export const DEMO_PLATFORMS = [
  { code: 'demo', key: 'demo-merchant-key' },
  { code: 'demo2', key: 'demo2-merchant-key' },
] as const

export const DEMO_SOURCE = { code: 'demo-feed', key: 'demo-feed-key' } as const

/** Members mem0001..mem0200 of the first merchant, by the branch they hang under and the pankou they bet on. */
export const DEMO_BRANCHES = [
  { parent: 'agent001', pankou: 'C', from: 1, to: 100 },
  { parent: 'agent003', pankou: 'A', from: 101, to: 160 },
  { parent: 'genagt01', pankou: 'B', from: 161, to: 180 },
  { parent: 'merch001', pankou: 'A', from: 181, to: 200 },
] as const

/** Members of the second merchant's branch: they bet through its own platform. */
export const DEMO_SECOND_BRANCH = { parent: 'agent002', pankou: 'A', from: 201, to: 220 } as const

export const memberName = (number: number): string => `mem${String(number).padStart(4, '0')}`

/** The outside book that the demo platform has registered: where tools/outside-book.ts listens unless told otherwise. */
export const DEMO_BOOK = {
  name: '海天账房',
  baseUrl: 'http://127.0.0.1:8190/',
  keyId: 'strata',
  key: 'demo-outside-book-key',
} as const
