/**
 * Calls of the specification that the server does not answer yet. The list may only shrink: a call leaves it with its
 * route, together with the `due: 'later'` of its endpoint.
 */
export const MISSING_CALLS = [
  'POST /api/admin/pankou/setting/query',
  'POST /api/admin/pankou/commission/set',
  'GET /api/admin/merchant/get-logo',
] as const
