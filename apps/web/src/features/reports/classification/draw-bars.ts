import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, GridComponent, TooltipComponent, SVGRenderer])

/** One bar: its length in whole yuan, and the amount as text. */
export type Bar = { readonly name: string; readonly yuan: number; readonly shown: string }

const token = (name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Draws bars into an element, fitted to its width; returns a function that removes them. */
export const drawBars = (ground: HTMLElement, bars: readonly Bar[]): (() => void) => {
  const chart = init(ground, null, { renderer: 'svg' })
  const [good, bad, ink, line] = [token('--good'), token('--negative'), token('--ink-2'), token('--line')]
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  chart.setOption({
    animation: !still,
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', formatter: (at: readonly { readonly dataIndex: number }[]) => textOf(bars, at) },
    xAxis: {
      type: 'category',
      data: bars.map(({ name }) => name),
      axisLabel: { color: ink },
      axisLine: { lineStyle: { color: line }, onZero: true },
      axisTick: { show: false },
    },
    yAxis: { type: 'value', axisLabel: { color: ink }, splitLine: { lineStyle: { color: line } } },
    series: [
      {
        type: 'bar',
        barMaxWidth: 28,
        data: bars.map(({ yuan }) => ({ value: yuan, itemStyle: { color: yuan < 0 ? bad : good } })),
      },
    ],
  })
  const watch = new ResizeObserver(() => chart.resize())
  watch.observe(ground)
  return () => {
    watch.disconnect()
    chart.dispose()
  }
}

const textOf = (bars: readonly Bar[], at: readonly { readonly dataIndex: number }[]): string => {
  const bar = bars[at[0]?.dataIndex ?? -1]
  return bar ? `${bar.name}　${bar.shown}` : ''
}
