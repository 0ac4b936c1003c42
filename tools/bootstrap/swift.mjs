import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = ['ring-builder', 'account-server', 'container-server', 'object-server', 'proxy-server']

/** Whether Debian's OpenStack Swift, a store with an S3 interface, is installed for the tests (decision 0174). */
export const hasSwift = () => PROGRAMS.every((name) => existsSync(join('/usr/bin', `swift-${name}`)))
