import { badField, type Refusal } from '../../platform/refusal.ts'

const badAddress = (): Refusal => badField('baseUrl', '地址须为 https 网址，且不含账号与参数')

/** An address of somebody else's server as it is stored. Only https, except what the start's settings open. */
export function outsideAddress({ allow }: { readonly allow: readonly string[] }, text: string): string | Refusal {
  if (!URL.canParse(text)) return badAddress()
  const url = new URL(text)
  const isPlain = url.protocol === 'http:' && allow.includes(`${url.hostname}:${url.port}`)
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isBare && (url.protocol === 'https:' || isPlain) ? url.href : badAddress()
}
