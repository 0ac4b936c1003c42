/** One run: a fresh world, a list of commands, and the comparisons between them. */
import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import type { Command } from './commands.ts'
import {
  agree,
  compareBoards,
  compareExposures,
  compareOrders,
  compareReports,
  compareWallets,
  Difference,
} from './compare.ts'
import { startOutside } from './outside.ts'
import { Play } from './play.ts'
import { startReal } from './server.ts'
import { BEGIN, growWorld } from './world.ts'

/** Commands between comparisons: of wallets and exposures, of boards and reports, and of everything by `verify`. */
export interface Pace {
  readonly near: number
  readonly far: number
}

export interface Database {
  readonly pool: Pool
  readonly raw: Pool
  readonly url: string
  drop(): Promise<void>
}

/** Names the command in what it finds. */
async function named(command: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Difference) throw new Difference(`${command}: ${error.message}`)
    throw error
  }
}

/** Plays the commands. Throws a Difference that names the command after which the two disagree. */
export async function drive(database: Database, commands: readonly Command[], pace: Pace): Promise<void> {
  const outside = await startOutside()
  const real = await startReal(database, { at: BEGIN, outboundAllow: [`127.0.0.1:${outside.port}`] })
  try {
    const book = await growWorld(real, outside.port)
    const play = new Play(real, book, outside)
    const near = async (): Promise<void> => {
      await compareWallets(real, book)
      await compareOrders(real, book)
      await compareExposures(real, book)
    }
    const far = async (): Promise<void> => {
      await near()
      await compareBoards(real, book)
      await compareReports(real, book)
      agree('verify', await verifyDatabase(database.pool), null)
    }
    await play.begin()
    for (const [place, command] of commands.entries()) {
      await named(`command ${place} ${JSON.stringify(command)}`, async () => {
        await play.play(command)
        if (place % pace.near === pace.near - 1) await near()
        if (place % pace.far === pace.far - 1) await far()
      })
    }
    await far()
  } finally {
    await real.close()
    await outside.close()
    await database.drop()
  }
}
