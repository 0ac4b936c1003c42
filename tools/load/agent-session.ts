import type { AccountId } from '@strata/domain/ids'
import { openSession } from '../../apps/server/src/access/session/sessions.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'

/** Opens a session of the demo's first agent. Returns the headers of its calls. */
export async function agentSession(pool: Pool): Promise<Record<string, string>> {
  const found = await pool.query<{ id: number; account_id: AccountId }>(
    'select id, account_id from paths where role = 3 and closed_at is null order by id limit 1',
  )
  const [path] = found.rows
  if (!path) throw new Error('the demo has no agent')
  const token = await openSession(pool, {
    accountId: path.account_id,
    roleType: 2,
    ip: '127.0.0.1',
    device: 'load',
    now: Date.now(),
    lastsMs: 43_200_000,
  })
  return { authorization: `Bearer ${token}`, agentpathsid: String(path.id), roletype: '2' }
}
