import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { BetGate } from './bet-gate.ts'

const MB = 1024 * 1024

/** A call whose body is not read yet, or is there. */
const call = (merchant: string, bytes: number, isRead = false): FastifyRequest =>
  ({
    headers: { 'x-merchant': merchant, 'content-length': String(bytes) },
    rawBody: isRead ? Buffer.alloc(bytes) : undefined,
  }) as unknown as FastifyRequest

const gateOf = () => {
  const shed: number[] = []
  return { gate: new BetGate((bets) => shed.push(bets)), shed }
}

test('what meets nothing is never shed, however large', () => {
  const { gate, shed } = gateOf()
  expect(gate.judge(call('a', 50 * MB))).toBeUndefined()
  expect(gate.judge(call('a', 0))).toBeUndefined()
  expect(shed).toEqual([])
})

test('a merchant with much under way is shed, with the number of its bets; others are not', () => {
  const { gate, shed } = gateOf()
  gate.hold(call('a', 0.9 * MB, true))
  expect(gate.judge(call('a', 36_000))).toBeUndefined()
  expect(gate.judge(call('a', 180_000))).toMatchObject({ name: 'overloaded' })
  expect(shed).toEqual([1000])
  expect(gate.judge(call('b', 180_000))).toBeUndefined()
})

test('all merchants together have a limit of their own', () => {
  const { gate } = gateOf()
  for (const merchant of ['a', 'b', 'c']) gate.hold(call(merchant, 0.6 * MB, true))
  expect(gate.judge(call('d', 0.3 * MB))).toMatchObject({ name: 'overloaded' })
  expect(gate.judge(call('d', 0.1 * MB))).toBeUndefined()
})

test('a call that is answered makes room again', () => {
  const { gate } = gateOf()
  const done = gate.hold(call('a', MB, true))
  expect(gate.judge(call('a', 1000, true))).toMatchObject({ name: 'overloaded' })
  done()
  expect(gate.judge(call('a', 1000, true))).toBeUndefined()
})

test('a call whose body is not there holds nothing: a slow sender cannot stop a merchant', () => {
  const { gate } = gateOf()
  for (let at = 0; at < 100; at += 1) expect(gate.judge(call('a', MB))).toBeUndefined()
})
