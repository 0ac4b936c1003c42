/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '3d67f2c60e0399c3639a830979b4c2089661ad263d908a05f0559b3e928cb479'
