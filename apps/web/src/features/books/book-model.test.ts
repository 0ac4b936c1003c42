import { describe, expect, it } from 'vitest'
import { type Book, bookConflicts, problemsOf, type Typed, typedOf } from './book-model.ts'

const book = { name: '海天', baseUrl: 'https://book.example/', keyId: 'strata' } as Book
const whole = { name: '海天', baseUrl: 'https://book.example/', keyId: 'strata', secret: 'k'.repeat(16) }
const SHORT = '密钥为16至200个字符'

describe('the form of an outside book', () => {
  it.each<[Book | null, Partial<Typed>, ReturnType<typeof problemsOf>]>([
    [null, whole, {}],
    [null, { ...whole, secret: '12345' }, { secret: SHORT }],
    [null, { ...whole, secret: '' }, { secret: '请填写密钥' }],
    [null, {}, { name: '请填写名称', baseUrl: '请填写地址', keyId: '请填写密钥名称', secret: '请填写密钥' }],
    [book, {}, {}],
    [book, { secret: 'k'.repeat(15) }, { secret: SHORT }],
    [book, { keyId: ' ' }, { keyId: '请填写密钥名称' }],
  ])('%j with %j lacks %j', (held, over, problems) =>
    expect(problemsOf(held, { ...typedOf(held), ...over })).toEqual(problems),
  )
})

it('shows what somebody else changed of a book beside what was typed', () => {
  const now = { ...book, baseUrl: 'https://other.example/', keyId: 'second' }
  expect(bookConflicts(book, now, { baseUrl: 'https://mine.example/' })).toEqual([
    { key: 'baseUrl', what: '地址', opened: book.baseUrl, theirs: now.baseUrl, mine: 'https://mine.example/' },
    { key: 'keyId', what: '密钥名称', opened: 'strata', theirs: 'second', mine: null },
  ])
  expect(bookConflicts(book, book, { baseUrl: 'https://mine.example/' })).toEqual([])
})
