/**
 * Paths that need no sign-in. A test checks that they equal the contract's route table, which is too large for the
 * entry.
 */
export const OPEN_PATHS = ['/login', '/forgot', '/resetpwd', '/tutorial'] as const
