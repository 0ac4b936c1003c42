/** Fixed names of the demo world: the documents and the tests use them. */

export const DEMO_PASSWORD = 'Strata2026'
export const DEMO_TRANSFER_PASSWORD = '246810'

/** Logins with the published password. */
export const DEMO_LOGINS = [
  'headco01',
  'merch001',
  'merch002',
  'genagt01',
  'genagt02',
  'agent001',
  'agent002',
  'agent003',
  'agtsub01',
] as const

export const DEMO_PLATFORMS = [
  { code: 'demo', key: 'demo-merchant-key' },
  { code: 'demo2', key: 'demo2-merchant-key' },
] as const

export const DEMO_SOURCE = { code: 'demo-feed', key: 'demo-feed-key' } as const

/** Members mem0001..mem0200 of the first merchant, by their parent and their pankou. */
export const DEMO_BRANCHES = [
  { parent: 'agent001', pankou: 'C', from: 1, to: 100 },
  { parent: 'agent003', pankou: 'A', from: 101, to: 160 },
  { parent: 'genagt01', pankou: 'B', from: 161, to: 180 },
  { parent: 'merch001', pankou: 'A', from: 181, to: 200 },
] as const

/** Members of the second merchant's branch: they bet through its own platform. */
export const DEMO_SECOND_BRANCH = { parent: 'agent002', pankou: 'A', from: 201, to: 220 } as const

export const memberName = (number: number): string => `mem${String(number).padStart(4, '0')}`

/** The outside book that the demo platform has registered: the default address of tools/outside-book.ts. */
export const DEMO_BOOK = {
  name: '海天账房',
  baseUrl: 'http://127.0.0.1:8190/',
  keyId: 'strata',
  key: 'demo-outside-book-key',
} as const
