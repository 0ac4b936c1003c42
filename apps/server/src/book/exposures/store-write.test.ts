import { expect, it } from 'vitest'
import { readableSql } from '../../platform/testing/readable-sql.ts'
import { writeText } from './store-write.ts'

// After a change of the columns: run `vitest run --project unit store-write -u`, then review the difference of
// write.sql.
it("writes a batch's bets by the statement of write.sql", async () => {
  const head =
    '-- Written by store-write.test.ts from store-write.ts. To be read in reviews; nothing runs this file.\n\n'
  await expect(`${head}${readableSql(writeText)}`).toMatchFileSnapshot('./write.sql')
})
