/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '5f67d6c19492ef34736f07eb3500c762ca8ebe1fe6b8d475f4fe42ea959cf67d'
