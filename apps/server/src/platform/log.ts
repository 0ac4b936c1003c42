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

/** Structured log on standard output; secrets are removed by name wherever a caller forgets to. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...secretFields, ...secretFields.filter((f) => !f.includes('.')).map((f) => `*.${f}`)],
      remove: true,
    },
  })
}
