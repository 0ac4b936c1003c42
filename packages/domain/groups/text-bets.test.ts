import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GameId } from '../ids.ts'
import { isChatter, readTextBets, type TextBet } from './text-bets.ts'

const M5 = 1
const PK = GameId(2)
const HC = GameId(3)
const PC = 4

const shown = (bet: TextBet): string =>
  bet.ok ? `${bet.play.code} ${bet.itemCode} ${bet.stake}` : `${bet.problem} ${bet.text}`
const read = (gameId: GameId, text: string): string[] => readTextBets(text, [gameId]).map(shown)

describe('items with their stakes', () => {
  it.each([
    [HC, '大100 单50', ['TM_LM DA 100', 'TM_LM DAN 50']],
    [HC, '特大100', ['TM_LM DA 100']],
    [HC, '合单20 红波30 红30', ['TM_LM HEDAN 20', 'TM_SB RED 30', 'TM_SB RED 30']],
    [HC, '马50 3头10 7尾10', ['TX MA 50', 'TM_TOU 3 10', 'TM_WEI 7 10']],
    [PC, '大100 小单50 极大10 豹子5', ['LM DA 100', 'ZU XIAODAN 50', 'JZ JIDA 10', 'TS BAOZI 5']],
    [M5, '大100 龙20 和5', ['ZH DA 100', 'LH LONG 20', 'LH HE 5']],
    [PK, '大100 大单20', ['GYH_LM DA 100', 'GYH_ZU DADAN 20']],
    [PC, '大100.5 小=20 单:30', ['LM DA 100.5', 'LM XIAO 20', 'LM DAN 30']],
    [PC, '大１００，小５０元', ['LM DA 100', 'LM XIAO 50']],
    [PK, '冠军大100', ['R1_LM DA 100']],
    [HC, '大100单50', ['TM_LM DA 100', 'TM_LM DAN 50']],
    [HC, '大100/单50、双20.5', ['TM_LM DA 100', 'TM_LM DAN 50', 'TM_LM SHUANG 20.5']],
    [HC, '大 100 单 50', ['TM_LM DA 100', 'TM_LM DAN 50']],
    [HC, '大100单0', ['TM_LM DA 100', 'amountWrong 单0']],
    [HC, '大100猫50', ['notUnderstood 大100猫50']],
    [HC, '大 单 100', ['notUnderstood 大', 'notUnderstood 单', 'notUnderstood 100']],
  ])('%i %s', (game, text, bets) => expect(read(GameId(game), text)).toEqual(bets))
})

describe('position, item, stake', () => {
  it.each([
    [M5, '1/小/100', ['B1_LM XIAO 100']],
    [PK, '1/小/100 0/5/20', ['R1_LM XIAO 100', 'R10 5 20']],
    [PK, '12/大/50', ['R1_LM DA 50', 'R2_LM DA 50']],
    [PK, '1/120/10', ['R1 1 10', 'R1 2 10', 'R1 10 10']],
    [PK, '10/10/10', ['R10 10 10']],
    [PK, '冠军/龙/30', ['LH1 LONG 30']],
    [M5, '5/135/2', ['B5 1 2', 'B5 3 2', 'B5 5 2']],
    [PC, '3/大/10', ['Q3_LM DA 10']],
    [HC, '1/大/100 2/08,12/10', ['ZM1 DA 100', 'ZT2 08 10', 'ZT2 12 10']],
    [HC, '7/8/100', ['TMA 08 100']],
    [M5, '1/小/100元 2/大/20块', ['B1_LM XIAO 100', 'B2_LM DA 20']],
    [M5, '1/05/20', ['B1 0 20', 'B1 5 20']],
    [M5, '11/大/10', ['unknownPosition 11/大/10']],
    [M5, '1/22/10', ['unknownItem 1/22/10']],
    [M5, '11/22/26', ['unknownPosition 11/22/26']],
    [PK, '01/5/20', ['unknownPosition 01/5/20']],
    [PK, '1/05/20', ['R1 5 20']],
    [M5, '6/大/10', ['unknownPosition 6/大/10']],
    [M5, '1/红/10', ['unknownItem 1/红/10']],
    [PC, '3/00/88118', ['unknownItem 3/00/88118']],
    [M5, '12/00/5', ['unknownItem 12/00/5']],
    [PC, '2/-.192/3075', ['unknownItem 2/-.192/3075']],
    [PK, '3/9,-:/7564', ['unknownItem 3/9,-:/7564']],
    [HC, '7/01,50/10', ['unknownItem 7/01,50/10']],
  ])('%i %s', (game, text, bets) => expect(read(GameId(game), text)).toEqual(bets))
})

