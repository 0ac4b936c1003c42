/**
 * A comment of the stream of live events: the server has heard all processes until now, and has sent what concerns this
 * reader. What was read after the last event of its kind is still as it was read.
 */
export const STREAM_BEAT = ':beat'
/** A beat is sent so often, unless the server cannot hear the other processes. */
export const STREAM_BEAT_MS = 3_000
/** An event may be sent so much later than its change: events are gathered and paced. */
export const EVENT_LAG_MS = 1_000
