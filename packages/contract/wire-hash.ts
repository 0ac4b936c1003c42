/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '69894cf517293def630a8376917e07f707ca464fccdde1124ac038eea8151ddc'