describe('a play, its items, each a stake', () => {
  it.each([
    [HC, '特码 08 各20', ['TMA 08 20']],
    [HC, '特码08、9 33各20', ['TMA 08 20', 'TMA 09 20', 'TMA 33 20']],
    [HC, '特码B 8 各 5', ['TMB 08 5']],
    [HC, '正码 01 49 各10', ['ZM 01 10', 'ZM 49 10']],
    [HC, '正码1 大 红 各10', ['ZM1 DA 10', 'ZM1 RED 10']],
    [HC, '一肖 马 羊 各50', ['YX MA 50', 'YX YANG 50']],
    [HC, '二全中 02-01 3-4 各10', ['LM_2QZ 01+02 10', 'LM_2QZ 03+04 10']],
    [HC, '二连肖 马-鼠 各10', ['LX2 SHU+MA 10']],
    [HC, '08 12 各20 大100', ['TMA 08 20', 'TMA 12 20', 'TM_LM DA 100']],
    [PC, '和值 13 14 各5', ['HZ 13 5', 'HZ 14 5']],
    [PK, '冠军 1 2 10 大 各10', ['R1 1 10', 'R1 2 10', 'R1 10 10', 'R1_LM DA 10']],
    [PK, '冠亚和 11 大 各10', ['GYH 11 10', 'GYH_LM DA 10']],
    [M5, '第一球 大 7 各10', ['B1_LM DA 10', 'B1 7 10']],
    [M5, '前三 豹子 各10', ['Q3 BAOZI 10']],
    [HC, '特码 50 各20', ['unknownItem 特码50各20']],
    [HC, '二全中 01 各20', ['unknownItem 二全中01各20']],
  ])('%i %s', (game, text, bets) => expect(read(GameId(game), text)).toEqual(bets))
})

describe('combinations of several picks', () => {
  it.each([
    [
      HC,
      '三全中复式 01 05 9 13 各10',
      ['LM_3QZ 01+05+09 10', 'LM_3QZ 01+05+13 10', 'LM_3QZ 01+09+13 10', 'LM_3QZ 05+09+13 10'],
    ],
    [HC, '二全中 复式 3,2,1 各5', ['LM_2QZ 01+02 5', 'LM_2QZ 01+03 5', 'LM_2QZ 02+03 5']],
    [HC, '二全中 胆 09 拖 1 5 各10', ['LM_2QZ 01+09 10', 'LM_2QZ 05+09 10']],
    [HC, '三全中 胆 01 02 拖 5 6 各1', ['LM_3QZ 01+02+05 1', 'LM_3QZ 01+02+06 1']],
    [HC, '二全中 对碰 01 02 碰 02 03 各1', ['LM_2QZ 01+02 1', 'LM_2QZ 01+03 1', 'LM_2QZ 02+03 1']],
    [HC, '二连肖复式 马 鼠 羊 各20', ['LX2 SHU+MA 20', 'LX2 SHU+YANG 20', 'LX2 MA+YANG 20']],
    [HC, '三全中复式 01 02 各10', ['picksWrong 三全中复式 01 02各10']],
    [HC, '二全中 胆 01 02 拖 03 各10', ['picksWrong 二全中胆 01 02 拖 03各10']],
    [HC, '二全中复式 01 50 各10', ['unknownItem 二全中复式 01 50各10']],
    [HC, '二全中复式 01 02 03 各0', ['amountWrong 二全中复式 01 02 03各0']],
  ])('%i %s', (game, text, bets) => expect(read(GameId(game), text)).toEqual(bets))
  it('are all refused when there are too many', () => {
    const all = Array.from({ length: 49 }, (_, index) => index + 1).join(' ')
    expect(readTextBets(`三全中复式 ${all} 各1`, [HC])).toMatchObject([{ ok: false, problem: 'tooManyUnits' }])
  })
})

describe('the game of a line', () => {
  it('is the one named at its beginning, else the first game of the group', () => {
    const bets = readTextBets('赛车 1/大/10\n大20\nPC蛋蛋 大30\n六合彩大40', [HC, PK])
    expect(bets.map(shown)).toEqual(['R1_LM DA 10', 'TM_LM DA 20', 'gameNotHere PC蛋蛋 大30', 'TM_LM DA 40'])
    expect(readTextBets('pk 1/大/10', []).map(shown)).toEqual(['R1_LM DA 10'])
  })
  it('is taken from the last line that holds only a game name', () => {
    const bets = readTextBets('赛车：\n大20\n1/小/10\n六合彩 大30\n大40', [HC, PK])
    expect(bets.map(shown)).toEqual(['GYH_LM DA 20', 'R1_LM XIAO 10', 'TM_LM DA 30', 'GYH_LM DA 40'])
    expect(readTextBets('PC蛋蛋\n大30', [HC, PK]).map(shown)).toEqual(['notUnderstood PC蛋蛋', 'gameNotHere 大30'])
    expect(readTextBets('赛车', [HC, PK])).toEqual([])
  })
  it('is refused when the group does not sell it, but chatter about it is not a failed bet', () => {
    expect(isChatter(readTextBets('PC蛋蛋 大30', [HC]))).toBe(false)
    expect(isChatter(readTextBets('PC蛋蛋开了没', [HC]))).toBe(true)
  })
})

