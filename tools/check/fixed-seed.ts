import { configureGlobal } from 'fast-check'

/** CI repeats the same cases; elsewhere every run tries new ones. A failure prints its seed either way. */
const told = process.env['FAST_CHECK_SEED'] ?? (process.env['CI'] ? '20041201' : undefined)

if (told !== undefined) configureGlobal({ seed: Number(told) })
