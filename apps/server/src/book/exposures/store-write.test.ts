import { expect, it } from 'vitest'
import { writeText } from './store-write.ts'

// After a change of the columns: run `vitest run --project unit store-write -u`, then review the difference of
// write.sql.
it("writes a batch's bets by the statement of write.sql", async () => {
  const head =
    '-- Written by store-write.test.ts from store-write.ts. To be read in reviews; nothing runs this file.\n\n'
  const lines = writeText.split('\n').map((line) => line.trimEnd())
  await expect(`${head}${lines.filter((line) => line !== '').join('\n')};\n`).toMatchFileSnapshot('./write.sql')
})
