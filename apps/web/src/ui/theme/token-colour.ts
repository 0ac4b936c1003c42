/** The current value of a token as a colour for drawing. */
export const tokenColour = (name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Calls back when the page changes between light and dark; returns a function that ends it. */
export const onThemeChange = (tell: () => void): (() => void) => {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(tell)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', tell)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', tell)
  }
}
