import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { wireText } from './wire.ts'
import { WIRE_HASH } from './wire-hash.ts'

test('the wire is the one that was decided on', () => {
  expect(createHash('sha256').update(wireText()).digest('hex')).toBe(WIRE_HASH)
})
