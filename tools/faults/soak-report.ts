/** What a soak found: figure by figure, for the screen and for docs/reliability.md. */

import { type Allowed, type Flatness, flatness, settled } from './flat.ts'
import type { Panel } from './plot.ts'
import type { Sample } from './soak-sample.ts'

interface Figure {
  readonly name: string
  readonly unit: string
  readonly of: (sample: Sample) => number
  readonly allowed: Allowed
}

const FIGURES: readonly Figure[] = [
  { name: 'memory of the api', unit: 'MB', of: ({ apiMb }) => apiMb, allowed: { share: 0.1, least: 40 } },
  { name: 'memory of the worker', unit: 'MB', of: ({ workerMb }) => workerMb, allowed: { share: 0.1, least: 40 } },
  {
    name: 'answer to a call with bets',
    unit: 'ms',
    of: ({ answerMs }) => answerMs,
    allowed: { share: 0.25, least: 10 },
  },
  { name: 'a page', unit: 'ms', of: ({ pageMs }) => pageMs, allowed: { share: 0.25, least: 25 } },
  {
    name: 'delay of the api’s event loop, p99',
    unit: 'ms',
    of: ({ loopMs }) => loopMs,
    allowed: { share: 0.25, least: 25 },
  },
  {
    name: 'oldest result without a settlement',
    unit: 's',
    of: ({ unsettledSeconds }) => unsettledSeconds,
    allowed: { share: 0.25, least: 5 },
  },
  { name: 'bets that wait', unit: '', of: ({ waitingBets }) => waitingBets, allowed: { share: 0.25, least: 200 } },
  { name: 'jobs', unit: '', of: ({ jobs }) => jobs, allowed: { share: 0.25, least: 20 } },
  {
    name: 'fly-outs without an answer',
    unit: '',
    of: ({ undelivered }) => undelivered,
    allowed: { share: 0.25, least: 20 },
  },
  { name: 'tables without bets', unit: 'MB', of: ({ boundedMb }) => boundedMb, allowed: { share: 0.1, least: 4 } },
  {
    name: 'tables with bets, for each bet',
    unit: 'B',
    of: ({ bytesABet }) => bytesABet,
    allowed: { share: 0.05, least: 20 },
  },
]

export interface Judged extends Flatness {
  readonly name: string
  readonly unit: string
}

export const judge = (samples: readonly Sample[]): Judged[] =>
  FIGURES.map(({ name, unit, of, allowed }) => ({ name, unit, ...flatness(samples.map(of), allowed) }))

const shown = (value: number): string =>
  !Number.isFinite(value) ? '?' : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1)
const signed = (value: number): string => (value > 0 ? `+${shown(value)}` : shown(value))

const HEAD = ['figure', 'middle value', 'growth', 'between', 'allowed', 'judged']

const rowOf = ({ name, unit, level, growth, low, high, allowed, verdict }: Judged): string[] => {
  const word = unit === '' ? '' : ` ${unit}`
  return [
    name,
    `${shown(level)}${word}`,
    `${signed(growth)}${word}`,
    `${signed(low)} and ${signed(high)}`,
    `${signed(allowed)}${word}`,
    verdict,
  ]
}

/** Rows of cells as Markdown, padded as the formatter of the documents would. */
export const judgedRows = (judged: readonly Judged[]): string[][] => [HEAD, ...judged.map(rowOf)]

export const judgedLine = (one: Judged): string => {
  const [name, level, growth, between, allowed] = rowOf(one)
  const word = { flat: 'flat  ', grew: 'GREW  ', unsure: 'unsure' }[one.verdict]
  return `${word} ${name}: ${level}, growth ${growth} (between ${between}), allowed ${allowed}`
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

export interface Run {
  readonly minutes: number
  readonly boards: number
  readonly peak: number
  readonly bets: number
  readonly events: number
  readonly samples: readonly Sample[]
}

/** What was done, in one paragraph. */
export function summaryOf({ minutes, boards, peak, bets, events, samples }: Run): string {
  const slowest = Math.max(...samples.map(({ slowestPageMs }) => slowestPageMs)) / 1000
  const rate = average(samples.map(({ betsPerSecond }) => betsPerSecond))
  return [
    `${minutes} minutes with ${boards} boards; the peak before was ${Math.round(peak).toLocaleString('en')} bets a second.`,
    `${bets.toLocaleString('en')} bets were taken, ${Math.round(rate).toLocaleString('en')} a second on average (${Math.round(peak / 2).toLocaleString('en')} were asked for), and ${events.toLocaleString('en')} events arrived on the boards.`,
    `The slowest page took ${slowest.toFixed(1)} s. All bets were there once, all books balanced.`,
    `Growth is over the last ${(settled(samples).length * (minutes / Math.max(1, samples.length))).toFixed(0)} minutes.`,
  ].join(' ')
}

export function panelsOf(samples: readonly Sample[]): Panel[] {
  const line = (name: string, of: keyof Sample) => ({ name, values: samples.map((sample) => sample[of]) })
  return [
    { title: 'bets a second', lines: [line('taken', 'betsPerSecond')] },
    { title: 'answers, ms', lines: [line('bets', 'answerMs'), line('page', 'pageMs'), line('event loop', 'loopMs')] },
    { title: 'memory, MB', lines: [line('api', 'apiMb'), line('worker', 'workerMb')] },
    { title: 'waiting', lines: [line('bets', 'waitingBets'), line('jobs', 'jobs'), line('fly-outs', 'undelivered')] },
    { title: 'tables with bets, MB', lines: [line('all of them', 'factsMb')] },
    { title: 'other tables, MB', lines: [line('all of them', 'boundedMb')] },
  ]
}
