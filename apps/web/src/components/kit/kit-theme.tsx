import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { type TokenName, tokens } from '../../ui/theme/tokens.ts'
import { useDark } from '../use-dark.ts'

const kitTheme = (dark: boolean): ThemeConfig => {
  const value = (name: TokenName): string => tokens[name][dark ? 'dark' : 'light']
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: value('brand'),
      colorLink: value('brand'),
      colorError: value('negative'),
      colorSuccess: value('good'),
      colorWarning: value('warn'),
      colorText: value('ink'),
      colorTextSecondary: value('ink-2'),
      colorTextDescription: value('ink-3'),
      colorTextPlaceholder: value('ink-3'),
      colorBgBase: value('card'),
      colorBgContainer: value('card'),
      colorBgElevated: value('card'),
      colorBgLayout: value('page'),
      colorBorder: value('control'),
      colorBorderSecondary: value('line-soft'),
      colorTextLightSolid: value('on-brand'),
      borderRadius: 6,
      controlHeight: 28,
      fontSize: 13,
      fontFamily: 'var(--font)',
      wireframe: false,
    },
    components: {
      Segmented: { itemSelectedBg: value('brand-soft'), itemSelectedColor: value('brand'), trackBg: value('card') },
      Drawer: { paddingLG: 16 },
      // Days of other months can be chosen, so they must be legible.
      DatePicker: { colorTextDisabled: value('ink-3'), cellBgDisabled: value('page') },
    },
  }
}

const LIGHT = kitTheme(false)
const DARK = kitTheme(true)

/** Applies our tokens to the kit. Each lazily loaded part includes it, so that pages without the kit do not load it. */
export const KitTheme = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <ConfigProvider locale={zhCN} theme={useDark() ? DARK : LIGHT}>
    {children}
  </ConfigProvider>
)
