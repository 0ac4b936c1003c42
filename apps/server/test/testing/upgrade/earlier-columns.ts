import type { Pool } from '../../../src/platform/db.ts'
import type { OldWrite } from './old-writes.ts'
import type { SchemaFacts } from './schema-facts.ts'
import { insertRows, type RowsByTable } from './world-rows.ts'

type On = Pick<Pool, 'query'>

const failed = (state: string, what: string, error: unknown): Error =>
  new Error(`at ${state} an older process no longer writes ${what}: ${String(error)}`, { cause: error })

/** Sends a statement of an earlier version as it was. */
export async function sendOld(on: On, state: string, { name, text, values }: OldWrite): Promise<void> {
  try {
    await on.query(text, [...values])
  } catch (error) {
    throw failed(state, name, error)
  }
}

/** The column lists that tables had in earlier states: an insert of one of them is what an older process sends. */
export class EarlierColumns {
  readonly #lists = new Map<string, Set<string>>()

  /**
   * Writes a row by every earlier list of its table, as the role given, and remembers today's lists. Lists with a column
   * that is gone are left out: what is gone must stand in a list of its own.
   */
  async send(
    on: On,
    at: { readonly state: string; readonly facts: SchemaFacts; readonly role: string | undefined },
    found: RowsByTable,
  ): Promise<number> {
    let sent = 0
    for (const [table, columns] of at.facts.tables) {
      const lists = this.#lists.get(table) ?? new Set<string>()
      const names = [...columns.keys()].join(', ')
      for (const list of lists) {
        if (list === names || !list.split(', ').every((name) => columns.has(name))) continue
        await empty(on, table, at.role)
        await insertRows(on, table, list, rowFor(found.get(table) ?? [], list)).catch((error: unknown) => {
          throw failed(at.state, `${table} (${list})`, error)
        })
        sent += 1
      }
      this.#lists.set(table, lists.add(names))
    }
    return sent
  }
}

/** A row that has all these columns, if there is one. */
function rowFor(lines: readonly string[], list: string): string[] {
  const has = (line: string): boolean => list.split(', ').every((name) => name in (JSON.parse(line) as object))
  const line = lines.find(has) ?? lines[0]
  return line === undefined ? [] : [line]
}

/** Only the owner may delete from logs, and what refers to the row stays. */
async function empty(on: On, table: string, role: string | undefined): Promise<void> {
  const back = role === undefined ? '' : `; set local role ${role}`
  await on.query(
    `reset role; set local session_replication_role = replica; delete from ${table};
     set local session_replication_role = origin${back}`,
  )
}
