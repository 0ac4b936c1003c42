import { PERMISSION } from '@strata/contract/permissions'
import { GameId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { addressOf, ageOf, besideOf, bytesInWords, certificateOf, type Need, shownIn } from './needs-model.ts'

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
    proposal: null,
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

  it('leads to the effect of a proposal; the second entry of a result is blind and has none', () => {
    const of = (kind: 'result' | 'orderVoid') =>
      need({
        kind: 'proposal',
        gameId: GameId(3),
        periodNo: '2026131',
        proposal: { proposalId: '7', kind, orderNo: null, mine: false },
      })
    expect(addressOf(of('orderVoid'), '/page')).toBe('/page?game=3&period=2026131&show=7')
    expect(addressOf(of('result'), '/page')).toBe('/page?game=3&period=2026131')
  })

  it('offers to take back an own proposal and to make a period without a result void, each by its own right', () => {
    const all = [PERMISSION.enterResults, PERMISSION.correctResults]
    const own = need({
      kind: 'proposal',
      turn: 'others',
      proposal: { proposalId: '7', kind: 'orderVoid', orderNo: '9', mine: true },
    })
    const result = need({ kind: 'result' })
    expect(besideOf(own, all)).toBe('withdraw')
    expect(besideOf(own, [PERMISSION.confirmResults])).toBeNull()
    expect(
      besideOf({ ...own, proposal: { proposalId: '7', kind: 'orderVoid', orderNo: '9', mine: false } }, all),
    ).toBeNull()
    expect(besideOf(result, all)).toBe('void')
    expect(besideOf(result, [PERMISSION.enterResults])).toBeNull()
    expect(besideOf(need({ kind: 'key' }), all)).toBeNull()
  })

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
