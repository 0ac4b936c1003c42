import { createPool, type Pool } from '../db.ts'

/** Tells a database of the coordinator, the first one, where it lies on the other machines of a loopback cluster. */
export async function joinNodes(urls: readonly string[]): Promise<void> {
  const [first, ...others] = urls
  for (const url of urls) {
    await withPool(url, (on) => on.query('create extension if not exists citus'))
  }
  await withPool(first ?? '', async (on) => {
    const known = await on.query<{ nodeport: number }>('select nodeport from pg_dist_node')
    if (known.rows.length > 0) return
    await on.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [Number(new URL(first ?? '').port)])
    for (const url of others) await on.query(`select citus_add_node('127.0.0.1', $1)`, [Number(new URL(url).port)])
  })
}

async function withPool<T>(url: string, work: (on: Pool) => Promise<T>): Promise<T> {
  const on = createPool({ url, max: 1 })
  try {
    return await work(on)
  } finally {
    await on.end()
  }
}
