import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The shell first: the same engine without a window, for three fifths of the processor time (decision 0095). */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function onSystem() {
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

function ofPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  if (!existsSync(cache)) return undefined
  const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))
  const tails = ['chrome-linux/chrome', 'chrome-linux64/chrome']
  return builds.flatMap((build) => tails.map((tail) => join(cache, build, tail))).find((file) => existsSync(file))
}

function aptInstall() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  process.stderr.write("installing Debian's Chromium for the browser tests\n")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2], env })
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const packages = ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk']
    if (spawnSync('apt-get', packages, { stdio: ['ignore', 2, 2], env }).status === 0) break
  }
  return onSystem()
}

/** Finds a browser for the tests: CHROMIUM_PATH, the system's, Playwright's, or Debian's if it can be installed. */
export function findChromium() {
  const told = process.env.CHROMIUM_PATH
  if (told && !existsSync(told)) throw new Error(`CHROMIUM_PATH: there is no ${told}`)
  const found = told ?? onSystem() ?? ofPlaywright() ?? aptInstall()
  if (!found) throw new Error('no Chromium for the browser tests: apt-get install chromium, or set CHROMIUM_PATH')
  return found
}
