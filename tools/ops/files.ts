import { ALERTS, type Alert } from './alerts.ts'
import { GOALS, type Goal } from './goals.ts'

/** The files that `npm run ops` writes, by their path. A test compares them with those in the repository. */

const WIDTH = 12
const HEIGHT = 8
const PANELS_OF_A_ROW = 2

/** Grafana asks for the data source when the dashboard is imported. */
const DATASOURCE = { type: 'prometheus', uid: `\${DS_PROMETHEUS}` }

interface PanelWish {
  readonly title: string
  readonly description: string
  readonly unit: string
  readonly lines: Readonly<Record<string, string>>
  readonly limit?: number | undefined
  /** The bad side is below the limit. */
  readonly below?: boolean
}

function thresholds({ limit, below = false }: PanelWish) {
  const [good, bad] = ['green', 'red']
  if (limit === undefined) return { mode: 'absolute', steps: [{ color: good, value: null }] }
  const steps = [
    { color: below ? bad : good, value: null },
    { color: below ? good : bad, value: limit },
  ]
  return { mode: 'absolute', steps }
}

function panel(wish: PanelWish, at: number) {
  const { title, description, unit, lines, limit } = wish
  const [x, y] = [(at % PANELS_OF_A_ROW) * WIDTH, Math.floor(at / PANELS_OF_A_ROW) * HEIGHT]
  return {
    id: at + 1,
    type: 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    gridPos: { x, y, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: {
        unit,
        custom: { thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' } },
        thresholds: thresholds(wish),
      },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: Object.entries(lines).map(([name, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat: / by \(/.test(expr) && !/ by \(le\)/.test(expr) ? `${name} {{${labelOf(expr)}}}` : name,
    })),
  }
}

/** The first label that an expression is grouped by. */
const labelOf = (expr: string): string => / by \((\w+)/.exec(expr)?.[1] ?? ''

const dashboard = (uid: string, title: string, wishes: readonly PanelWish[]): string =>
  `${JSON.stringify(
    {
      __inputs: [
        {
          name: 'DS_PROMETHEUS',
          label: 'Prometheus',
          type: 'datasource',
          pluginId: 'prometheus',
          pluginName: 'Prometheus',
        },
      ],
      uid,
      title,
      tags: ['strata'],
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      panels: wishes.map(panel),
    },
    null,
    2,
  )}\n`

const goalWish = ({ id, text, lines, unit, limit, bench }: Goal): PanelWish => ({
  title: id,
  description: bench === undefined ? text : `${text} Measured against its reference by ${bench}.`,
  unit,
  lines,
  limit,
})

const alertWish = ({ name, summary, unit, value, is, limit }: Alert): PanelWish => ({
  title: name,
  description: summary,
  unit,
  lines: { [name]: value },
  limit: is === '==' ? 1 : limit,
  below: is !== '>',
})

/** A text in YAML: JSON's quotes are YAML's. */
const quoted = (text: string): string => JSON.stringify(text)

const rule = ({ name, severity, value, is, limit, lasting, summary }: Alert): string =>
  [
    `      - alert: ${name}`,
    `        expr: ${quoted(`${value} ${is} ${limit}`)}`,
    `        for: ${lasting}`,
    '        labels:',
    `          severity: ${severity}`,
    '        annotations:',
    `          summary: ${quoted(summary)}`,
    `          runbook: ${quoted(`docs/runbook.md#${name.toLowerCase()}`)}`,
  ].join('\n')

const rules = (): string =>
  `# Written by npm run ops from tools/ops/alerts.ts. The scrape job of the servers is named strata.\ngroups:\n  - name: strata\n    rules:\n${ALERTS.map(rule).join('\n')}\n`

const METRIC = /\bstrata_[a-z_]+/g

/** The metrics that an expression reads. */
export const metricsOf = (expr: string): string[] => [...new Set(expr.match(METRIC))]

const goalLine = ({ id, text, lines, bench }: Goal): string => {
  const names = metricsOf(Object.values(lines).join(' ')).map(
    (name) => `\`${name.replace(/_(?:bucket|sum|count)$/, '')}\``,
  )
  return `| ${id} | ${text} | ${[...new Set(names)].join(', ')} | ${bench === undefined ? '' : `\`${bench}\``} |`
}

const goalsPage = (): string =>
  [
    '# Goals and their metrics',
    '',
    'Written by `npm run ops` from `tools/ops/goals.ts`. A test compares the metrics with those of a running server: each goal has one, and each metric serves a goal. What needs a reference beside it is measured by the command in the last column; its metric shows the same thing on the running server.',
    '',
    '| goal | what is promised | metrics | measured by |',
    '| --- | --- | --- | --- |',
    ...GOALS.map(goalLine),
    '',
  ].join('\n')

export const OPS_FILES: Readonly<Record<string, () => string>> = {
  'ops/grafana/goals.json': () => dashboard('strata-goals', 'Strata: goals', GOALS.map(goalWish)),
  'ops/grafana/alerts.json': () => dashboard('strata-alerts', 'Strata: alerts', ALERTS.map(alertWish)),
  'ops/prometheus/alerts.yml': rules,
  'docs/goals.md': goalsPage,
}
