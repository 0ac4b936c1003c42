import { MerchantId, PeriodId } from '@strata/domain/ids'
import { expect, it } from 'vitest'
import { readableSql } from '../../platform/testing/readable-sql.ts'
import { settleLarge } from './store-large.ts'
import { ADD_ORDER, CORRECT, SETTLE, SETTLE_LARGE, VOID_ORDER } from './store-statements.ts'

const large = settleLarge({
  merchantId: MerchantId(7),
  periodId: PeriodId(42),
  day: '2026-01-31',
  resultVersion: 1,
  cuts: [1000, 2000],
})

/** A section of the file: a title and a statement. */
const section = (title: string, text: string): string => `-- ${title}\n${readableSql(text)}`

// After a change of the generator: run `vitest run --project unit fold/store-statements -u`, then review the difference of fold.sql.
it('is completely written out in fold.sql', async () => {
  const parts = [
    '-- Written by store-statements.test.ts from store-statements.ts. To be read in reviews; nothing runs this file.\n',
    section('SETTLE: first settlement. $4 result version, $5 unused (0), $6 game, $7 revision', SETTLE),
    section('CORRECT: from result version $5 to $4', CORRECT),
    section('VOID_ORDER: one settled order ($8) becomes a refund under result version $4 = $5', VOID_ORDER),
    section('ADD_ORDER: one fly-out ($8) that was accepted after its period was settled', ADD_ORDER),
    ...large.map((text, at) =>
      section(`settleLarge, statement ${at + 1}: period 42 of merchant 7, cut at pages 1000 and 2000`, text),
    ),
    section('SETTLE_LARGE: the rest of a large settlement, over the temporary tables', SETTLE_LARGE),
  ]
  await expect(parts.join('\n')).toMatchFileSnapshot('./fold.sql')
})
