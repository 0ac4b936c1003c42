/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '2e971ec739b350c1d70ed2ee0bb54cedee8eacf2843a50ad2487435d006222fa'
