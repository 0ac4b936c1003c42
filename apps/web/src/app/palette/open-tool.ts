import { create } from 'zustand'

type Open = 'palette' | 'keys' | null

/** Which of the search and the sheet of keys is open; their code is loaded by palette-key.tsx. */
export const useOpen = create<{ readonly open: Open }>(() => ({ open: null }))
export const show = (open: Open): void => useOpen.setState({ open })
export const showKeys = (): void => show('keys')
