import { isIP } from 'node:net'
import { must } from '@strata/domain/must'
import { z } from 'zod'

/** Not a secret: every page receives it. It only hides passwords from logs and proxies (docs/operations.md). */
export const DEMO_APP_SECRET = 'strata-dev-secret'
export const DEMO_KEY_ID = 'demo'
const DEMO_KEY = `${DEMO_KEY_ID}:${'00'.repeat(32)}`

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
    'demo or production. Default: demo, but only on loopback and without a proxy; otherwise it must be set. A database that was made in one mode is refused in the other',
  ),
  STRATA_HOST: setting(
    z.string().default('127.0.0.1'),
    'address to listen on. In demo mode an address that is not loopback also needs STRATA_DEMO=on',
  ),
  STRATA_PORT: setting(port.default(8080), 'port of the site and of its API'),
  STRATA_ADMIN_PORT: setting(
    port.default(8081),
    'loopback port of the admin site. In production only this port serves admin calls, adminlogin, /metrics and /docs',
  ),
  STRATA_SITE: setting(
    z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, 'must be a host, or host:port, in small letters')
      .optional(),
    'host or host:port of the agents’ site as browsers reach it, for links and examples on the admin site. Default: the host of the admin site without "admin.", on the port of the site',
  ),
  STRATA_APP_SECRET: setting(
    z.string().min(8).default(DEMO_APP_SECRET),
    'wraps passwords on the wire. It is not a secret (/config.json sends it to the page), and nothing else is derived from it',
  ),
  STRATA_KEY: setting(
    z.string().default(DEMO_KEY),
    'encrypts merchant keys, TOTP and connector secrets at rest: <id>:<64 hex digits>. For rotation list several, separated by commas; the first encrypts. Required in production',
  ),
  STRATA_TRUST_PROXY: setting(
    z.string().default(''),
    'addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas; default none',
  ),
  STRATA_BLOCK_CALLS: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(200),
    'calls per second from one address (IPv6: one /64), in bursts ten times as many. Static files and signed calls are not counted',
  ),
  STRATA_SIGNED_CALLS: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(20_000),
    'signed calls per second from one address, before their signature is checked',
  ),
  STRATA_TLS: setting(
    onOff.default('off'),
    'on: the site is served only over TLS, so HSTS and upgrade-insecure-requests are sent',
  ),
  STRATA_CERTIFICATES: setting(
    z
      .string()
      .regex(/^[^\s,:]+:\d{1,5}(?:\s*,\s*[^\s,:]+:\d{1,5})*$/, 'must be host:port pairs, separated by commas')
      .optional(),
    'host:port pairs, separated by commas, where proxies serve the sites over TLS: their certificates are asked once an hour and the first page tells when they end',
  ),
  STRATA_DATA_DIR: setting(z.string().default('.data'), 'folder of the embedded PostgreSQL and of exports'),
  STRATA_S3_ENDPOINT: setting(
    z
      .string()
      .regex(/^https?:\/\/[^\s?#@]+$/, 'must begin with http:// or https://, without a query')
      .optional(),
    'an S3-compatible store for export files instead of the folder, so that processes of several machines reach them; needs the other settings of STRATA_S3',
  ),
  STRATA_S3_BUCKET: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    'its bucket, which must exist',
  ),
  STRATA_S3_REGION: setting(
    z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .default('us-east-1'),
    'its region',
  ),
  STRATA_S3_ACCESS_KEY: setting(z.string().optional(), 'id of the key of access'),
  STRATA_S3_SECRET_KEY: setting(z.string().optional(), 'the secret key. It is never logged'),
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
    'the same database with the role that owns its tables. Migrations use this role, and the role of DATABASE_URL cannot change logs',
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
    'demo: the server draws results; feed: results arrive through /api/rec/draw/publish',
  ),
  STRATA_FOUR_EYES: setting(
    onOff.default('on'),
    'off: one operator alone can put results, corrections and voids in force. Every page of the operators then shows this',
  ),
  STRATA_ROLE: setting(z.enum(['all', 'api', 'worker']).default('all'), 'what this process does: all, api or worker'),
  STRATA_LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'lowest level of log lines to write',
  ),
  STRATA_SLOW_STATEMENT_MS: setting(
    z.coerce.number().int().min(0).max(3_600_000).default(1_000),
    'statements that take at least so many milliseconds are logged, without their values; 0: none',
  ),
  STRATA_INTAKE_AHEAD: setting(
    z.union([z.literal('off'), z.coerce.number().int().min(1).max(10_000)]).default(200),
    'bets of a merchant that must wait before its next batch is decided while the last one is written; off: batches are decided one after another',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z
      .string()
      .regex(/^https?:\/\/[^\s?#]+$/, 'must begin with http:// or https://, without a query')
      .optional(),
    'where traces are sent by OTLP over HTTP, without /v1/traces; default: no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z
      .string()
      .regex(/^[\w-]+=[^,\r\n]+(?:,\s*[\w-]+=[^,\r\n]+)*$/, 'must be name=value pairs, separated by commas')
      .optional(),
    'headers for that address as name=value pairs, separated by commas. Values may be secrets and are never logged',
  ),
  OTEL_SERVICE_NAME: setting(z.string().max(100).default('strata'), 'name of this installation in traces'),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    'share of calls that are traced, 0 to 1. Settlements are always traced',
  ),
  STRATA_OUTBOUND_ALLOW: setting(
    z.string().default(''),
    'host:port pairs that connectors may reach although they are private, only for tests. Not allowed in production',
  ),
}

