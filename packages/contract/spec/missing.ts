/**
 * Calls of the specification that the server does not answer yet. The list may only shrink: a call leaves it with its
 * route, together with the `due: 'later'` of its endpoint.
 */
export const MISSING_CALLS = [
  'POST /api/common/pilot/create',
  'POST /api/common/pilot/update',
  'POST /api/common/pilot-out/query',
  'POST /api/common/pilot-out/set',
  'POST /api/common/pilot-out/xx-set',
  'POST /api/common/pilot-out/order/query',
  'POST /api/admin/pankou/setting/query',
  'POST /api/admin/pankou/commission/set',
  'GET /api/admin/merchant/get-logo',
] as const
