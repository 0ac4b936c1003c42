import { expect, test } from 'vitest'
import { MAX_FADING, MovedMarks } from './use-moved-mark.ts'

/** Marks with a test clock. */
const standing = () => {
  const clock = { now: 0, due: [] as { at: number; run: () => void }[] }
  const marks = new MovedMarks(
    () => clock.now,
    (run, ms) => void clock.due.push({ at: clock.now + ms, run }),
  )
  const cells = Array.from({ length: MAX_FADING + 1 }, () => ({ dataset: {} as DOMStringMap }))
  const show = async (count: number): Promise<(string | undefined)[]> => {
    for (const cell of cells.slice(0, count)) marks.mark(cell)
    await Promise.resolve()
    return shown()
  }
  const shown = () => cells.map(({ dataset }) => dataset['moved'])
  const wait = (ms: number) => {
    clock.now += ms
    for (const { run } of clock.due.filter(({ at }) => at <= clock.now)) run()
    clock.due = clock.due.filter(({ at }) => at > clock.now)
    return shown()
  }
  return { show, wait, none: cells.map(() => undefined) }
}

test('all cells that change at once are marked: a few fade, many stay at full strength', async () => {
  const { show } = standing()
  const few = await show(MAX_FADING)
  expect(few).toEqual([...few.slice(0, -1).map(() => 'fade'), undefined])
  const tide = await show(MAX_FADING + 1)
  expect(tide).toEqual(tide.map(() => 'tide'))
})

test('a fading mark restarts', async () => {
  const { show } = standing()
  expect((await show(1))[0]).toBe('fade')
  expect((await show(1))[0]).toBe('fade-again')
  expect((await show(1))[0]).toBe('fade')
})

test('a mark ends by itself', async () => {
  const { show, wait, none } = standing()
  await show(3)
  expect(wait(1_599)).not.toEqual(none)
  expect(wait(1)).toEqual(none)
})

test('expired marks end with the next change, and a cell that has changed again keeps its mark', async () => {
  const { show, wait } = standing()
  await show(2)
  wait(700)
  expect((await show(1)).slice(0, 2)).toEqual(['fade-again', 'fade'])
  wait(500)
  // The second mark has expired; the first was renewed.
  const next = await show(0)
  expect(next.slice(0, 2)).toEqual(['fade-again', 'fade'])
  expect((await show(1)).slice(0, 2)).toEqual(['fade', undefined])
})
