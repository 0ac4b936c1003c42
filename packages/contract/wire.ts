/** The wire as one text. It changes exactly when something changes that a client can notice. */

import { z } from 'zod'
import { ENDPOINTS } from './endpoints/index.ts'
import { CODES } from './errors.ts'
import { LIVE_EVENTS } from './live.ts'
import { PERMISSIONS } from './permissions.ts'

/** JSON with the keys of every object sorted. */
const stable = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${stable(part)}`).join(',')}}`
}

/** One line per call, event, code and permission, sorted: a changed line shows what has changed. */
export const wireText = (): string => {
  const calls = ENDPOINTS.map((call) => {
    const { summary: _summary, due: _due, room: _room, labels: _labels, request, response, ...rest } = call
    const schemas = {
      request: z.toJSONSchema(request, { io: 'input' }),
      response: z.toJSONSchema(response, { io: 'output' }),
    }
    return `call ${call.id} ${stable({ ...rest, ...schemas })}`
  })
  const events = Object.entries(LIVE_EVENTS).map(([name, schema]) => `event ${name} ${stable(z.toJSONSchema(schema))}`)
  const codes = Object.entries(CODES).map(([name, code]) => `code ${name} ${code}`)
  const permissions = Object.entries(PERMISSIONS).map(([id, row]) => `permission ${id} ${row.kind} ${row.side}`)
  return [...calls, ...events, ...codes, ...permissions].sort().join('\n')
}
