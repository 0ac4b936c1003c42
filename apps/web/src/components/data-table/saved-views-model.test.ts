import { expect, test } from 'vitest'
import { NO_CHOICE } from './columns-model.ts'
import { isShown, MAX_VIEWS, readViews, storedSearch, withSaved, withView } from './saved-views-model.ts'

const of = (text: string): URLSearchParams => new URLSearchParams(text)
const view = (name: string, search = 'game=3') => ({ name, search, columns: NO_CHOICE })

test('a view keeps filters, sort and size, but neither days nor the place in the list', () => {
  expect(storedSearch(of('to=2026-11-20&from=2026-11-01&sort=stake&game=3&size=50&page=4&bet=71&cursor=1.2'))).toBe(
    'game=3&size=50&sort=stake',
  )
})

test('a view is applied to the days that are shown, and drops other filters', () => {
  expect(String(withView(of('from=2026-11-01&to=2026-11-20&account=mem&page=3'), view('x', 'game=3&sort=stake')))).toBe(
    'from=2026-11-01&to=2026-11-20&game=3&sort=stake',
  )
})

test('a view of the same name is replaced in its place', () => {
  const views = [view('a'), view('b')]
  expect(withSaved(views, view('a', 'game=1')).map(({ name, search }) => [name, search])).toEqual([
    ['a', 'game=1'],
    ['b', 'game=3'],
  ])
  expect(withSaved(views, view('c')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('it is marked as shown with its filters and its columns', () => {
  expect(isShown(view('a'), of('game=3&from=2026-11-01&page=2'), NO_CHOICE)).toBe(true)
  expect(isShown(view('a'), of('game=1'), NO_CHOICE)).toBe(false)
  expect(isShown(view('a'), of('game=3'), { order: [], hidden: ['stake'] })).toBe(false)
})

test.each([null, '', '{', '[]', '{"views":7}', '{"views":[null,{"name":1,"search":"a"},{"name":"a"}]}'])(
  'stored %j has no views',
  (stored) => expect(readViews(stored)).toEqual({ views: [] }),
)

test('stored views are read back, at most twenty', () => {
  const views = Array.from({ length: 30 }, (_none, at) => view(`v${at}`))
  expect(readViews(JSON.stringify({ views })).views).toEqual(views.slice(0, MAX_VIEWS))
})
