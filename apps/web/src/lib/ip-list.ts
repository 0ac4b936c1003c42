import { ipv4Problem } from '@strata/contract/rules'

/** Addresses that somebody typed: one a line, or with spaces or commas between. */
export const ipsOf = (text: string): string[] =>
  text
    .split(/[\s,，、]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const ipsProblem = (text: string): string | null => {
  for (const ip of ipsOf(text)) {
    const problem = ipv4Problem(ip)
    if (problem !== null) return `${ip}：${problem}`
  }
  return null
}
