import { configureGlobal } from 'fast-check'

/** CI repeats the same cases. Elsewhere each run uses new ones. A failure always prints its seed. */
const told = process.env['FAST_CHECK_SEED'] ?? (process.env['CI'] ? '20041201' : undefined)

if (told !== undefined) configureGlobal({ seed: Number(told) })
