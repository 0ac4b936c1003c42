/** What every act needs: the real server, the model's book, the outside book, and who or what an index means. */
import type { Book, Path, Period } from '../book.ts'
import type { Outside } from '../outside.ts'
import type { Answer, RealServer } from '../server.ts'

/** The one that an index of a command means; undefined: there is none at all. */
export const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length]

export class Stage {
  readonly real: RealServer
  readonly book: Book
  readonly outside: Outside
  private bets = 0
  private members = 0
  private requests = 0

  constructor(real: RealServer, book: Book, outside: Outside) {
    this.real = real
    this.book = book
    this.outside = outside
  }

  nextBetNo(): string {
    this.bets += 1
    return `b${this.bets}`
  }
  nextMemberName(): string {
    this.members += 1
    return `newmem${this.members}`
  }
  nextRequestId(): string {
    this.requests += 1
    return `model-${this.requests}`
  }

  nodes(): Path[] {
    return this.book.paths.filter((path) => path.role >= 1 && path.role <= 3)
  }
  /** Everybody below the head, without the outside books. */
  ordinary(): Path[] {
    return this.book.paths.filter((path) => path.role >= 1 && path.role !== 10002)
  }
  merchants(): Path[] {
    return this.book.paths.filter((path) => path.role === 1)
  }
  current(gameId: number): Period {
    const found = this.book.periods.findLast((period) => period.gameId === gameId)
    if (!found) throw new Error(`no period of game ${gameId}`)
    return found
  }
  /** Those that still take replenishment: it ends later than the bets. */
  openPeriods(gameId: number): Period[] {
    const { now, periods } = this.book
    return periods.filter(
      (one) => one.gameId === gameId && (one.state === 'open' || one.state === 'closed') && now < one.hedgeCloseAt,
    )
  }

  async call(pathId: number, path: string, input: object): Promise<Answer> {
    return this.real.post(pathId, path, input)
  }
}
