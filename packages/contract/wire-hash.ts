/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '34430900ecaca8d258534e402b3245ab52926fbc2190d1f001a334ecdf14fb47'
