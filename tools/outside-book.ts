import { parseArgs } from 'node:util'
import { type BookMode, startOutsideBook } from '../apps/server/src/replenishment/testing/outside-book.ts'

/**
 * Runs the reference outside book, to try fly-outs by hand:
 *   node tools/outside-book.ts --port 8190 --key-id strata --key demo-outside-book-key [--mode refuse]
 * Without a mode the last two digits of a stake's whole yuan decide: 01 refused, 02 no answer the first time, 03
 * pending until queried, 04 accepted but the answer is lost, 05 an invalid answer, 06 an error, 07 every query is
 * answered with "unknown order", 08 never an answer. All others are accepted.
 */

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8190' },
    'key-id': { type: 'string', default: 'strata' },
    key: { type: 'string', default: 'demo-outside-book-key' },
    mode: { type: 'string' },
    asks: { type: 'string', default: '1' },
  },
})

const MODES: readonly BookMode[] = [
  'accept',
  'refuse',
  'timeout',
  'lose',
  'late',
  'silent',
  'forget',
  'garbage',
  'error',
]
const mode = MODES.find((one) => one === values.mode)
if (values.mode !== undefined && mode === undefined) {
  process.stderr.write(`--mode is one of ${MODES.join(', ')}\n`)
  process.exit(1)
}

const book = await startOutsideBook({
  keyId: values['key-id'],
  key: values.key,
  port: Number(values.port),
  asksBeforeAnswer: Number(values.asks),
  ...(mode === undefined ? {} : { mode }),
})
process.stdout.write(`outside book: http://127.0.0.1:${book.port}\n`)
process.once('SIGTERM', () => void book.close())
process.once('SIGINT', () => void book.close())
