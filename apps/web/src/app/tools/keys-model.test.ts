import { ROUTES } from '@strata/contract/menu'
import { expect, test } from 'vitest'
import { isSheetKey, keyGroups } from './keys-model.ts'

test('the page’s own keys come before those of all pages', () => {
  expect(keyGroups('/agent/bet/instant').map(({ title }) => title)).toEqual(['盘口', '所有页面'])
  expect(keyGroups('/admin/game/amount').map(({ title }) => title)).toEqual(['表格编辑', '所有页面'])
  expect(keyGroups('/reports/details').map(({ title }) => title)).toEqual(['列表', '所有页面'])
  expect(keyGroups('/rule').map(({ title }) => title)).toEqual(['所有页面'])
})

test('every page has the keys of all pages', () => {
  for (const { path } of ROUTES) expect(keyGroups(path).at(-1)?.title).toBe('所有页面')
})

test.each([
  ['DIV', '?', true],
  ['BUTTON', '?', true],
  ['INPUT', '?', false],
  ['TEXTAREA', '?', false],
  ['SELECT', '?', false],
  ['DIV', '/', false],
])('in %s the key %s opens the sheet: %s', (tagName, key, opens) => {
  expect(
    isSheetKey({ key, ctrlKey: false, metaKey: false, altKey: false }, { tagName, isContentEditable: false }),
  ).toBe(opens)
})
