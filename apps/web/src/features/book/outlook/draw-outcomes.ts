import { HeatmapChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { runBetweenKeys } from '../../../lib/between-keys.ts'
import { createPacer } from '../../../lib/pace.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { onThemeChange, tokenColour } from '../../../ui/theme/token-colour.ts'

use([HeatmapChart, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer])

/** One outcome: its result in whole yuan, and the amount as text. */
export type Mark = { readonly name: string; readonly title: string; readonly yuan: number; readonly shown: string }

export type Picture = { readonly rows: readonly { readonly name: string; readonly marks: readonly Mark[] }[] }

const html = (mark: Mark | undefined): string => (mark ? `${mark.title}　${mark.shown}` : '')

/** Reading a colour makes the browser compute styles, so it is done once per theme and not per update. */
const readColours = () => ({
  good: tokenColour('--good'),
  bad: tokenColour('--negative'),
  card: tokenColour('--card'),
  ink: tokenColour('--ink-2'),
})

type Look = { readonly colours: ReturnType<typeof readColours>; readonly still: boolean }

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

/** The library's loop asks for frames until so many were still; each costs a frame of the whole page. */
const STILL_FRAMES = 1

/**
 * Draws results into an element, fitted to its width and the theme; returns functions to update and to end it. Updates
 * are drawn when the page is idle and no key is answered, at most once a second.
 */
export const drawOutcomes = (
  ground: HTMLElement,
  first: Picture,
): { readonly show: (picture: Picture) => void; readonly end: () => void } => {
  const chart = init(ground, null, { renderer: 'svg' })
  chart.getZr().setSleepAfterStill(STILL_FRAMES)
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  let shown = first
  let colours = readColours()
  const draw = (still: boolean): void => {
    if (!chart.isDisposed()) chart.setOption(heatOf(shown, { colours, still }), true)
  }
  draw(reduced)
  const watch = new ResizeObserver(() => chart.resize())
  watch.observe(ground)
  const endTheme = onThemeChange(() => {
    colours = readColours()
    draw(true)
  })
  let callOff = (): void => {}
  const pacer = createPacer(
    REDRAW_MS,
    () =>
      void whenIdle().then(() => {
        // Updates are not animated.
        if (!chart.isDisposed()) callOff = runBetweenKeys(() => draw(true), 'large')
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
