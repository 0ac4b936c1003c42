import { isIP } from 'node:net'
import { z } from 'zod'
import { must } from './must.ts'

/** Public by nature: the page receives it. It only hides passwords from logs and proxies (docs/operations.md). */
export const DEMO_APP_SECRET = 'strata-dev-secret'
const DEMO_KEY = `demo:${'00'.repeat(32)}`

/** One key that encrypts secrets at rest. The first of the list encrypts, all of them decrypt. */
export interface StorageKey {
  readonly id: string
  readonly key: Uint8Array
}

const port = z.coerce.number().int().min(0).max(65535)
const onOff = z.enum(['on', 'off'])
const blankIsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)

function setting<T extends z.ZodType>(schema: T, doc: string) {
  return z.preprocess(blankIsAbsent, schema).describe(doc)
}

/** Every setting of the server, read from the environment. `npm start -- --help` prints this list. */
const settings = {
  STRATA_MODE: setting(
    z.enum(['demo', 'production']).optional(),
    'demo or production; default demo, but only on loopback without a proxy: any other start must say it. A database made in one mode is refused in the other',
  ),
  STRATA_HOST: setting(
    z.string().default('127.0.0.1'),
    'address to listen on; demo mode on an address that is not loopback needs STRATA_DEMO=on said in so many words',
  ),
  STRATA_PORT: setting(port.default(8080), 'port of the site and of its API'),
  STRATA_ADMIN_PORT: setting(
    port.default(8081),
    'loopback port of the admin site; in production the only place of admin calls, adminlogin, /metrics and /docs',
  ),
  STRATA_APP_SECRET: setting(
    z.string().min(8).default(DEMO_APP_SECRET),
    'wraps passwords on the wire; public by nature (/config.json hands it to the page), nothing else is derived from it',
  ),
  STRATA_KEY: setting(
    z.string().default(DEMO_KEY),
    'encrypts merchant keys, TOTP and connector secrets at rest: <id>:<64 hex digits>, more after commas for rotation, the first encrypts; required in production',
  ),
  STRATA_TRUST_PROXY: setting(
    z.string().default(''),
    'addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas; default none',
  ),
  STRATA_BLOCK_CALLS: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(200),
    'calls a second from one address (IPv6: one /64), ten times as many at once; static files and signed calls are not counted',
  ),
  STRATA_SIGNED_CALLS: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(20_000),
    'signed calls a second from one address, before their signature is judged',
  ),
  STRATA_TLS: setting(onOff.default('off'), 'on: the site is only served over TLS, so HSTS and upgrades are sent'),
  STRATA_DATA_DIR: setting(z.string().default('.data'), 'folder of the embedded PostgreSQL and of exports'),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    'an existing PostgreSQL 15 or newer instead of the embedded one',
  ),
  DATABASE_OWNER_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    'the same database as the role that owns its tables: migrations run as it, and the role of DATABASE_URL cannot change logs',
  ),
  DATABASE_REPLICA_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    'a read replica for reports; never used for limits or balances',
  ),
  STRATA_DEMO: setting(
    onOff.optional(),
    'on or off: fill an empty database with the demo world; default on for an empty embedded database in demo mode',
  ),
  STRATA_SIMULATOR: setting(onOff.optional(), 'on or off: place demo bets; default on in demo mode'),
  STRATA_DEMO_PERIOD_SECONDS: setting(
    z.coerce.number().int().min(10).max(86400).optional(),
    'length in seconds of the periods of every game in the demo',
  ),
  STRATA_DEMO_RESULTS: setting(
    z.enum(['demo', 'feed']).default('demo'),
    'demo: results are drawn; feed: nobody draws, results come by /api/rec/draw/publish',
  ),
  STRATA_ROLE: setting(z.enum(['all', 'api', 'worker']).default('all'), 'what this process does: all, api or worker'),
  STRATA_LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'least severe log line written',
  ),
  STRATA_OUTBOUND_ALLOW: setting(
    z.string().default(''),
    'host:port pairs that connectors may reach although they are private, for tests; production refuses to start with it',
  ),
}

const schema = z.object(settings)

export interface Config {
  readonly mode: 'demo' | 'production'
  readonly host: string
  readonly port: number
  readonly adminPort: number
  readonly appSecret: string
  readonly keys: readonly StorageKey[]
  readonly trustProxy: readonly string[]
  /** Calls a second of one address block, and how many at once. */
  readonly blockCalls: number
  readonly blockBurst: number
  readonly signedCalls: number
  readonly signedBurst: number
  readonly tls: boolean
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The owner of the tables; undefined: the application signs in as the owner itself. */
  readonly ownerUrl: string | undefined
  readonly replicaUrl: string | undefined
  /** `auto`: fill the database when it is embedded and empty. */
  readonly demo: 'on' | 'off' | 'auto'
  readonly simulator: boolean
  readonly demoPeriodSeconds: number | undefined
  readonly demoResults: 'demo' | 'feed'
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: string
  readonly outboundAllow: readonly string[]
}

