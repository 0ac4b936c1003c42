import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest. Its report of results does not say how many errors belonged to no test; they are written to
 * the file that UNHANDLED_FILE names, each with the file of tests in which it was.
 */
export default class Unhandled {
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_FILE
    const told = errors.map(({ message, VITEST_TEST_PATH: path = 'no file' }) => ({ path, message: String(message) }))
    if (file) writeFileSync(file, JSON.stringify(told))
  }
}
