import { randomInt } from 'node:crypto'
import { passwordProblem, signInAccountProblem } from '@strata/contract/rules'
import { onOffWord, STATUS_WORDS } from '@strata/contract/words'
import { MerchantId, type PathId } from '@strata/domain/ids'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { logOfTool } from '../audit-log/change-log.ts'
import type { LoggedChange } from '../audit-log/store-log.ts'
import { forgetSecretGuesses } from '../passwords/guesses.ts'
import { hashPassword } from '../passwords/password-pool.ts'
import { setPassword, setTotp } from '../passwords/store-passwords.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import { endSessionsOf } from '../session/store-sessions.ts'
import { forgetGuesses } from '../sign-in/waits.ts'
import { type AccountSecrets, findAccountByName, lockAccount, type Status } from '../store-accounts.ts'
import { openAccess } from '../sub-accounts/store-people.ts'

/** Without signs that look alike. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 14

/** A random password that follows the rule. Its owner must change it at the next sign-in. */
export function oneTimePassword(): string {
  for (;;) {
    const text = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
    if (passwordProblem(text) === null) return text
  }
}

/** A main account of the head may sign in as an operator only in the demo; the head of production has no name to sign in with. */
const isOperator = (account: { merchantId: MerchantId; accountType: 1 | 2; name: string }): boolean =>
  account.merchantId === 0 && account.accountType === 1 && signInAccountProblem(account.name) === null

const changesOf = (status: Status, secrets: AccountSecrets): LoggedChange[] => [
  { field: 'password', label: '登录密码', before: '******', after: '******' },
  { field: 'validator', label: '验证器', before: onOffWord(secrets.totpSecret !== null), after: onOffWord(false) },
  ...(status === 1 ? [] : [{ field: 'status', label: '状态', before: STATUS_WORDS[status], after: STATUS_WORDS[1] }]),
  ...(secrets.allowedIps.length === 0
    ? []
    : [{ field: 'allowedIps', label: '允许登录的IP', before: secrets.allowedIps.join('、'), after: '' }]),
]

interface ResetContext {
  readonly pool: Pool
  readonly clock: () => number
  readonly tell: NonNullable<PeopleContext['tell']>
}

/**
 * The way back in, from the server's own shell: a one-time password, no second factor, no address list, status normal, and all
 * sessions ended. Written into the change log of the head, and told to all operators. Null: no operator has this name.
 */
export async function resetOperator(
  { pool, clock, tell }: ResetContext,
  asked: { readonly name: string; readonly headPathId: PathId },
): Promise<string | null> {
  const password = oneTimePassword()
  const hash = await hashPassword(password)
  const at = clock()
  return runTx(pool, {}, async (tx: Tx) => {
    const found = await findAccountByName(tx, asked.name)
    if (!found || !isOperator(found.account)) return null
    const { id, name, status } = found.account
    await lockAccount(tx, id)
    await setPassword(tx, { accountId: id, kind: 'login', hash, mustChange: true, at })
    await setTotp(tx, id, null)
    await openAccess(tx, id)
    await endSessionsOf(tx, [id], { at, why: 'revoked' })
    await forgetGuesses(tx, name)
    await forgetSecretGuesses(tx, id, at)
    const changes = changesOf(status, found.secrets)
    await logOfTool(tx, { action: 'operatorReset', targetName: name, changes }, at)
    const text = `服务器命令重置了操作员 ${name} 的登录密码与验证器。如非您或同事所为，请立即检查服务器。`
    await tell(tx, { merchantId: MerchantId(0), pathId: asked.headPathId, text, at })
    return password
  })
}
