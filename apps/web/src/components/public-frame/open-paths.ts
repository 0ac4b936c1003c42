/**
 * Paths a person who is not signed in may open. The contract's route table says the same (a test holds the two equal);
 * the entry carries these four words instead of the whole table.
 */
export const OPEN_PATHS = ['/login', '/forgot', '/resetpwd', '/tutorial'] as const
