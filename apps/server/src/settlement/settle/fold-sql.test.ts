import { expect, it } from 'vitest'
import { ADD_ORDER, CORRECT, SETTLE, SETTLE_LARGE, settleLarge, VOID_ORDER } from './fold-sql.ts'

const large = settleLarge({ merchantId: 7, periodId: 42, day: '2026-01-31', resultVersion: 1, cuts: [1000, 2000] })

/** Lines without the blanks that templates leave behind; a strange line end would hide a difference. */
const told = (title: string, text: string): string =>
  `-- ${title}\n${text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')};\n`

// After a change of the generator: `vitest run --project unit fold-sql -u`, then read the difference of fold.sql.
it('is written out as a whole in fold.sql', async () => {
  const parts = [
    '-- Written by fold-sql.test.ts from fold-sql.ts. To be read in reviews; nothing runs this file.\n',
    told('SETTLE: first settlement. $4 result version, $5 unused (0), $6 game, $7 revision', SETTLE),
    told('CORRECT: from result version $5 to $4', CORRECT),
    told('VOID_ORDER: one settled order ($8) becomes a refund under result version $4 = $5', VOID_ORDER),
    told('ADD_ORDER: one fly-out ($8) that was accepted after its period was settled', ADD_ORDER),
    ...large.map((text, at) =>
      told(`settleLarge, statement ${at + 1}: period 42 of merchant 7, cut at pages 1000 and 2000`, text),
    ),
    told('SETTLE_LARGE: the rest of a large settlement, over the temporary tables', SETTLE_LARGE),
  ]
  await expect(parts.join('\n')).toMatchFileSnapshot('./fold.sql')
})
