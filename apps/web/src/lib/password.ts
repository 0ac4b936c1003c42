import { peopleText } from '../text/zh-CN/shared/people.ts'
import type { CheckItem } from '../ui/fields/checklist.tsx'

/** The rules of a sign-in password as separate items; together they equal the contract's rule. */
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

/** Without characters that are easily confused (0 O, 1 l I), so that it can be read out over the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Generates a password that follows the rules; `random` fills an array with random bytes. */
export const makePassword = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string => {
  for (;;) {
    const text = Array.from(random(new Uint8Array(12)), (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    if (passwordChecks(text).every(({ ok }) => ok)) return text
  }
}

/** Generates six digits with equal probabilities. */
export const makeTransferPassword = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string => {
  let text = ''
  while (text.length < 6) {
    const fair = Array.from(random(new Uint8Array(12))).filter((byte) => byte < 250)
    text = (text + fair.map((byte) => byte % 10).join('')).slice(0, 6)
  }
  return text
}
