import { createHash } from 'node:crypto'
import { LOGO_PATH, logoAddress } from '@strata/contract/logo'
import { readPicture } from '@strata/domain/tree/picture'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../platform/db.ts'
import { readLogo } from './paths/store-merchants.ts'

const NO_LOGO = '/mark.svg'
const CODE = /^[a-z0-9-]{2,32}$/
const YEAR_SECONDS = 31_536_000

const markOf = (logo: string): string => createHash('sha256').update(logo).digest('base64url').slice(0, 12)

/** Address of a merchant's logo; '' if it has none. */
export const logoAt = (code: string, logo: string): string => (logo === '' ? '' : logoAddress(code, markOf(logo)))

const parameters = (url: string): URLSearchParams => new URL(url, 'http://page').searchParams

/** The code of the page's address, which a redirect to the sign-in page carries inside its own. */
export function codeIn(url: string): string | null {
  const asked = parameters(url)
  const redirect = asked.get('redirect') ?? ''
  const code = asked.get('m') ?? (redirect.startsWith('/') ? parameters(redirect).get('m') : null)
  return code === null ? null : CODE.test(code) ? code : ''
}

/** The bytes of a stored logo, only if they still are the picture that they were stored as. */
function pictureOf(logo: string): { readonly type: string; readonly bytes: Buffer } | null {
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  const picture = readPicture(bytes)
  return picture && { type: picture.type, bytes }
}

/**
 * The logo for the sign-in page, where nobody has a session yet: of the merchant that the address or the host names,
 * else the product's own mark. The headers let a browser do nothing with it but draw it.
 */
export function logoRoute(app: FastifyInstance, pool: Pool): void {
  app.get(LOGO_PATH, async (request, reply) => {
    const code = codeIn(request.url)
    const logo = code === '' ? '' : await readLogo(pool, { code, host: request.hostname.toLowerCase() })
    const picture = logo === '' ? null : pictureOf(logo)
    if (!picture) return reply.header('cache-control', 'no-store').redirect(NO_LOGO)
    const isMarked = parameters(request.url).get('v') === markOf(logo)
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .header('cache-control', isMarked ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .type(picture.type)
      .send(picture.bytes)
  })
}
