import { peopleText } from '../text/zh-CN/shared/people.ts'
import type { CheckItem } from '../ui/fields/checklist.tsx'

/** The rules of a sign-in password, each on its own, as the contract's one rule holds them together. */
export const passwordChecks = (text: string): readonly CheckItem[] => {
  const words = peopleText.passwordRules
  return [
    { text: words.length, ok: text.length >= 8 && text.length <= 16 },
    { text: words.letters, ok: /[A-Za-z]/.test(text) },
    { text: words.digits, ok: /[0-9]/.test(text) },
    { text: words.only, ok: /^[A-Za-z0-9]+$/.test(text) },
    { text: words.repeats, ok: text !== '' && !/(.)\1\1/.test(text) },
  ]
}

/** Without what is read for another (0 O, 1 l I), so that it can be told over the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password that keeps the rules; `random` gives bytes. */
export const makePassword = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string => {
  for (;;) {
    const text = Array.from(random(new Uint8Array(12)), (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    if (passwordChecks(text).every(({ ok }) => ok)) return text
  }
}

/** Six digits, each as likely as the others. */
export const makeTransferPassword = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string => {
  let text = ''
  while (text.length < 6) {
    const fair = Array.from(random(new Uint8Array(12))).filter((byte) => byte < 250)
    text = (text + fair.map((byte) => byte % 10).join('')).slice(0, 6)
  }
  return text
}
