import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../../..')
/** Where texts for people are written. */
const FLOORS = ['apps/web/src', 'apps/server/src', 'packages/contract', 'packages/domain']

/** The word of a thing, and what it has been called elsewhere. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  注单明细: ['报表明细', '投注明细', '订单明细', '注单列表', '注单查询'],
  今日输赢: ['今日盈亏', '今日结果', '当日输赢', '当日盈亏'],
  业务日: ['营业日', '账务日', '业务日期', '业务天'],
  单项限额: ['单注限额', '单项最高', '单项最大', '单项上限'],
  修改占成与退水: ['编辑占成', '修改条款', '修改占成退水', '修改占成和退水', '占成退水修改'],
}

const sourcesOf = (floor: string): readonly string[] =>
  readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/node_modules|\.test\.ts/.test(path))
    .map((path) => readFileSync(join(ROOT, floor, path), 'utf8'))

const texts = FLOORS.flatMap(sourcesOf).join('\n')

test.each(Object.entries(WORDS))('%s has one word', (word, others) => {
  expect(texts).toContain(word)
  expect(others.filter((other) => texts.includes(other))).toEqual([])
})
