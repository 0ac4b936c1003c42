/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'dee2e21a95418b1757658db577c93c3e2e65a73bf02ee196a55abb03cb75782f'
