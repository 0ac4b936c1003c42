/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '15471d89ca6ab8b48e6d7dfb7eb22aa3c45fa7570134c9be8252e73408e625e6'
