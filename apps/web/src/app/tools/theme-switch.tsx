import type { ReactNode } from 'react'
import { type ThemeChoice, useSession } from '../../api/session.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { applyTheme } from '../../ui/theme/theme-mode.ts'

const ORDER: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Half a disc, a sun and a moon, in a 20 by 20 box. */
const MARKS: Readonly<Record<ThemeChoice, string>> = {
  system: 'M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13',
  light:
    'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M4.5 15.5l1.1-1.1M14.4 5.6l1.1-1.1',
  dark: 'M16 11.8A6.6 6.6 0 0 1 8.2 4 6.6 6.6 0 1 0 16 11.8z',
}

export const setTheme = (theme: ThemeChoice): void => {
  useSession.setState({ theme })
  applyTheme(theme)
}

export const nextTheme = (theme: ThemeChoice): ThemeChoice =>
  ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system'

/** One icon with three states: as the system, light, dark. */
export const ThemeSwitch = (): ReactNode => {
  const theme = useSession((session) => session.theme)
  const name = toolsText.theme(toolsText.themes[theme])
  return (
    <IconButton
      name={name}
      data-theme-choice={theme}
      onClick={() => setTheme(nextTheme(theme))}
      icon={
        <>
          <path d={MARKS[theme]} />
          {theme === 'system' ? <path d="M10 3.5a6.5 6.5 0 0 0 0 13z" fill="currentColor" /> : null}
        </>
      }
    />
  )
}
