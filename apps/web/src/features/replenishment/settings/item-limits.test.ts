import { describe, expect, test } from 'vitest'
import { fieldsOfItems, itemsOfFields, itemsOfPlay, typedItem } from './item-limits.ts'

describe('limits of single items', () => {
  test('saved limits are shown unchanged', () => {
    const items = [
      { playCode: 'TMA', itemCode: '08', holdLimit: '100' },
      { playCode: 'TMA', itemCode: '09', holdLimit: null },
      { playCode: 'TMB', itemCode: '08', holdLimit: '0' },
    ]
    expect(itemsOfFields(fieldsOfItems(items))).toEqual(items)
  })

  test('an empty field is no own limit, an invalid one blocks all', () => {
    expect(itemsOfFields({ 'TMA 01': { text: ' ', keep: false } })).toEqual([])
    expect(itemsOfFields({ 'TMA 01': { text: 'x', keep: false } })).toBeNull()
    expect(itemsOfFields({ 'TMA 01': { text: 'x', keep: true } })).toEqual([
      { playCode: 'TMA', itemCode: '01', holdLimit: null },
    ])
  })

  test('a play lists the items on sale, a combination play the saved ones', () => {
    expect(itemsOfPlay('6HC', 'TMA', {})).toHaveLength(49)
    expect(itemsOfPlay('6HC', 'LM_2QZ', { 'LM_2QZ 01+12': { text: '5', keep: false } })).toEqual([
      { itemCode: '01+12', name: '01,12' },
    ])
  })

  test('a typed combination becomes canonical or is rejected', () => {
    expect(typedItem('6HC', 'LM_2QZ', '12，01')).toBe('01+12')
    expect(typedItem('6HC', 'LM_2QZ', '5 12')).toBe('05+12')
    expect(typedItem('6HC', 'LX2', 'ma niu')).toBe('NIU+MA')
    expect(typedItem('6HC', 'LM_2QZ', '12')).toBeNull()
    expect(typedItem('6HC', 'LM_2QZ', '12 50')).toBeNull()
  })
})
