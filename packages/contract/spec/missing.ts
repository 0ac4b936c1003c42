/**
 * Calls of the specification that the server does not answer yet. The list may only shrink: a call leaves it with its
 * route, together with the `due: 'later'` of its endpoint.
 */
export const MISSING_CALLS = [] as const
