/** Small line charts as one SVG file, one panel below the other. */

export interface Panel {
  readonly title: string
  /** Each with as many values as there are times. */
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[]
}

const WIDTH = 760
const HEIGHT = 130
const LEFT = 70
const COLOURS = ['#1f6f8b', '#c0562f', '#4c8b2b', '#7a4fa3']

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

function drawn({ title, lines }: Panel, minutes: readonly number[], top: number): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values))
  const last = Math.max(0.1, minutes.at(-1) ?? 0)
  const at = (minute: number, value: number): string =>
    `${(LEFT + (minute / last) * (WIDTH - LEFT - 20)).toFixed(1)},${(top + HEIGHT - 20 - (value / most) * (HEIGHT - 50)).toFixed(1)}`
  const paths = lines.map(({ values }, line) => {
    const points = values.map((value, index) => at(minutes[index] ?? 0, value)).join(' ')
    return `<polyline fill="none" stroke="${COLOURS[line % COLOURS.length]}" stroke-width="1.5" points="${points}"/>`
  })
  const names = lines.map(
    ({ name }, line) =>
      `<text x="${WIDTH - 20 - (lines.length - 1 - line) * 130}" y="${top + 16}" text-anchor="end" fill="${COLOURS[line % COLOURS.length]}">${name}</text>`,
  )
  return [
    `<text x="${LEFT}" y="${top + 16}" font-weight="bold">${title}</text>`,
    `<text x="${LEFT - 6}" y="${top + 34}" text-anchor="end">${rounded(most)}</text>`,
    `<text x="${LEFT - 6}" y="${top + HEIGHT - 18}" text-anchor="end">0</text>`,
    `<path d="M${LEFT} ${top + 28}V${top + HEIGHT - 20}H${WIDTH - 20}" fill="none" stroke="#999"/>`,
    ...names,
    ...paths,
  ].join('\n')
}

/** The panels over minutes. */
export function plot(panels: readonly Panel[], minutes: readonly number[]): string {
  const height = panels.length * HEIGHT + 20
  const body = panels.map((panel, at) => drawn(panel, minutes, at * HEIGHT))
  const end = `<text x="${WIDTH - 20}" y="${height - 6}" text-anchor="end">${(minutes.at(-1) ?? 0).toFixed(0)} min</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">\n<title>${panels.map(({ title }) => title).join('; ')}</title>\n<rect width="100%" height="100%" fill="#fff"/>\n${body.join('\n')}\n${end}\n</svg>\n`
}
