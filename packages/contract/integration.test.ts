import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from './endpoints/index.ts'
import { signedCallDocs } from './integration.ts'

const docs = signedCallDocs()
const docOf = (id: string) => docs.find((one) => one.id === id)

describe('the signed calls as integrators read them', () => {
  it('are all signed calls, each with an example that its schema takes', () => {
    const signed = ENDPOINTS.filter(({ auth }) => auth === 'signed')
    expect(docs.map(({ path }) => path)).toEqual(signed.map(({ path }) => path))
    for (const call of signed)
      expect([call.id, call.request.safeParse(JSON.parse(docOf(call.id)?.example ?? '')).error]).toEqual([
        call.id,
        undefined,
      ])
  })

  it('name every field with its type, also those within lists', () => {
    const bets = docOf('intake.orderCreate')
    expect(bets?.request[0]).toEqual({ name: 'bets', type: '对象[]', isRequired: true, label: '注单' })
    expect(bets?.request).toContainEqual({
      name: 'bets[].betNo',
      type: '文本 最多64字',
      isRequired: true,
      label: '注单号',
    })
    expect(bets?.request.find(({ name }) => name === 'bets[].pankou')?.isRequired).toBe(false)
    // Of two kinds of answers, only what both have is always there.
    const answer = bets?.answer ?? []
    expect(answer.find(({ name }) => name === 'results[].betNo')?.isRequired).toBe(true)
    expect(answer.find(({ name }) => name === 'results[].orderNo')?.isRequired).toBe(false)
    expect(docOf('games.recCommitment')?.answer.map(({ name }) => name)).toContain('commitment')
  })

  it('have a Chinese name and a type for every field', () => {
    for (const { request, answer } of docs)
      expect([...request, ...answer].filter(({ label, type }) => label === '' || type.includes('任意'))).toEqual([])
  })
})
