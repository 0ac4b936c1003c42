import { takeBetsInThread } from '../intake/thread.ts'

/** Entry point of the intake thread. */
takeBetsInThread()
