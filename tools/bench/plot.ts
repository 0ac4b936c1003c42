/** Points of one line, x ascending. Both coordinates are above zero: both axes are logarithmic. */
export interface Series {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Plot {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly series: readonly Series[]
}

/**
 * The exponent b of y = a x^b that fits the points best (least squares of the logarithms): 0 does not grow, 1 grows as x
 * does. NaN with fewer than two different x.
 */
export function growthExponent(points: Series['points']): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const mean = (pick: (one: readonly [number, number]) => number): number =>
    logs.reduce((sum, one) => sum + pick(one), 0) / logs.length
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)]
  const over = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  const under = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return under === 0 ? Number.NaN : over / under
}

const WIDTH = 760
const HEIGHT = 420
const BOX = { left: 70, right: 250, top: 40, bottom: 50 } as const
const COLOURS = ['#2166ac', '#b2182b', '#1b7837', '#762a83', '#b35806', '#4d4d4d']

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Powers of ten around the values. */
function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step))
}

const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(Number(value.toPrecision(2)))

/** The place of a value between two ends of a logarithmic axis, in px. */
const scale =
  (marks: readonly number[], from: number, to: number) =>
  (value: number): number => {
    const [first = 1, last = 10] = [marks[0], marks.at(-1)]
    return from + ((Math.log10(value) - Math.log10(first)) / (Math.log10(last) - Math.log10(first))) * (to - from)
  }

/** An SVG of lines over two logarithmic axes. A straight line is a power; its exponent stands beside its name. */
export function plotSvg({ title, xTitle, yTitle, series }: Plot): string {
  const points = series.flatMap((one) => one.points)
  if (points.length === 0) throw new Error('nothing to plot')
  const [xMarks, yMarks] = [decades(points.map(([x]) => x)), decades(points.map(([, y]) => y))]
  const [right, bottom] = [WIDTH - BOX.right, HEIGHT - BOX.bottom]
  const x = scale(xMarks, BOX.left, right)
  const y = scale(yMarks, bottom, BOX.top)
  const at = (value: number): string => value.toFixed(1)
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${BOX.left}" y="22" font-size="14">${escaped(title)}</text>`,
    ...xMarks.map(
      (mark) =>
        `<path d="M${at(x(mark))} ${BOX.top}V${bottom}" stroke="#ddd"/><text x="${at(x(mark))}" y="${bottom + 16}" text-anchor="middle">${short(mark)}</text>`,
    ),
    ...yMarks.map(
      (mark) =>
        `<path d="M${BOX.left} ${at(y(mark))}H${right}" stroke="#ddd"/><text x="${BOX.left - 6}" y="${at(y(mark) + 4)}" text-anchor="end">${short(mark)}</text>`,
    ),
    `<text x="${(BOX.left + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(xTitle)}</text>`,
    `<text x="16" y="${(BOX.top + bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(BOX.top + bottom) / 2})">${escaped(yTitle)}</text>`,
  ]
  for (const [index, one] of series.entries()) {
    const colour = COLOURS[index % COLOURS.length]
    const path = one.points.map(([px, py]) => `${at(x(px))} ${at(y(py))}`).join('L')
    const exponent = growthExponent(one.points)
    const name = Number.isNaN(exponent) ? one.name : `${one.name} (^${exponent.toFixed(2)})`
    lines.push(`<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`)
    for (const [px, py] of one.points)
      lines.push(`<circle cx="${at(x(px))}" cy="${at(y(py))}" r="3" fill="${colour}"/>`)
    const row = BOX.top + 12 + index * 18
    lines.push(`<text x="${right + 12}" y="${row}" fill="${colour}">${escaped(name)}</text>`)
  }
  return `${lines.join('\n')}\n</svg>\n`
}
