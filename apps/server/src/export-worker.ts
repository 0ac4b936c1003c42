import { EXPORT_SOURCES } from './export-sources.ts'
import { runInThread } from './exports/thread.ts'

/** Entry of the thread that writes one file. */
await runInThread(EXPORT_SOURCES)