/** Thrown for settings that stop the start; the message is made of whole lines for a person to read. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function parseKeys(text: string): StorageKey[] {
  const keys = list(text).map((part) => {
    const match = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/.exec(part)
    if (!match) throw new ConfigError('STRATA_KEY: each key is <id>:<64 hex digits>')
    return { id: must(match[1], 'the id'), key: new Uint8Array(Buffer.from(must(match[2], 'the key'), 'hex')) }
  })
  if (keys.length === 0) throw new ConfigError('STRATA_KEY: at least one key')
  if (new Set(keys.map((key) => key.id)).size !== keys.length) throw new ConfigError('STRATA_KEY: ids must differ')
  return keys
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** A key that anybody could guess: all zeros, or the demo's by its name. */
const isGuessable = ({ id, key }: StorageKey): boolean => id.toLowerCase() === 'demo' || key.every((byte) => byte === 0)

function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('STRATA_') && !(name in settings))
    .map((name) => `${name}: no such setting`)
}

const isOpen = (values: z.infer<typeof schema>): boolean =>
  !isLoopback(values.STRATA_HOST) || values.STRATA_TRUST_PROXY !== ''

function contradictions(values: z.infer<typeof schema>): string[] {
  const wrong: string[] = []
  if (values.STRATA_MODE === undefined && isOpen(values)) {
    wrong.push('STRATA_MODE: say demo or production when others can reach the server (STRATA_HOST, STRATA_TRUST_PROXY)')
  }
  if (values.STRATA_MODE === 'production') {
    if (values.STRATA_APP_SECRET === DEMO_APP_SECRET) wrong.push('STRATA_APP_SECRET: production needs one of its own')
    if (values.STRATA_KEY === DEMO_KEY) wrong.push('STRATA_KEY: production needs one of its own')
    else if (parseKeys(values.STRATA_KEY).some(isGuessable)) {
      wrong.push('STRATA_KEY: production takes no key of zeros and none named demo, at any place of the list')
    }
    if (values.STRATA_OUTBOUND_ALLOW !== '') wrong.push('STRATA_OUTBOUND_ALLOW: not in production')
    if (values.STRATA_DEMO === 'on') wrong.push('STRATA_DEMO: not in production')
    if (values.STRATA_SIMULATOR === 'on') wrong.push('STRATA_SIMULATOR: not in production')
  } else if (!isLoopback(values.STRATA_HOST) && values.STRATA_DEMO !== 'on') {
    wrong.push('STRATA_HOST: demo mode has public passwords; say STRATA_DEMO=on to open it to other machines')
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined) {
    wrong.push('DATABASE_OWNER_URL: only together with DATABASE_URL')
  }
  if (values.STRATA_PORT !== 0 && values.STRATA_PORT === values.STRATA_ADMIN_PORT) {
    wrong.push('STRATA_ADMIN_PORT: must differ from STRATA_PORT')
  }
  return wrong
}

/** Reads every setting. Throws ConfigError naming each unknown, malformed or contradictory one. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = schema.safeParse(env)
  const wrong = unknownSettings(env)
  if (!parsed.success) {
    wrong.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
    throw new ConfigError(wrong.join('\n'))
  }
  const values = parsed.data
  wrong.push(...contradictions(values))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  const mode = values.STRATA_MODE ?? 'demo'
  return {
    mode,
    host: values.STRATA_HOST,
    port: values.STRATA_PORT,
    adminPort: values.STRATA_ADMIN_PORT,
    appSecret: values.STRATA_APP_SECRET,
    keys: parseKeys(values.STRATA_KEY),
    trustProxy: list(values.STRATA_TRUST_PROXY),
    blockCalls: values.STRATA_BLOCK_CALLS,
    blockBurst: values.STRATA_BLOCK_CALLS * 10,
    signedCalls: values.STRATA_SIGNED_CALLS,
    signedBurst: values.STRATA_SIGNED_CALLS * 2,
    tls: values.STRATA_TLS === 'on',
    dataDir: values.STRATA_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    ownerUrl: values.DATABASE_OWNER_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    demo: mode === 'production' ? 'off' : (values.STRATA_DEMO ?? 'auto'),
    simulator: mode === 'demo' && values.STRATA_SIMULATOR !== 'off',
    demoPeriodSeconds: values.STRATA_DEMO_PERIOD_SECONDS,
    demoResults: values.STRATA_DEMO_RESULTS,
    role: values.STRATA_ROLE,
    logLevel: values.STRATA_LOG_LEVEL,
    outboundAllow: list(values.STRATA_OUTBOUND_ALLOW),
  }
}

/** The settings as text for `npm start -- --help`. */
export function describeSettings(): string {
  const defaults = schema.parse({}) as Record<string, unknown>
  const lines = Object.entries(settings).map(([name, field]) => {
    const value = name === 'STRATA_KEY' ? 'a demo key' : name === 'STRATA_MODE' ? 'demo' : defaults[name]
    const shown = value === undefined || value === '' ? '' : ` [${String(value)}]`
    return `  ${name}${shown}\n      ${field.description ?? ''}`
  })
  return `Strata: npm start\n\nSettings (environment variables):\n\n${lines.join('\n')}\n`
}
