export type Latest<Result> = {
  /** Begins work; `tell` gets its result, unless other work has begun or `drop` was called meanwhile. */
  readonly run: (work: () => Promise<Result>, tell: (result: Result) => void) => Promise<void>
  /** What is under way tells nothing any more. */
  readonly drop: () => void
}

/** Of works that are begun one after the other, only the last one tells its result: an older one may end later. */
export const createLatest = <Result>(): Latest<Result> => {
  let turn = 0
  return {
    run: async (work, tell) => {
      turn += 1
      const own = turn
      const result = await work()
      if (own === turn) tell(result)
    },
    drop: () => {
      turn += 1
    },
  }
}
