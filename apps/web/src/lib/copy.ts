/** The result of copying: some browsers can only copy on secure pages. */
export type Copied = 'copied' | 'failed' | 'unsupported'

/** The old copy command, which also works on plain http pages. */
const copySelected = (text: string): Copied => {
  if (typeof document.execCommand !== 'function') return 'unsupported'
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // While a dialog is open, only content inside it can be selected.
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
