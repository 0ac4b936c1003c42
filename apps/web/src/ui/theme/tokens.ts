/** One colour token, for the light and the dark theme. */
export type TokenPair = { readonly light: string; readonly dark: string }

/** The tokens that the kit needs as values; tokens.css has all of them for our own styles. */
export const tokens = {
  page: { light: '#f4f5f7', dark: '#11151d' },
  card: { light: '#ffffff', dark: '#181d28' },
  ink: { light: '#1b2230', dark: '#e6eaf2' },
  'ink-2': { light: '#5b6577', dark: '#a3adbf' },
  'ink-3': { light: '#667085', dark: '#8894aa' },
  line: { light: '#e4e7ec', dark: '#272e3c' },
  control: { light: '#848c9b', dark: '#68717f' },
  'line-soft': { light: '#eef0f3', dark: '#202633' },
  brand: { light: '#1e5aa8', dark: '#6aa4ee' },
  'brand-soft': { light: '#e8f0fa', dark: '#1d2c44' },
  'on-brand': { light: '#ffffff', dark: '#11151d' },
  negative: { light: '#c8322b', dark: '#ff7b72' },
  good: { light: '#177a45', dark: '#4cc38a' },
  warn: { light: '#8f5f10', dark: '#e3b341' },
} satisfies Record<string, TokenPair>

export type TokenName = keyof typeof tokens
