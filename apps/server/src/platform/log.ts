import { type Logger, pino } from 'pino'

export type Log = Logger

const secretFields = [
  'password',
  'oldPassword',
  'newPassword',
  'transferPassword',
  'verifyCode',
  'accountToken',
  'resetToken',
  'secret',
  'authorization',
  'req.headers.authorization',
  'req.headers["x-signature"]',
  'req.headers.cookie',
]

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: unknown
  readonly cause: LoggedError | undefined
}

/** Only type, message, stack, code and cause of an error: errors of drivers carry whole connections. */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error), stack: undefined, code: undefined, cause: undefined }
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause !== undefined && depth < 3 ? loggedError(error.cause, depth + 1) : undefined
  return { type: error.name, message: error.message, stack: error.stack, code, cause }
}

/** Structured log on standard output. Secrets are removed by name, in case a caller forgets to. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => loggedError(error) },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...secretFields, ...secretFields.filter((f) => !f.includes('.')).map((f) => `*.${f}`)],
      remove: true,
    },
  })
}
