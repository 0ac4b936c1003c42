import { expect, it } from 'vitest'
import { isTyped, shownValue } from './settings-model.ts'

it.each([
  ['roles', '', '', '不要求'],
  ['roles', '', '1,3', '商户、代理'],
  ['text', '', '', '未设置'],
  ['text', '', '星河', '星河'],
  ['integer', '分钟', '60', '60 分钟'],
  ['money', '元', '100000', '100,000.00 元'],
] as const)('%s with unit %j shows %j as %j', (kind, unit, value, text) => {
  expect(shownValue({ kind, unit }, value)).toBe(text)
})

it('takes whole numbers only, where a number is due', () => {
  expect(['0', '15', '1.5', '', '-1', '007'].map((text) => isTyped({ kind: 'integer' }, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(isTyped({ kind: 'text' }, '')).toBe(true)
})
