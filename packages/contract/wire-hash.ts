/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '8feb4f7dba4e8c48a4d9b6444539c211fd14ed7074a08c53e22f611d6f90695d'
