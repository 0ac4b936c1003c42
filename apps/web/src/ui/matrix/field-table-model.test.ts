import { describe, expect, test } from 'vitest'
import { type FieldKey, stepOf } from './field-table-model.ts'

const pressed = (key: string, more: Partial<FieldKey> = {}): FieldKey => ({
  key,
  ctrl: false,
  shift: false,
  alt: false,
  kind: 'typed',
  atStart: true,
  atEnd: true,
  ...more,
})

describe('a key in a table of fields', () => {
  test.each([
    ['ArrowUp', -1, 0, false],
    ['ArrowDown', 1, 0, false],
    ['ArrowLeft', 0, -1, false],
    ['ArrowRight', 0, 1, false],
    ['Home', 0, -1, true],
    ['End', 0, 1, true],
    ['Enter', 1, 0, false],
  ])('%s goes %i rows and %i columns', (key, rows, columns, far) => {
    expect(stepOf(pressed(key))).toEqual({ rows, columns, far })
  })

  test('goes to the last field with Ctrl, and back with Shift and Enter', () => {
    expect(stepOf(pressed('ArrowDown', { ctrl: true }))).toEqual({ rows: 1, columns: 0, far: true })
    expect(stepOf(pressed('Enter', { shift: true }))).toEqual({ rows: -1, columns: 0, far: false })
  })

  test('belongs to a text whose caret can still move, but not to a switch', () => {
    const inside = { atStart: false, atEnd: false }
    expect(stepOf(pressed('ArrowLeft', inside))).toBeNull()
    expect(stepOf(pressed('End', inside))).toBeNull()
    expect(stepOf(pressed('ArrowUp', inside))).toEqual({ rows: -1, columns: 0, far: false })
    expect(stepOf(pressed('ArrowLeft', { ...inside, kind: 'turned' }))).toEqual({ rows: 0, columns: -1, far: false })
  })

  test('belongs to the field when it selects, opens, presses or types', () => {
    expect(stepOf(pressed('ArrowRight', { shift: true }))).toBeNull()
    expect(stepOf(pressed('ArrowDown', { alt: true, kind: 'turned' }))).toBeNull()
    expect(stepOf(pressed('Enter', { kind: 'pressed' }))).toBeNull()
    for (const key of ['5', ' ', 'Tab', 'Delete', 'Escape']) expect(stepOf(pressed(key))).toBeNull()
  })
})
