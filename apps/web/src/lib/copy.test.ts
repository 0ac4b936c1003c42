import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page in a browser whose copy command returns this value; undefined: it has no such command. */
const stubPage = (answer?: boolean) => {
  const area = { value: '', style: {}, setAttribute: vi.fn(), select: vi.fn(), remove: vi.fn() }
  const body = { append: vi.fn() }
  const execCommand = answer === undefined ? undefined : vi.fn(() => answer)
  vi.stubGlobal('document', { execCommand, createElement: () => area, querySelector: () => null, body })
  return { area, body, execCommand }
}
const stubClipboard = (writeText?: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: writeText && { writeText } })

test('a secure page uses the clipboard', async () => {
  const writeText = vi.fn(async () => {})
  stubClipboard(writeText)
  expect(await copyText('甲')).toBe('copied')
  expect(writeText).toHaveBeenCalledWith('甲')
})

test.each([
  [true, 'copied'],
  [false, 'failed'],
] as const)('a plain page selects and copies (%s)', async (answer, told) => {
  stubClipboard()
  const { area, execCommand } = stubPage(answer)
  expect(await copyText('甲')).toBe(told)
  expect(area.value).toBe('甲')
  expect(execCommand).toHaveBeenCalledWith('copy')
  expect(area.remove).toHaveBeenCalledOnce()
})

test('a clipboard error falls back to the command', async () => {
  stubClipboard(() => Promise.reject(new Error('no')))
  stubPage(true)
  expect(await copyText('甲')).toBe('copied')
})

test('a browser without both reports it', async () => {
  stubClipboard()
  stubPage()
  expect(await copyText('甲')).toBe('unsupported')
})
