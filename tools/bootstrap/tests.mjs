import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'

const zero = { passed: 0, failed: 0, skipped: 0, names: [] }

function readVitest(file) {
  if (!existsSync(file)) return { ...zero, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const suites = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
  const tests = report.testResults.flatMap((suite) => suite.assertionResults.filter((one) => one.status === 'failed'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + suites.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [...suites.map((suite) => suite.name), ...tests.map((one) => one.fullName)],
  }
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}

function readPlaywright(file) {
  if (!existsSync(file)) return { ...zero, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const names = specsOf(suites).flatMap((spec) => (spec.ok ? [] : [spec.title]))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, names }
}

const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  names: [...a.names, ...b.names],
})

function runVitest(root, run) {
  const report = join(root, '.cache', 'vitest.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = run(join(root, 'node_modules/vitest/vitest.mjs'), ['run', ...reporters])
  const counts = readVitest(report)
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** Browser tests wait more than they work: two lanes share a machine of two cores. */
const LANES = 2

function runBrowser(root, run) {
  const file = join(root, '.cache', 'playwright.json')
  rmSync(file, { force: true })
  Object.assign(process.env, { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const config = join(root, 'e2e', 'playwright.config.ts')
  const args = ['test', '-c', config, '--reporter=list,json', `--workers=${LANES}`]
  const status = run(join(root, 'node_modules/@playwright/test/cli.js'), args)
  const counts = readPlaywright(file)
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** Runs all tests: unit, property, database and contract tests, then browser tests. A skipped test is a failure. */
export function runTests(root, run) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const counts = sum(runVitest(root, run), runBrowser(root, run))
  for (const name of counts.names) process.stdout.write(`failed: ${name}\n`)
  process.stdout.write(`${counts.skipped > 0 ? `${counts.skipped} skipped\n` : ''}`)
  process.stdout.write(`tests: ${counts.passed} passed, ${counts.failed} failed\n`)
  return counts.failed === 0 && counts.skipped === 0 && counts.passed > 0 ? 0 : 1
}
