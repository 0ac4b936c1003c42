/** Writes the chosen theme on the page; the system's when none is chosen. */
export const applyTheme = (choice: 'light' | 'dark' | 'system'): void => {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}
