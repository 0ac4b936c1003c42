/** What came of copying a text: some browsers can only do it on secure pages. */
export type Copied = 'copied' | 'failed' | 'unsupported'

/** An old way that works on plain http pages too. */
const copySelected = (text: string): Copied => {
  if (typeof document.execCommand !== 'function') return 'unsupported'
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog everything outside cannot be selected.
  const ground = document.querySelector('[role=dialog]') ?? document.body
  ground.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done ? 'copied' : 'failed'
}

export const copyText = async (text: string): Promise<Copied> => {
  if (navigator.clipboard === undefined) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return copySelected(text)
  }
}
