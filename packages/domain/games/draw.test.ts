import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GAMES } from './catalogue.ts'
import { type DrawRefusal, drawTexts, parseDraw, validateDraw } from './draw.ts'
import { labelsOfBall, labelsOfDraw, rowLabelsOfDraw } from './draw-labels.ts'
import { DEFAULT_OPTIONS, optionsOfGame, readOptions } from './options.ts'
import { seedCommitment, seedDraw } from './seed-draw.ts'

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

describe('draws', () => {
  const refusalOf = (game: string, result: unknown, date: string | null = '2026-06-15'): DrawRefusal | 'ok' => {
    const draw = parseDraw(game, result, date)
    return draw.ok ? 'ok' : draw.refusal
  }

  it('takes numbers or texts, in draw order with the special last', () => {
    expect(parseDraw('5M', ['0', '9', '3', '3', '1'], null)).toEqual({
      ok: true,
      value: { game: '5M', balls: [0, 9, 3, 3, 1], date: null, lunarYear: 0 },
    })
    const draw = parseDraw('6HC', ['05', '12', '23', '34', '41', '49', '07'], '2026-02-16')
    expect(draw.ok && draw.value).toEqual({
      game: '6HC',
      balls: [5, 12, 23, 34, 41, 49, 7],
      date: '2026-02-16',
      lunarYear: 2025,
    })
    expect(draw.ok && drawTexts(draw.value)).toEqual(['05', '12', '23', '34', '41', '49', '07'])
  })

  it('gives the reason of a refusal', () => {
    expect(refusalOf('XX', [1])).toBe('unknownGame')
    expect(refusalOf('5M', '12345')).toBe('badDrawShape')
    expect(refusalOf('5M', [1, 2, 3, 4])).toBe('wrongBallCount')
    expect(refusalOf('5M', [1, 2, 3, 4, '5'])).toBe('badBall')
    expect(refusalOf('5M', ['1', '2', '3', '4', '05'])).toBe('badBall')
    expect(refusalOf('5M', [1, 2, 3, 4, 1.5])).toBe('badBall')
    expect(refusalOf('5M', [1, 2, 3, 4, Number.NaN])).toBe('badBall')
    expect(refusalOf('PK', [1, 1, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('repeatedBallDrawn')
    expect(refusalOf('PK', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe('badBall')
    expect(refusalOf('6HC', [1, 2, 3, 4, 5, 6, 6])).toBe('repeatedBallDrawn')
    expect(refusalOf('6HC', [1, 2, 3, 4, 5, 6, 7], null)).toBe('badDate')
    expect(refusalOf('6HC', [1, 2, 3, 4, 5, 6, 7], '2026-02-30')).toBe('badDate')
    expect(refusalOf('6HC', [1, 2, 3, 4, 5, 6, 7], '2061-01-01')).toBe('dateOutOfTable')
  })

  it('labels a draw in Chinese', () => {
    const labels = (game: string, result: readonly number[]): string => {
      const draw = validateDraw(game, result, '2026-06-15')
      if (!draw.ok) throw new Error(draw.refusal)
      return labelsOfDraw(draw.value, DEFAULT_OPTIONS)
        .map(({ name, value }) => `${name}${value}`)
        .join(' ')
    }
    expect(labels('5M', [9, 0, 1, 5, 9])).toBe('总和24 总和大小大 总和单双双 龙虎和 前三顺子 中三半顺 后三杂六')
    expect(labels('PK', [6, 5, 1, 2, 3, 4, 7, 8, 9, 10])).toBe('冠亚和11 冠亚大小小 冠亚单双单 1-5龙虎虎虎虎虎虎')
    expect(labels('PC', [4, 9, 0])).toBe('和值13 大小小 单双单 波色灰 豹顺对半顺 极值- 龙虎龙')
    expect(labels('6HC', [5, 12, 23, 34, 41, 48, 49])).toContain(
      '特码大小和 特码单双和 特码合数和 特码波色绿 特码生肖马',
    )
  })
})

describe('the labels of a 六合彩 draw that its plays give', () => {
  const codes = ['tail', 'tailBigSmall', 'halfWave', 'animalSides', 'sevenWaves']
  const of = (result: readonly number[], options: object = {}): readonly string[] => {
    const draw = validateDraw('6HC', result, '2026-11-21')
    if (!draw.ok) throw new Error(draw.refusal)
    const labels = labelsOfDraw(draw.value, { ...DEFAULT_OPTIONS, ...options })
    return codes.map((code) => labels.find((one) => one.code === code)?.value ?? '')
  }
  // 2026 is a year of 马: 42 is 牛, 33 狗, 38 蛇, 5 虎 and 49 马.
  it.each([
    [[5, 16, 23, 31, 40, 8, 42], {}, ['2尾', '尾小', '蓝大双', '家禽 天肖 前肖', '红波']],
    [[7, 18, 26, 31, 44, 12, 33], {}, ['3尾', '尾小', '绿大单', '家禽 地肖 后肖', '红波']],
    [[7, 18, 26, 31, 44, 12, 38], {}, ['8尾', '尾大', '绿大双', '野兽 地肖 前肖', '红波']],
    // Three red and three blue beside a green special: nobody has the most.
    [[1, 2, 7, 3, 4, 9, 5], {}, ['5尾', '尾大', '绿小单', '野兽 地肖 前肖', '和局']],
    [[5, 16, 23, 31, 40, 8, 49], {}, ['9尾', '和', '和', '家禽 天肖 后肖', '绿波']],
    [[5, 16, 23, 31, 40, 8, 49], { hk_49_animal: 'refund' }, ['9尾', '和', '和', '和', '绿波']],
    [[5, 16, 23, 31, 40, 8, 49], { hk_49: 'normal' }, ['9尾', '尾大', '绿大单', '家禽 天肖 后肖', '绿波']],
    [[5, 16, 23, 31, 40, 8, 49], { hk_49: 'lose' }, ['9尾', '-', '-', '家禽 天肖 后肖', '绿波']],
  ])('%j under %j', (result, options, expected) => expect(of(result, options)).toEqual(expected))

  it('are not among those of a row of results, which has no room for them', () => {
    const draw = validateDraw('6HC', [5, 16, 23, 31, 40, 8, 42], '2026-11-21')
    const inRow = draw.ok ? rowLabelsOfDraw(draw.value, DEFAULT_OPTIONS).map(({ code }) => code) : []
    expect(inRow).toContain('animals')
    expect(codes.filter((code) => inRow.includes(code))).toEqual([])
  })
})

describe('options', () => {
  it('reads a partial setting over the defaults and refuses the rest', () => {
    expect(readOptions({})).toEqual({ ok: true, value: DEFAULT_OPTIONS })
    expect(readOptions({ pc_lhPair: [0, 1] })).toEqual({ ok: true, value: { ...DEFAULT_OPTIONS, pc_lhPair: [0, 1] } })
    expect(readOptions({ pc_lhPair: [1, 0] })).toEqual({ ok: false, refusal: 'badOptionValue' })
    expect(readOptions({ hk_4z1: '7' })).toEqual({ ok: false, refusal: 'badOptionValue' })
    expect(readOptions({ m5_warp: true })).toEqual({ ok: false, refusal: 'unknownOption' })
    expect(Object.keys(optionsOfGame('5M', DEFAULT_OPTIONS))).toEqual(['m5_wrap', 'm5_lhTie'])
  })
})

describe('seed draw', () => {
  it('is a fixed function of seed, game and period', () => {
    const draw = (game: '5M' | 'PK' | '6HC' | 'PC', periodNo: string): readonly number[] =>
      seedDraw({ seed: SEED, game, periodNo, hash })
    expect(draw('5M', '202601010001')).toEqual(draw('5M', '202601010001'))
    expect(draw('5M', '202601010001')).not.toEqual(draw('5M', '202601010002'))
    expect({
      m5: draw('5M', 'P1'),
      pk: draw('PK', 'P1'),
      hk: draw('6HC', 'P1'),
      pc: draw('PC', 'P1'),
    }).toMatchInlineSnapshot(`
      {
        "hk": [
          35,
          21,
          49,
          25,
          7,
          11,
          46,
        ],
        "m5": [
          0,
          8,
          5,
          0,
          2,
        ],
        "pc": [
          3,
          9,
          3,
        ],
        "pk": [
          3,
          4,
          1,
          6,
          10,
          9,
          5,
          2,
          7,
          8,
        ],
      }
    `)
    expect(seedCommitment(SEED, hash)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
  })

  it('agrees with a second implementation of its description', () => {
    const text = Buffer.from('strata-draw-1|PC|P1|0', 'ascii')
    const bytes = createHash('sha256')
      .update(Buffer.concat([Buffer.from(SEED, 'hex'), text]))
      .digest()
    const digits = [...bytes].filter((byte) => byte < 250).map((byte) => byte % 10)
    expect(seedDraw({ seed: SEED, game: 'PC', periodNo: 'P1', hash })).toEqual(digits.slice(0, 3))
  })

  it('always makes a valid draw, also across blocks', () => {
    for (const { code } of GAMES)
      for (let period = 0; period < 500; period += 1) {
        const balls = seedDraw({ seed: SEED, game: code, periodNo: String(period), hash })
        expect(validateDraw(code, balls, '2026-06-15').ok).toBe(true)
      }
    // A stream of blocks in which every byte but the last is rejected still ends.
    const stingy = (bytes: Uint8Array): Uint8Array =>
      Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? bytes.length : 255))
    expect(seedDraw({ seed: SEED, game: '5M', periodNo: '1', hash: stingy }).length).toBe(5)
  })

  it('is uniform: chi-square of every place and value of 20,000 draws stays in bounds', () => {
    const runs = 20_000
    for (const [game, values, first] of [
      ['5M', 10, 0],
      ['PK', 10, 1],
      ['6HC', 49, 1],
    ] as const) {
      const counts: number[][] = Array.from({ length: 10 }, () => Array.from({ length: values }, () => 0))
      for (let period = 0; period < runs; period += 1)
        for (const [place, ball] of seedDraw({ seed: SEED, game, periodNo: `u${period}`, hash }).entries()) {
          const row = counts[place]
          if (row) row[ball - first] = (row[ball - first] ?? 0) + 1
        }
      for (const row of counts.filter((each) => each.some((n) => n > 0))) {
        const expected = runs / values
        const chi = row.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
        // The mean is values - 1 and the standard deviation sqrt(2 (values - 1)). Five deviations are not chance.
        expect(chi).toBeLessThan(values - 1 + 5 * Math.sqrt(2 * (values - 1)))
      }
    }
  })

  it('refuses a malformed seed', () => {
    expect(() => seedDraw({ seed: '00', game: '5M', periodNo: '1', hash })).toThrow()
    expect(() => seedDraw({ seed: SEED, game: '5M', periodNo: '期', hash })).toThrow()
  })
})

describe('the labels of one ball', () => {
  it.each([
    ['5M', 5, { sides: ['大', '单'], animal: null, element: null }],
    ['PK', 5, { sides: ['小', '单'], animal: null, element: null }],
    ['PC', 4, { sides: ['小', '双'], animal: null, element: null }],
    ['6HC', 42, { sides: ['大', '双', '蓝'], animal: '牛' }],
    ['6HC', 49, { sides: ['和', '绿'], animal: '马' }],
  ] as const)('%s %i', (game, ball, expected) => {
    expect(labelsOfBall(game, ball, '2026-11-21', DEFAULT_OPTIONS)).toMatchObject(expected)
  })

  it('are those of the special number, and none outside the range', () => {
    const normal = { ...DEFAULT_OPTIONS, hk_49: 'normal' } as const
    expect(labelsOfBall('6HC', 49, '2026-11-21', normal)?.sides).toEqual(['大', '单', '绿'])
    expect(labelsOfBall('6HC', 50, '2026-11-21', normal)).toBeNull()
    expect(labelsOfBall('PK', 0, '2026-11-21', normal)).toBeNull()
    for (let special = 1; special <= 49; special += 1) {
      const others = [1, 2, 3, 4, 5, 6, 7].filter((ball) => ball !== special).slice(0, 6)
      const draw = validateDraw('6HC', [...others, special], '2026-11-21')
      const whole = draw.ok
        ? new Map(labelsOfDraw(draw.value, DEFAULT_OPTIONS).map((one) => [one.code, one.value]))
        : null
      const own = labelsOfBall('6HC', special, '2026-11-21', DEFAULT_OPTIONS)
      expect([own?.animal, own?.element]).toEqual([whole?.get('zodiac'), whole?.get('element')])
      expect(own?.sides.at(-1)).toBe(whole?.get('colour'))
      expect(own?.sides[0]).toBe(whole?.get('bigSmall'))
    }
  })
})
