import { expect, test } from 'vitest'
import { detailConditions } from './details-conditions.ts'
import { readFields } from './details-filters.ts'

const GAMES = [
  { id: 3, gameName: '六合彩', groups: [{ id: 301, name: '特码', plays: [{ code: 'TMA', name: '特码A' }] }] },
]
const of = (search: string): readonly string[] => detailConditions(readFields(new URLSearchParams(search)), GAMES)

test('no filter is no condition', () => expect(of('from=2026-11-01&sort=stake')).toEqual([]))

test('filters are named as in the form, codes by their words', () => {
  expect(of('game=3&group=301&play=TMA&kind=member&result=win&account=mem0001&placedFrom=2026-11-20T08:00')).toEqual([
    '账号 mem0001',
    '彩种 六合彩',
    '玩法大类 特码',
    '玩法 特码A',
    '类型 会员',
    '结果 中',
    '下注时间从 2026-11-20 08:00',
  ])
})

test('what the call leaves out is not said', () =>
  expect(of('orderNo=abc&stakeFrom=x&stakeTo=500')).toEqual(['金额到 500']))
