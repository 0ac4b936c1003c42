import { expect, test } from 'vitest'
import { pinyinInitials } from './pinyin.ts'

test.each([
  ['石家庄市', 'sjzs'],
  ['重庆市', 'cqs'],
  ['厦门市', 'xms'],
  ['长沙市', 'css'],
  ['呼和浩特市', 'hhhts'],
  ['鄂尔多斯市', 'eedss'],
  ['番禺区', 'pyq'],
  ['安庆市', 'aqs'],
])('%s is found by %s', (name, initials) => expect(pinyinInitials(name)).toBe(initials))
