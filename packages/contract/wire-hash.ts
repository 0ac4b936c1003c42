/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '827b8326e77108ad751a0ad88e3730023463bf3eb76aef6790755ff91d2fdc1f'
