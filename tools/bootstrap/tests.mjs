import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'
import { hasSwift } from './swift.mjs'

const zero = { passed: 0, failed: 0, skipped: 0, causes: [] }

/** A name with the first line of what went wrong: the end of a long log is all that some readers see. */
function withCause(name, message = '') {
  const line = stripVTControlCharacters(message).trim().split('\n')[0]
  return line === '' ? name : `${name}: ${line.slice(0, 300)}`
}

function readVitest(file) {
  if (!existsSync(file)) return { ...zero, failed: 1, files: [], passedInFiles: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const suites = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
  const failed = report.testResults.filter((suite) => suite.status === 'failed')
  const all = failed.flatMap((suite) => suite.assertionResults)
  const tests = all.filter((one) => one.status === 'failed')
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + suites.length,
    skipped: report.numPendingTests + report.numTodoTests,
    causes: [
      ...suites.map((suite) => withCause(suite.name, suite.message)),
      ...tests.map((one) => withCause(one.fullName, one.failureMessages?.[0])),
    ],
    files: failed.map((suite) => suite.name),
    passedInFiles: all.filter((one) => one.status === 'passed').length,
  }
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}

function readPlaywright(file) {
  if (!existsSync(file)) return { ...zero, failed: 1, names: [], specs: [], unrun: [], ids: [] }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const all = specsOf(suites)
  const passedIn = ({ id, tests = [] }) =>
    tests.filter(({ status }) => status === 'expected').map(({ projectName }) => `${id} ${projectName}`)
  const specs = all.filter((spec) => !spec.ok)
  // The rest of a file whose preparation failed.
  const unrun = all.filter((spec) => spec.ok && spec.tests?.every(({ status }) => status === 'skipped'))
  const names = specs.map((spec) => spec.title)
  const causes = specs.map((spec) => withCause(spec.title, spec.tests?.at(-1)?.results?.at(-1)?.error?.message))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    names,
    causes,
    specs,
    unrun,
    ids: all.flatMap(passedIn),
  }
}

const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  causes: [...a.causes, ...b.causes],
})

/** Each error that belongs to no test is a failure of its own, unless its file failed anyway. */
function withUnhandled(counts, file) {
  const errors = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const elsewhere = errors.filter(({ path }) => !counts.files.includes(path))
  const causes = elsewhere.map(({ path, message }) => withCause(`an error of no test in ${path}`, message))
  const failed = counts.failed + elsewhere.length
  return { ...counts, failed, causes: [...counts.causes, ...causes], elsewhere: elsewhere.length }
}

function vitest(root, run, { name, args }) {
  const report = join(root, '.cache', name)
  const unhandled = `${report}.unhandled`
  for (const file of [report, unhandled]) rmSync(file, { force: true })
  process.env.UNHANDLED_FILE = unhandled
  const counting = `--reporter=${join(root, 'tools/bootstrap/unhandled.mjs')}`
  const reporters = ['--reporter=default', '--reporter=json', counting, `--outputFile.json=${report}`]
  const status = run(join(root, 'node_modules/vitest/vitest.mjs'), ['run', ...reporters, ...args])
  const counts = withUnhandled(readVitest(report), unhandled)
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** As `MAX_AGAIN`, of files. */
const MAX_FILES_AGAIN = 3

/**
 * Two files at a time first. A file that fails there runs once more with nothing beside it, as browser tests do. Both
 * runs have the same random cases, so a rule that is broken fails in both. Both results are printed.
 */
function runVitest(root, run) {
  process.env.FAST_CHECK_SEED ??= String(randomInt(1, 1_000_000_000))
  const first = vitest(root, run, { name: 'vitest.json', args: [] })
  const { files } = first
  // The files that run again would not show an error that belongs to none of them.
  if (first.elsewhere > 0 || files.length === 0 || files.length > MAX_FILES_AGAIN) return first
  process.stdout.write(`--- ${files.length} files failed beside others and run again alone\n`)
  const again = vitest(root, run, { name: 'vitest-again.json', args: ['--maxWorkers=1', ...files] })
  for (const cause of first.causes) process.stdout.write(`failed beside others: ${cause}\n`)
  return { ...again, passed: first.passed - first.passedInFiles + again.passed, skipped: first.skipped + again.skipped }
}

/** Browser tests wait more than they work: two lanes share a machine of two cores. */
const LANES = 2

/** More failures than this have a cause that is not the neighbour: they are not run again. */
const MAX_AGAIN = 6

/** Where a test begins; of a file whose tests build on each other, the whole file. */
function placeOf(root, { file, line }) {
  const isSerial = readFileSync(join(root, 'e2e', file), 'utf8').includes("mode: 'serial'")
  return isSerial ? file : `${file}:${line}`
}

function playwright(root, run, { file, lanes, specs }) {
  rmSync(file, { force: true })
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const config = join(root, 'e2e', 'playwright.config.ts')
  const args = ['test', '-c', config, '--reporter=list,json', `--workers=${lanes}`, ...specs]
  const status = run(join(root, 'node_modules/@playwright/test/cli.js'), args)
  const counts = readPlaywright(file)
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/**
 * In two lanes first. What fails there runs once more with one lane on a fresh world, which is how the design wants
 * browser tests run; docs/decisions/0095-browser-tests-in-lanes.md says why. Both results are printed.
 */
function runBrowser(root, run) {
  const cache = join(root, '.cache')
  process.env.CHROMIUM_PATH = findChromium()
  process.env.E2E_TRACE = 'off'
  const first = playwright(root, run, { file: join(cache, 'playwright.json'), lanes: LANES, specs: [] })
  if (first.specs.length === 0 || first.specs.length > MAX_AGAIN) return first
  process.stdout.write(`--- ${first.specs.length} failed in two lanes and run again in one\n`)
  process.env.E2E_OUTPUT = join(root, 'test-results-again')
  process.env.E2E_TRACE = 'on'
  const specs = new Set([...first.specs, ...first.unrun].map((spec) => placeOf(root, spec)))
  const again = playwright(root, run, { file: join(cache, 'playwright-again.json'), lanes: 1, specs: [...specs] })
  for (const name of first.names) {
    if (!again.names.includes(name)) process.stdout.write(`failed in two lanes, passed in one: ${name}\n`)
  }
  // Of a whole file some tests have passed twice.
  return { ...again, passed: new Set([...first.ids, ...again.ids]).size }
}

/** Runs all tests: unit, property, database and contract tests, then browser tests. A skipped test is a failure. */
export function runTests(root, run) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  if (!process.env.CITUS_URL) process.stdout.write('CITUS_URL is not set: database tests run on one PostgreSQL alone\n')
  if (!hasSwift())
    process.stdout.write('Swift is not installed: exports are stored in no bucket but that of the tests\n')
  const counts = sum(runVitest(root, run), runBrowser(root, run))
  for (const cause of counts.causes) process.stdout.write(`failed: ${cause}\n`)
  process.stdout.write(`${counts.skipped > 0 ? `${counts.skipped} skipped\n` : ''}`)
  process.stdout.write(`tests: ${counts.passed} passed, ${counts.failed} failed\n`)
  return counts.failed === 0 && counts.skipped === 0 && counts.passed > 0 ? 0 : 1
}
