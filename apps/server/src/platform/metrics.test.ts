import { expect, test } from 'vitest'
import { Metrics } from './metrics.ts'

test('a name is registered once', () => {
  const metrics = new Metrics()
  metrics.counter('strata_a_total', 'a')
  expect(() => metrics.gauge('strata_a_total', 'b', () => 1)).toThrow('registered twice')
})

test('values that are refreshed are read once in their time, for all readers', async () => {
  const metrics = new Metrics()
  const gauges = metrics.gauges('strata_g', 'g')
  let reads = 0
  metrics.refresh(60_000, async () => {
    reads += 1
    gauges.set([[{ table: 'a"b' }, reads]])
  })
  const texts = await Promise.all([metrics.read(), metrics.read()])
  expect(await metrics.read()).toBe(texts[0])
  expect(texts[0]).toContain('strata_g{table="a\\"b"} 1\n')
  expect(reads).toBe(1)
})

test('a reading that hangs does not hold up the answer, nor is it asked twice', async () => {
  const metrics = new Metrics()
  let asked = 0
  metrics.refresh(0, () => {
    asked += 1
    return new Promise(() => undefined)
  })
  metrics.total('strata_c_total', 'c', () => 7)
  const [text] = await Promise.all([metrics.read(), metrics.read()])
  expect(text).toContain('# TYPE strata_c_total counter\nstrata_c_total 7\n')
  expect(asked).toBe(1)
})
