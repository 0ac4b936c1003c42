import { afterAll } from 'vitest'
import { bucketHolds } from '../testing/bucket-holds.ts'
import { startSwift } from '../testing/swift.ts'

const swift = await startSwift(2)
afterAll(() => swift.stop())
bucketHolds('OpenStack Swift', swift.settings)
