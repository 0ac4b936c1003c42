import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type EnterTarget, enterPressesMain } from './dialog-keys.ts'

const FIELD: EnterTarget = { tag: 'INPUT', type: 'text', inWidget: false, submits: false }

test.each<[string, Partial<EnterTarget>, boolean]>([
  ['a text field', {}, true],
  ['a password', { type: 'password' }, true],
  ['a checkbox', { type: 'checkbox' }, true],
  ['a choice', { tag: 'SELECT', type: '' }, true],
  ['the dialog itself', { tag: 'DIV', type: '' }, true],
  ['a field whose form the browser submits', { submits: true }, false],
  ['a text of several lines', { tag: 'TEXTAREA', type: '' }, false],
  ['another button', { tag: 'BUTTON', type: '' }, false],
  ['a link', { tag: 'A', type: '' }, false],
  ['a file', { type: 'file' }, false],
  ['a list of the kit', { inWidget: true }, false],
])('Enter in %s', (_name, target, pressesMain) => {
  expect(enterPressesMain({ ...FIELD, ...target })).toBe(pressesMain)
})

const SRC = join(import.meta.dirname, '../..')
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('every dialog is the one Dialog, which has its keys and its focus', () => {
  expect(filesWith(/\bKitModal\b/)).toEqual(['components/dialogs/dialog.tsx', 'components/kit/kit-modal.tsx'])
  expect(filesWith(/\bKitDrawer\b/)).toEqual(['components/dialogs/drawer.tsx', 'components/kit/kit-drawer.tsx'])
  expect(filesWith(/import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from 'antd'/)).toEqual([
    'components/kit/kit-drawer.tsx',
    'components/kit/kit-modal.tsx',
  ])
  // The menu of a phone, the palette and the alert are the browser's own dialogs, which give the focus back; so is the
  // locked screen, because nothing else stands above the dialogs that it covers.
  expect(filesWith(/<dialog\b|createElement\('dialog'\)/)).toEqual([
    'app/frame/side-menu.tsx',
    'app/lock/lock-screen.tsx',
    'app/palette/palette.tsx',
    'ui/pop-up/alert-box.ts',
  ])
  // The columns menu and the stored filters are panels beside their buttons, and so are the settings of the view; a step
  // of a tour stands beside what it explains.
  expect(filesWith(/(?<!\[)role="dialog"/)).toEqual([
    'app/tools/view-settings.tsx',
    'app/tour/tour-player.tsx',
    'ui/pop-up/panel-button.tsx',
  ])
})

test('the main button of a dialog is a filled one', () => {
  const bare = sources.filter(
    ({ text }) =>
      /from '[^']*\/(once-)?dialog\.tsx'/.test(text) &&
      /\bfooter=/.test(text) &&
      !/plain-button|ExportButton/.test(text),
  )
  // once-dialog passes on the footer of the dialogs that use it.
  expect(bare.map(({ path }) => path)).toEqual([
    'components/dialogs/once-dialog.tsx',
    'features/game-settings/trial.tsx',
  ])
})
