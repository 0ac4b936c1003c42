/** Applies the chosen theme to the page, or the system's if none is chosen. */
export const applyTheme = (choice: 'light' | 'dark' | 'system'): void => {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}
