import { expect, test } from 'vitest'
import { readBoardChoice } from './board-choice.ts'

test.each([
  [null, { follows: false, moneyFirst: false }],
  ['{"follows":true}', { follows: true, moneyFirst: false }],
  ['{"moneyFirst":true,"follows":"yes"}', { follows: false, moneyFirst: true }],
  ['{', { follows: false, moneyFirst: false }],
  ['null', { follows: false, moneyFirst: false }],
])('stored %s', (stored, choice) => {
  expect(readBoardChoice(stored)).toEqual(choice)
})
