import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const vectorsFile = new URL('../packages/domain/games/testdata/vectors.json', import.meta.url)
type Vector = { id: string; expect: { result: string; tier?: string } }
const { vectors, mustReject } = JSON.parse(readFileSync(vectorsFile, 'utf8')) as {
  vectors: Vector[]
  mustReject: object[]
}

const settleLines = (input: string): readonly unknown[] => {
  const script = new URL('./settle.ts', import.meta.url).pathname
  const run = spawnSync(process.execPath, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return run.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('npm run settle', () => {
  it('answers every test vector with its result and tier', () => {
    const answers = settleLines(vectors.map((vector) => JSON.stringify(vector)).join('\n'))
    expect(answers).toEqual(vectors.map(({ expect: { result, tier } }) => (tier ? { result, tier } : { result })))
  })

  it('answers a refused line with its code and continues', () => {
    const lines = mustReject.map((vector) => JSON.stringify(vector))
    const answers = settleLines([...lines, 'no json', '[]', '', 'null', JSON.stringify(vectors[0])].join('\r\n'))
    expect(answers.length).toBe(34)
    for (const answer of answers.slice(0, 33)) expect(answer).toEqual({ error: expect.stringMatching(/^[a-zA-Z]+$/) })
    expect(answers[33]).toEqual({ result: vectors[0]?.expect.result })
  })
})
