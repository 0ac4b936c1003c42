/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'a813602e66499ecc04a282ec974340609f4dd950f8a43cc80ecab46dda760c76'
