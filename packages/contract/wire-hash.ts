/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '436c73c399af693ff0a3c1f9595c8ccfe58f1b2bb45cc90c3f331a3668558222'
