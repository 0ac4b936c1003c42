import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listComplaints, shownWriteComplaints } from './faces.ts'
import { faces, shownWrites } from './public-files.ts'

describe('the list of public files', () => {
  it('is valid as it is', () => {
    expect(listComplaints(faces)).toEqual([])
  })

  it('may not grow past the limit of its room', () => {
    const files = ['board.ts', 'figures.ts', 'limits.ts']
    expect(listComplaints([{ room: 'book', max: 3, files }])).toEqual([])
    expect(listComplaints([{ room: 'book', max: 2, files }])).toEqual([
      'public-files.ts: book shows 3 files, of 2 at most',
    ])
  })

  it('may not contain a store', () => {
    expect(listComplaints([{ room: 'book', max: 2, files: ['boards.ts', 'boards/store-boards.ts'] }])).toEqual([
      'public-files.ts: book/boards/store-boards.ts is a store',
    ])
  })
})

describe('writes of stores that rooms show', () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url))

  it('are those of the list', () => {
    expect(shownWriteComplaints(src, faces, shownWrites)).toEqual([])
  })

  it('may not become more, and leave the list when they are gone', () => {
    const [first, ...rest] = shownWrites
    expect(shownWriteComplaints(src, faces, rest)).toEqual([
      `${first?.write} is a store's write: show an act of the room instead`,
    ])
    const gone = { write: 'notices/notices.ts saveNotice', reason: 'a test' }
    expect(shownWriteComplaints(src, faces, [...shownWrites, gone])).toEqual([
      'public-files.ts: notices/notices.ts saveNotice is not shown any more',
    ])
  })

  it('are found where a function of the store calls the one that writes', () => {
    const known = shownWrites.filter(({ write }) => write !== 'tree/terms.ts saveLinkTerms')
    expect(shownWriteComplaints(src, faces, known)).toEqual([
      "tree/terms.ts saveLinkTerms is a store's write: show an act of the room instead",
    ])
  })

  it('have a reason each', () => {
    const known = shownWrites.map((one, place) => (place === 0 ? { ...one, reason: '' } : one))
    expect(shownWriteComplaints(src, faces, known)).toEqual([`public-files.ts: ${shownWrites[0]?.write} has no reason`])
  })
})