describe('texts that are not bets', () => {
  it.each(['大家好', '今天开什么', '早上9点见', 'hello world', '?', '...', '//', '各', '各20'])('%s', (text) =>
    expect(readTextBets(text, [HC]).some((bet) => bet.ok)).toBe(false),
  )
  it('are chatter only if nothing looks like a failed bet', () => {
    expect(isChatter(readTextBets('大家好 吃饭了吗', [HC]))).toBe(true)
    expect(isChatter(readTextBets('他赢了100', [HC]))).toBe(true)
    expect(isChatter(readTextBets('特码 50 各20', [HC]))).toBe(false)
  })
  it.each([
    ['大0', 'amountWrong 大0'],
    ['大1.234', 'amountWrong 大1.234'],
    ['大007', 'amountWrong 大007'],
    ['特码 08 各0', 'amountWrong 特码08各0'],
    ['大9999999999999', 'amountWrong 大9999999999999'],
  ])('%s has a wrong stake', (text, shownAs) => expect(read(HC, text)).toEqual([shownAs]))
  it('reads long repetitive texts without endless backtracking', () => {
    for (const text of [
      '各'.repeat(500),
      '/'.repeat(500),
      '大'.repeat(500),
      '1'.repeat(500),
      '1/1/'.repeat(125),
      '各1 '.repeat(166),
    ])
      expect(readTextBets(text, [HC]).filter((bet) => bet.ok).length).toBeLessThan(200)
  })
})

describe('a date', () => {
  it.each([
    [M5, '11/22/2026', 'notUnderstood 11/22/2026'],
    [M5, '２０２６／１１／２２', 'notUnderstood 2026/11/22'],
    [PK, '2016/5/20', 'looksLikeDate 2016/5/20'],
    [PK, '2016/5/20号', 'notUnderstood 2016/5/20号'],
    [M5, '开奖日期11/22/2026', 'notUnderstood 开奖日期11/22/2026'],
    [M5, '1/5/2000', 'looksLikeDate 1/5/2000'],
    [M5, '12/25/2026', 'looksLikeDate 12/25/2026'],
    [PK, '25/12/2026', 'looksLikeDate 25/12/2026'],
    [HC, '7/8/2026', 'looksLikeDate 7/8/2026'],
    [M5, '1/5/2000元', 'B1 5 2000'],
    [M5, '1/5/2000.0', 'B1 5 2000.0'],
    [M5, '1/大/2026', 'B1_LM DA 2026'],
    [M5, '1/5/2100', 'B1 5 2100'],
    [M5, '1/5/20', 'B1 5 20'],
  ])('%i %s', (game, text, bet) => expect(read(GameId(game), text)).toEqual([bet]))

  const games = [M5, PK, HC, PC]
  const written = (value: number, isPadded: boolean): string => String(value).padStart(isPadded ? 2 : 1, '0')

  it('is not a bet in any game and order, alone, in a sentence or beside a bet', () => {
    const parts = fc.record({
      game: fc.constantFrom(...games),
      day: fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      isPadded: fc.boolean(),
      order: fc.constantFrom('ymd', 'mdy', 'dmy'),
      sign: fc.constantFrom('/', '-', '.', '／'),
      before: fc.constantFrom('', '日期', '到 '),
      after: fc.constantFrom('', ' 开奖', '号', '。'),
    })
    fc.assert(
      fc.property(parts, ({ game, day, isPadded, order, sign, before, after }) => {
        const of = {
          y: String(day.getUTCFullYear()),
          m: written(day.getUTCMonth() + 1, isPadded),
          d: written(day.getUTCDate(), isPadded),
        }
        const date = [...order].map((part) => of[part as keyof typeof of]).join(sign)
        expect(
          read(GameId(game), `${before}${date}${after}`).filter(
            (bet) => !/^(?:notUnderstood|looksLikeDate) /.test(bet),
          ),
        ).toEqual([])
        expect(readTextBets(`1/大/50 ${date}`, [GameId(game)]).filter(({ ok }) => ok)).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('digits and signs are a bet only as position/items/stake, without a repeated digit', () => {
    const talk = fc.string({ unit: fc.constantFrom(...'0123456789/.:-, '), maxLength: 24 })
    const part = (signs: string) => fc.string({ unit: fc.constantFrom(...`00123456789${signs}`), maxLength: 6 })
    const slashed = fc.tuple(part(''), part('.,:-'), part('.')).map((three) => three.join('/'))
    const numbers = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(2100)).map((three) => three.join('/'))
    fc.assert(
      fc.property(fc.constantFrom(M5, PK, PC), fc.oneof(talk, slashed, numbers), (game, text) => {
        for (const bet of readTextBets(text, [GameId(game)])) {
          if (!bet.ok) continue
          const [, places = '', items = ''] = /^(\d+)\/([\d.,]+)\/\d+(?:\.\d{1,2})?$/.exec(bet.text) ?? []
          expect(places).not.toBe('')
          for (const digits of [places, ...items.split(/\D/u)]) expect(new Set(digits).size).toBe(digits.length)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
