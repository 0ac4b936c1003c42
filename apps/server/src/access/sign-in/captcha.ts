import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { addressBlock, NEIGHBOURHOOD } from '../../platform/address-block.ts'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { insertNonces } from '../signed-calls/store-nonces.ts'
import { drawCaptcha, newCaptchaText } from './captcha-picture.ts'

/** How long a picture may be answered. */
export const CAPTCHA_LASTS_MS = 180_000
const PURPOSE = 'captcha'

/** Who asks: a picture drawn for one account and address block is worth nothing for another. */
export interface Asker {
  readonly account: string
  readonly ip: string
}

const content = z.object({ text: z.string(), asker: z.string(), nonce: z.string(), until: z.int() })

const askerKey = ({ account, ip }: Asker): string => `${account.toLowerCase()} ${addressBlock(ip, NEIGHBOURHOOD)}`

interface Context {
  readonly secrets: Secrets
  readonly clock: () => number
}

/** A new picture. Its id holds the answer sealed: the server remembers nothing until it is answered. */
export function newCaptcha({ secrets, clock }: Context, asker: Asker): { captchaId: string; picture: string } {
  const text = newCaptchaText()
  const nonce = randomBytes(12).toString('base64url')
  const sealed = { text, asker: askerKey(asker), nonce, until: clock() + CAPTCHA_LASTS_MS }
  return {
    captchaId: secrets.seal(JSON.stringify(sealed), PURPOSE),
    picture: `data:image/png;base64,${drawCaptcha(text).toString('base64')}`,
  }
}

const open = (secrets: Secrets, captchaId: string): z.output<typeof content> | null => {
  try {
    return content.parse(JSON.parse(secrets.open(captchaId, PURPOSE)))
  } catch {
    return null
  }
}

export interface Answer {
  readonly captchaId: string | undefined
  readonly captchaText: string | undefined
}

/** Judges an answer. Right or wrong, the picture is used up by it. */
export async function proveCaptcha(
  on: Queryable,
  { secrets, clock }: Context,
  asker: Asker,
  { captchaId, captchaText }: Answer,
): Promise<Refusal | undefined> {
  if (captchaId === undefined || captchaText === undefined) return refuse('captchaNeeded')
  const drawn = open(secrets, captchaId)
  if (!drawn || drawn.asker !== askerKey(asker) || drawn.until < clock()) return refuse('captchaWrong')
  const [first] = await insertNonces(on, [{ signer: PURPOSE, nonce: drawn.nonce, validUntil: drawn.until }])
  return first && drawn.text === captchaText.toUpperCase() ? undefined : refuse('captchaWrong')
}
