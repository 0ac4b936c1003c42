import { parseArgs } from 'node:util'
import { clusterUrl, startCluster, stopCluster } from './cluster.ts'

const USAGE = `npm run citus -- start | stop [--dir DIR] [--pg-bin DIR] [--port PORT]
  --dir     where the three data folders lie (default /tmp/strata-citus)
  --pg-bin  programs of a PostgreSQL that has the extension citus (default /usr/lib/postgresql/15/bin)
  --port    of the coordinator; the workers get the two after it (default 6500)`

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string', default: '/tmp/strata-citus' },
    'pg-bin': { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    port: { type: 'string', default: '6500' },
  },
})
const place = { dir: values.dir, bin: values['pg-bin'], port: Number(values.port) }

try {
  if (positionals[0] === 'start') {
    await startCluster(place)
    say(`started: CITUS_URL=${clusterUrl(place)}`)
  } else if (positionals[0] === 'stop') {
    say(`stopped: ${stopCluster(place)} of 3`)
  } else {
    say(USAGE)
    process.exitCode = 2
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
