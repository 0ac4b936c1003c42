import { expect, test } from 'vitest'
import { placeBubble } from './place-bubble.ts'

const WINDOW = { width: 1000, height: 700 }
const BUBBLE = { width: 300, height: 150 }

test.each([
  ['below', { left: 100, top: 50, width: 400, height: 40 }, { left: 100, top: 100 }],
  ['below, moved into the window', { left: 900, top: 50, width: 90, height: 40 }, { left: 692, top: 100 }],
  ['above', { left: 100, top: 600, width: 400, height: 80 }, { left: 100, top: 440 }],
  ['right of it', { left: 0, top: 20, width: 400, height: 660 }, { left: 410, top: 20 }],
  ['left of it', { left: 700, top: 20, width: 300, height: 660 }, { left: 390, top: 20 }],
  ['over its lower end', { left: 20, top: 20, width: 960, height: 660 }, { left: 20, top: 542 }],
  ['a target above the window', { left: 20, top: -400, width: 100, height: 50 }, { left: 20, top: 8 }],
])('a bubble stands %s', (_, at, place) => {
  expect(placeBubble(at, BUBBLE, WINDOW)).toEqual(place)
})
