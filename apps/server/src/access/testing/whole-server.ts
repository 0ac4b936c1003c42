import type { FastifyInstance } from 'fastify'
import { addRooms } from '../../compose.ts'
import { createIntake } from '../../intake/intake.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TestDatabase } from '../../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../../platform/testing/test-platform.ts'

/** All rooms composed as in the server, on an empty database without demo world, players or job runner. */
export async function wholeServer(
  database: Pick<TestDatabase, 'pool' | 'url'>,
  clock: Clock,
): Promise<{ app: FastifyInstance; platform: Platform }> {
  const platform = createTestPlatform(database, { clock, config: { demo: 'off', simulator: false } })
  const app = await createTestApp(platform)
  await addRooms(app, platform, createIntake)
  return { app, platform }
}
