/** Finds a browser for the tests: CHROMIUM_PATH, the system's, Playwright's, or Debian's if it can be installed. */
export function findChromium(): string
