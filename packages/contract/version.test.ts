import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { wireText } from './wire.ts'
import { WIRE_HASH } from './wire-hash.ts'

test('the wire has the recorded hash', () => {
  expect(createHash('sha256').update(wireText()).digest('hex')).toBe(WIRE_HASH)
})
