/** How the user's own board behaves. */
export type BoardChoice = {
  /** Goes to each new period by itself, unless something is selected or open. */
  readonly follows: boolean
  /** Groups with money stand before those without. */
  readonly moneyFirst: boolean
}

const FIRST: BoardChoice = { follows: false, moneyFirst: false }

/** Stored settings may be of another version: unknown values get their default. */
export const readBoardChoice = (stored: string | null): BoardChoice => {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    if (typeof read !== 'object' || read === null) return FIRST
    const { follows, moneyFirst } = read as Partial<Record<keyof BoardChoice, unknown>>
    return { follows: follows === true, moneyFirst: moneyFirst === true }
  } catch {
    return FIRST
  }
}
