import { expect, test } from 'vitest'
import { createLatest } from './latest.ts'

const setUp = () => {
  const latest = createLatest<string>()
  const told: string[] = []
  const begin = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const done = latest.run(
      () => promise,
      (result) => void told.push(result),
    )
    return async () => {
      resolve(name)
      await done
    }
  }
  return { begin, drop: latest.drop, told }
}

test('work that is overtaken tells nothing, whichever ends first', async () => {
  const { begin, told } = setUp()
  const [endFirst, endSecond] = [begin('first'), begin('second')]
  await endSecond()
  await endFirst()
  expect(told).toEqual(['second'])
  const [endThird, endFourth] = [begin('third'), begin('fourth')]
  await endThird()
  await endFourth()
  expect(told).toEqual(['second', 'fourth'])
})

test('work that is dropped tells nothing, and the next one does', async () => {
  const { begin, drop, told } = setUp()
  const endFirst = begin('first')
  drop()
  const endSecond = begin('second')
  await endFirst()
  await endSecond()
  expect(told).toEqual(['second'])
})
