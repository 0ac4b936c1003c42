import { takeBetsInThread } from '../intake/thread.ts'

/** Entry of the thread that takes bets. */
takeBetsInThread()
