import { describe, expect, it } from 'vitest'
import { listComplaints } from './faces.ts'
import { faces } from './public-files.ts'

describe('the list of public files', () => {
  it('is valid as it is', () => {
    expect(listComplaints(faces)).toEqual([])
  })

  it('may not grow past the limit of its room', () => {
    const files = ['board.ts', 'figures.ts', 'limits.ts']
    expect(listComplaints([{ room: 'book', most: 3, files }])).toEqual([])
    expect(listComplaints([{ room: 'book', most: 2, files }])).toEqual([
      'public-files.ts: book shows 3 files, of 2 at most',
    ])
  })

  it('may not contain a store', () => {
    expect(listComplaints([{ room: 'book', most: 2, files: ['boards.ts', 'boards/store-boards.ts'] }])).toEqual([
      'public-files.ts: book/boards/store-boards.ts is a store',
    ])
  })
})
