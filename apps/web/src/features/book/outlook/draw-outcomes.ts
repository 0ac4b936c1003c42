import { BarChart, HeatmapChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { runBetweenKeys } from '../../../lib/between-keys.ts'
import { createPacer } from '../../../lib/pace.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { onThemeChange, tokenColour } from '../../../ui/theme/token-colour.ts'

use([BarChart, HeatmapChart, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer])

/** One outcome: its length in whole yuan, and the amount as text. */
export type Mark = { readonly name: string; readonly title: string; readonly yuan: number; readonly shown: string }

/** One row is drawn as bars, several rows as a heat map. */
export type Picture = { readonly rows: readonly { readonly name: string; readonly marks: readonly Mark[] }[] }

const html = (mark: Mark | undefined): string => (mark ? `${mark.title}　${mark.shown}` : '')

/** Reading a colour makes the browser compute styles, so it is done once per theme and not per update. */
const readColours = () => ({
  good: tokenColour('--good'),
  bad: tokenColour('--negative'),
  line: tokenColour('--line'),
  card: tokenColour('--card'),
  ink: tokenColour('--ink-2'),
  faint: tokenColour('--ink-3'),
})

type Look = { readonly colours: ReturnType<typeof readColours>; readonly still: boolean }

const barData = (marks: readonly Mark[], { good, bad }: Look['colours']) =>
  marks.map(({ yuan }) => ({ value: yuan, itemStyle: { color: yuan < 0 ? bad : good } }))

/** The bars of a picture; null for a heat map. */
const namesOf = ({ rows }: Picture): string | null => {
  const [row] = rows
  return rows.length === 1 && row ? row.marks.map(({ name }) => name).join('|') : null
}

const barsOf = (marks: readonly Mark[], { colours, still }: Look) => {
  const { faint: ink, line } = colours
  return {
    animation: !still,
    grid: { left: 2, right: 2, top: 6, bottom: 2, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      formatter: (at: readonly { readonly dataIndex: number }[]) => html(marks[at[0]?.dataIndex ?? -1]),
    },
    xAxis: {
      type: 'category',
      data: marks.map(({ name }) => name),
      axisLabel: { color: ink, fontSize: 12, hideOverlap: true },
      axisLine: { lineStyle: { color: line }, onZero: false },
      axisTick: { show: false },
    },
    yAxis: { type: 'value', axisLabel: { show: false }, splitLine: { lineStyle: { color: line } }, splitNumber: 2 },
    series: [
      {
        type: 'bar',
        barCategoryGap: '22%',
        data: barData(marks, colours),
      },
    ],
  }
}

const heatOf = ({ rows }: Picture, { colours, still }: Look) => {
  const { good, bad, card, ink } = colours
  const cells = rows.flatMap(({ marks }, row) => marks.map((mark, at) => [at, row, mark.yuan] as const))
  const most = cells.reduce((largest, [, , yuan]) => Math.max(largest, Math.abs(yuan)), 1)
  return {
    animation: !still,
    grid: { left: 2, right: 2, top: 2, bottom: 2, containLabel: true },
    tooltip: {
      confine: true,
      formatter: ({ value }: { readonly value: readonly number[] }) =>
        html(rows[value[1] ?? -1]?.marks[value[0] ?? -1]),
    },
    xAxis: {
      type: 'category',
      data: (rows[0]?.marks ?? []).map(({ name }) => name),
      axisLabel: { color: ink, fontSize: 12 },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisLabel: { color: ink, fontSize: 12 },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    visualMap: { show: false, min: -most, max: most, inRange: { color: [bad, card, good] } },
    series: [{ type: 'heatmap', data: cells, itemStyle: { borderColor: card, borderWidth: 1 } }],
  }
}

/** A live board changes several times a second; the chart measures its place, which costs a layout of the page. */
const REDRAW_MS = 1_000

/**
 * Draws results into an element, fitted to its width and the theme; returns functions to update and to end it. Updates
 * are drawn when the page is idle and no key is answered, at most once a second.
 */
export const drawOutcomes = (
  ground: HTMLElement,
  first: Picture,
): { readonly show: (picture: Picture) => void; readonly end: () => void } => {
  const chart = init(ground, null, { renderer: 'svg' })
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  let shown = first
  let names: string | null = null
  let colours = readColours()
  const draw = (still: boolean): void => {
    const look = { colours, still }
    const [row] = shown.rows
    names = namesOf(shown)
    if (!chart.isDisposed())
      chart.setOption(shown.rows.length === 1 && row ? barsOf(row.marks, look) : heatOf(shown, look), true)
  }
  draw(reduced)
  const watch = new ResizeObserver(() => chart.resize())
  watch.observe(ground)
  const endTheme = onThemeChange(() => {
    colours = readColours()
    draw(true)
  })
  // Updates are not animated.
  const redraw = (): void => {
    const [row] = shown.rows
    // The same bars with other lengths: the axes stay as they are.
    if (row && names !== null && names === namesOf(shown))
      chart.setOption({ animation: false, series: [{ data: barData(row.marks, colours) }] })
    else draw(true)
  }
  let callOff = (): void => {}
  const pacer = createPacer(
    REDRAW_MS,
    () =>
      void whenIdle().then(() => {
        if (!chart.isDisposed()) callOff = runBetweenKeys(redraw, 'large')
      }),
  )
  return {
    show: (picture) => {
      shown = picture
      pacer.ask()
    },
    end: () => {
      pacer.stop()
      callOff()
      endTheme()
      watch.disconnect()
      chart.dispose()
    },
  }
}