const schema = z.object(settings)

/** Where traces go, and which share of the calls has one. */
export interface TraceSettings {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  readonly ratio: number
}

/** A bucket of an S3-compatible store. */
export interface BucketSettings {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

export interface Config {
  readonly mode: 'demo' | 'production'
  readonly host: string
  readonly port: number
  readonly adminPort: number
  /** Host of the agents' site for browsers; undefined: as the host of the admin site says. */
  readonly site: string | undefined
  readonly appSecret: string
  readonly keys: readonly StorageKey[]
  readonly trustProxy: readonly string[]
  /** Calls per second of one address block, and the size of a burst. */
  readonly blockCalls: number
  readonly blockBurst: number
  readonly signedCalls: number
  readonly signedBurst: number
  readonly tls: boolean
  /** host:port pairs whose certificates are watched. */
  readonly certificates: readonly string[]
  readonly dataDir: string
  /** For export files. Undefined: they are in a folder of `dataDir`. */
  readonly bucket: BucketSettings | undefined
  readonly databaseUrl: string | undefined
  /** Signs in as the owner of the tables. Undefined: the application itself signs in as the owner. */
  readonly ownerUrl: string | undefined
  readonly replicaUrl: string | undefined
  /** `auto`: fill the database when it is embedded and empty. */
  readonly demo: 'on' | 'off' | 'auto'
  readonly simulator: boolean
  readonly demoPeriodSeconds: number | undefined
  readonly demoResults: 'demo' | 'feed'
  /** False: an installation with one operator, who needs no second one. */
  readonly fourEyes: boolean
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: string
  /** From this time on a statement is slow; 0: none is. */
  readonly slowStatementMs: number
  /** Infinity: no batch is decided while another is written. */
  readonly intakeAhead: number
  /** Undefined: no traces. */
  readonly traces: TraceSettings | undefined
  readonly outboundAllow: readonly string[]
}

/** Thrown for settings that prevent the start. The message has complete lines for a person. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const bucketNames = ['STRATA_S3_ENDPOINT', 'STRATA_S3_BUCKET', 'STRATA_S3_ACCESS_KEY', 'STRATA_S3_SECRET_KEY'] as const

function bucketOf(values: z.infer<typeof schema>): BucketSettings | undefined {
  const [endpoint, bucket, accessKey, secretKey] = bucketNames.map((name) => values[name])
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region: values.STRATA_S3_REGION, accessKey, secretKey }
}

function tracesOf(values: z.infer<typeof schema>): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values
  if (endpoint === undefined) return undefined
  const pairs = list(headers ?? '').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: Object.fromEntries(pairs),
    service: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

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

/** A key that anybody could guess: all zeros, or named like the demo's key. */
const isGuessable = ({ id, key }: StorageKey): boolean =>
  id.toLowerCase() === DEMO_KEY_ID || key.every((byte) => byte === 0)

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
    wrong.push('STRATA_HOST: demo mode has public passwords; set STRATA_DEMO=on to open it to other machines')
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined) {
    wrong.push('DATABASE_OWNER_URL: only together with DATABASE_URL')
  }
  const missing = bucketNames.filter((name) => values[name] === undefined)
  if (missing.length > 0 && missing.length < bucketNames.length) {
    wrong.push(`${missing.join(', ')}: all settings of the bucket together, or none`)
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
    site: values.STRATA_SITE,
    appSecret: values.STRATA_APP_SECRET,
    keys: parseKeys(values.STRATA_KEY),
    trustProxy: list(values.STRATA_TRUST_PROXY),
    blockCalls: values.STRATA_BLOCK_CALLS,
    blockBurst: values.STRATA_BLOCK_CALLS * 10,
    signedCalls: values.STRATA_SIGNED_CALLS,
    signedBurst: values.STRATA_SIGNED_CALLS * 2,
    tls: values.STRATA_TLS === 'on',
    certificates: list(values.STRATA_CERTIFICATES ?? ''),
    dataDir: values.STRATA_DATA_DIR,
    bucket: bucketOf(values),
    databaseUrl: values.DATABASE_URL,
    ownerUrl: values.DATABASE_OWNER_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    demo: mode === 'production' ? 'off' : (values.STRATA_DEMO ?? 'auto'),
    simulator: mode === 'demo' && values.STRATA_SIMULATOR !== 'off',
    demoPeriodSeconds: values.STRATA_DEMO_PERIOD_SECONDS,
    demoResults: values.STRATA_DEMO_RESULTS,
    fourEyes: values.STRATA_FOUR_EYES === 'on',
    role: values.STRATA_ROLE,
    logLevel: values.STRATA_LOG_LEVEL,
    slowStatementMs: values.STRATA_SLOW_STATEMENT_MS,
    intakeAhead: values.STRATA_INTAKE_AHEAD === 'off' ? Number.POSITIVE_INFINITY : values.STRATA_INTAKE_AHEAD,
    traces: tracesOf(values),
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
