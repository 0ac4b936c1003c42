import { DRAW_LABELS } from '@strata/contract/words'
import { GAMES } from '@strata/domain/games/catalogue'
import { expect, test } from 'vitest'
import type { Queryable } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { resultsSource } from './export-results.ts'

const titlesOf = async (gameId: number): Promise<readonly string[]> => {
  const input = { gameId, pageIndex: 1, pageSize: 20 }
  const opened = await resultsSource.open({} as Queryable, { input } as never)
  if (opened instanceof Refusal) throw new Error(opened.name)
  return opened.columns.map(({ title }) => title)
}

test.each(GAMES.map(({ id, code }) => [code, id] as const))(
  'the file of %s names its columns as the page',
  async (code, id) => {
    const words = Object.values(DRAW_LABELS[code] ?? {})
    expect(words.length).toBeGreaterThan(0)
    expect((await titlesOf(id)).slice(4, 4 + words.length)).toEqual(words)
  },
)
