// Preloaded into a server: its clock is the machine's plus the milliseconds that a file holds, which a fault changes.
import { readFileSync } from 'node:fs'

const file = process.env.FAULTS_CLOCK
const LOOK_EVERY_MS = 50
const real = Date.now.bind(Date)
let [shift, readAt] = [0, 0]

const now = () => {
  const at = real()
  if (file !== undefined && at - readAt > LOOK_EVERY_MS) {
    readAt = at
    shift = Number(readFileSync(file, 'utf8'))
  }
  return at + shift
}

globalThis.Date = class extends Date {
  static now = now
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }
}
