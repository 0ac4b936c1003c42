import { describe, expect, it } from 'vitest'
import { addressOf, ageOf, bytesInWords, certificateOf, type Need, shownIn } from './needs-model.ts'

const need = (over: Partial<Need>): Need =>
  ({
    kind: 'key',
    key: 'k',
    tone: 'warn',
    turn: 'me',
    at: 0,
    text: '',
    merchantCode: '',
    gameId: null,
    periodNo: '',
    proposalId: '',
    ...over,
  }) as Need

describe('what needs a person', () => {
  it('is shown by whose turn it is', () => {
    const needs = [need({ key: 'a' }), need({ key: 'b', turn: 'others' }), need({ key: 'c', turn: 'soon' })]
    expect(shownIn(needs, 'all')).toHaveLength(3)
    expect(shownIn(needs, 'others').map(({ key }) => key)).toEqual(['b'])
  })

  it('has an age, or what is left', () => {
    expect(ageOf(need({}), 26 * 60_000)).toBe('26 分')
    expect(ageOf(need({ turn: 'soon', at: 12 * 86_400_000 }), 0)).toBe('剩 12 天')
    // The answer is some seconds old when it is shown.
    expect(ageOf(need({ turn: 'soon', at: 12 * 86_400_000 }), 40_000)).toBe('剩 12 天')
  })

  // The tests run with the agents' pages: an operator's page is unknown there, so no address leads to it.
  it('has no address while its page is not there', () => expect(addressOf(need({ merchantCode: 'm1' }))).toBeNull())

  it.each([
    [12_300_000, '12 MB'],
    [1_800_000_000, '1.8 GB'],
    [182_400_000_000, '182 GB'],
    [2_340_000_000_000, '2.3 TB'],
  ])('%d bytes', (bytes, text) => expect(bytesInWords(bytes)).toBe(text))
})

const DAY = 86_400_000
const at = (endsAt: number | null) => ({ address: 'agent.example:443', endsAt })

it.each([
  [null, '未设置检查', false],
  [at(null), '无法查询', true],
  [at(15 * DAY), '剩 15 天', false],
  [at(14 * DAY), '剩 14 天', false],
  [at(14 * DAY - 1), '剩 13 天', true],
  [at(0), '剩 0 天', true],
  [at(-1), '已到期', true],
])('the certificate %j is told as %s', (certificate, value, warned) => {
  expect(certificateOf(certificate, 0)).toEqual({ value, warned })
})
