import { describe, expect, test } from 'vitest'
import {
  bankCardProblem,
  businessDayProblem,
  decimalMoneyProblem,
  exactMoneyProblem,
  integerMoneyProblem,
  ipv4Problem,
  newAccountProblem,
  passwordProblem,
  positiveIntegerProblem,
  type Rule,
  signInAccountProblem,
  transferPasswordProblem,
} from './rules.ts'

const table: Record<string, { rule: Rule; fine: string[]; wrong: string[] }> = {
  signInAccount: {
    rule: signInAccountProblem,
    fine: ['headco01', 'mem0001', '123456', 'Abcdef123456'],
    wrong: ['', 'abcde', 'abcdefghijklm', 'abc_def', 'ａｂｃｄｅｆ', 'abcdef ', ' abcdef', 'abcdef\n'],
  },
  newAccount: {
    rule: newAccountProblem,
    fine: ['agent1', 'agtsub01', 'Abcdef1234', 'abcdef'],
    wrong: ['', '1agent', 'agen1', 'abcdefghijk', 'agent-1', '代理agent', 'agent1\n'],
  },
  password: {
    rule: passwordProblem,
    fine: ['Strata2026', 'aabb1122', 'a1a1a1a1', 'Abcdefgh12345678'],
    wrong: [
      '',
      'Abc1234',
      'Abcdefgh123456789',
      'abcdefgh',
      '12345678',
      'aaab1234',
      'Strata2000',
      'Strata 2026',
      'Str@ta2026',
    ],
  },
  transferPassword: {
    rule: transferPasswordProblem,
    fine: ['246810', '000000'],
    wrong: ['', '12345', '1234567', '12345a', '１２３４５６'],
  },
  decimalMoney: {
    rule: decimalMoneyProblem,
    fine: ['1', '0.01', '10.5', '0.10', '999999999999.99'],
    wrong: ['', '0', '0.00', '00', '01', '1.', '.5', '1.234', '-1', '1e3', '1,000', '1000000000000', '１'],
  },
  integerMoney: {
    rule: integerMoneyProblem,
    fine: ['1', '10', '999999999999'],
    wrong: ['', '0', '01', '1.0', '-1', '1,000', '１', 'x'],
  },
  positiveInteger: {
    rule: positiveIntegerProblem,
    fine: ['1', '10'],
    wrong: ['', '0', '01', '1.5', '-1', 'x'],
  },
  ipv4: {
    rule: ipv4Problem,
    fine: ['0.0.0.0', '255.255.255.255', '10.1.20.3'],
    wrong: ['', '256.1.1.1', '1.1.1', '01.1.1.1', '1.1.1.1.1', '1.1.1.a'],
  },
  bankCard: {
    rule: bankCardProblem,
    fine: ['6222021234567890', '6222021234567890123'],
    wrong: ['', '0222021234567890', '62220212345678901', '622202123456789'],
  },
  businessDay: {
    rule: businessDayProblem,
    fine: ['2026-11-20', '2024-02-29', '2000-02-29'],
    wrong: [
      '',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-04-31',
      '2026-1-1',
      '2026-00-10',
      '2026-01-00',
      '20261120',
    ],
  },
}

describe.each(Object.entries(table))('%s', (_name, { rule, fine, wrong }) => {
  test.each(fine)('takes %j', (text) => expect(rule(text)).toBeNull())
  test.each(wrong)('refuses %j', (text) => expect(rule(text)).toMatch(/\p{Script=Han}/u))
})

test('the messages of the specification', () => {
  expect(signInAccountProblem('账号abc1')).toBe('账号不能包含中文')
  expect(signInAccountProblem('abc')).toBe('账号必须由6-12位字母和数字组成')
  expect(newAccountProblem('abc')).toBe('账号必须由6-10位字母和数字组成')
})

test.each([
  [decimalMoneyProblem, '012', '金额不能以0开头'],
  [decimalMoneyProblem, '99999999999999', '金额的整数部分最多12位'],
  [decimalMoneyProblem, '0', '请输入大于0的金额，最多两位小数'],
  [exactMoneyProblem, '0.0000', '请输入大于0的金额，最多四位小数'],
  [exactMoneyProblem, '1.23456', '请输入大于0的金额，最多四位小数'],
  [exactMoneyProblem, '01', '金额不能以0开头'],
  [integerMoneyProblem, '012', '金额不能以0开头'],
  [integerMoneyProblem, '1.5', '请输入整数金额'],
])('the reason is that of the text: %#', (rule, text, message) => expect(rule(text)).toBe(message))
