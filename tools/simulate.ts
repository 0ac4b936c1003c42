/** Places signed bets on a running demo as a game platform would: `npm run simulate -- --rate 50 --bets 10000`. */
import { parseArgs } from 'node:util'
import { demoPlayers } from '../apps/server/src/demo/demo-players.ts'
import { DEMO_BRANCHES, DEMO_PASSWORD, DEMO_PLATFORMS } from '../apps/server/src/demo/facts.ts'
import { Simulator } from '../apps/server/src/demo/simulator.ts'
import { DEMO_APP_SECRET } from '../apps/server/src/platform/config.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    rate: { type: 'string', default: '50' },
    bets: { type: 'string' },
    seconds: { type: 'string' },
    members: { type: 'string', default: '200' },
    seed: { type: 'string' },
    call: { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run simulate -- [options]
  --url      origin of the API (loopback only), default http://127.0.0.1:8080
  --rate     bets a second, default 50
  --bets     stop after this many bets; default: run until --seconds or Ctrl+C
  --seconds  stop after this many seconds, at most 3600
  --members  how many of mem0001..mem0200 bet, default all
  --seed     the same seed makes the same players
  --call     bets in one call, 1 to 1000
`

const integer = (name: 'rate' | 'bets' | 'seconds' | 'members' | 'seed' | 'call', most: number): number | undefined => {
  const text = values[name]
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > most) {
    process.stderr.write(`--${name}: a whole number from 1 to ${most}\n`)
    process.exit(2)
  }
  return Number(text)
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const host = new URL(values.url).hostname
  if (host !== 'localhost' && host !== '[::1]' && !/^127\./.test(host)) {
    process.stderr.write('--url: only a server on this machine\n')
    process.exit(2)
  }
  const bets = integer('bets', 100_000_000)
  const seed = integer('seed', 999_999_999)
  const simulator = new Simulator({
    baseUrl: new URL(values.url).origin,
    platformCode: DEMO_PLATFORMS[0].code,
    platformKey: DEMO_PLATFORMS[0].key,
    viewer: { account: 'merch001', password: DEMO_PASSWORD },
    appSecret: process.env['STRATA_APP_SECRET'] ?? DEMO_APP_SECRET,
    players: demoPlayers(DEMO_BRANCHES).slice(0, integer('members', 200)),
    betsPerSecond: integer('rate', 50_000) ?? 50,
    callSize: integer('call', 1000) ?? 100,
    ...(bets === undefined ? {} : { bets }),
    ...(seed === undefined ? {} : { seed }),
    onFault: (fault) => process.stderr.write(`${fault}\n`),
  })
  const { stats } = simulator
  const report = setInterval(() => process.stderr.write(`${stats.accepted} accepted, ${stats.refused} refused\n`), 5000)
  const seconds = integer('seconds', 3600)
  const timer = seconds === undefined ? undefined : setTimeout(() => void simulator.stop(), seconds * 1000)
  process.once('SIGINT', () => void simulator.stop())
  simulator.start()
  await simulator.finished()
  clearInterval(report)
  clearTimeout(timer)
  const codes = Object.fromEntries(stats.codes)
  process.stdout.write(`${JSON.stringify({ ...stats, codes })}\n`)
}

await main()
