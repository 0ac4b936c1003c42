/** Plays commands on the real server and on the model, and holds every answer of one against the other. */
import { type Book, yuan } from './book.ts'
import type { Command, CommandOf } from './commands.ts'
import { GAMES } from './items.ts'
import type { Outside } from './outside.ts'
import { createMember, setAcceptType, setMaxItem, setRate, setShares, setStakes, setStatus } from './play/accounts.ts'
import { placeBets } from './play/bets.ts'
import { give, giveFunds, takeBack } from './play/money.ts'
import {
  closePeriod,
  correct,
  draw,
  nextDay,
  settle,
  startPeriod,
  voidOrder,
  voidPeriod,
  wait,
} from './play/periods.ts'
import { answerAll, sendManually, setAuto, setFlyOut, setHeadLimit } from './play/replenishment.ts'
import { Stage } from './play/stage.ts'
import type { RealServer } from './server.ts'

/** What each command does. */
const ACTS: { readonly [K in Command['do']]: (stage: Stage, command: CommandOf<K>) => Promise<void> } = {
  bets: placeBets,
  give,
  back: takeBack,
  create: createMember,
  shares: setShares,
  rate: setRate,
  maxItem: setMaxItem,
  stakes: setStakes,
  accept: setAcceptType,
  auto: setAuto,
  headLimit: setHeadLimit,
  flyOut: setFlyOut,
  manual: sendManually,
  answers: answerAll,
  close: closePeriod,
  draw,
  settle,
  correct,
  voidPeriod,
  voidOrder,
  day: nextDay,
  wait,
  status: setStatus,
}

/** The name stands apart: only by it does the compiler know that act and command belong together. */
const act = <K extends Command['do']>(name: K, stage: Stage, command: CommandOf<K>): Promise<void> =>
  ACTS[name](stage, command)

export class Play {
  private readonly stage: Stage

  constructor(real: RealServer, book: Book, outside: Outside) {
    this.stage = new Stage(real, book, outside)
  }

  async begin(): Promise<void> {
    for (const { gameId } of GAMES) await startPeriod(this.stage, gameId, false)
    for (const path of this.stage.ordinary())
      await giveFunds(this.stage, path, yuan(path.role === 1 ? 1_000_000 : path.role === 10001 ? 20_000 : 100_000))
  }

  async play(command: Command): Promise<void> {
    return act(command.do, this.stage, command)
  }
}
