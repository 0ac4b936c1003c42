/** Money down to a path and back up to its parent, by the ledger itself and not by a call. */
import { money } from '@strata/domain/money'
import { recoverUp, transferDown } from '../../../apps/server/src/ledger/transfer.ts'
import { runTx } from '../../../apps/server/src/platform/db.ts'
import { dayOf } from '../acts.ts'
import { HEAD, type Path, yuan } from '../book.ts'
import type { CommandOf } from '../commands.ts'
import { agree } from '../compare.ts'
import { MerchantId, PathId } from '../server.ts'
import { pick, type Stage } from './stage.ts'

function transferOf(path: Path, at: number) {
  const parentId = path.parent === null || path.parent.id === HEAD ? null : PathId(path.parent.id)
  const head = { day: dayOf(at), at }
  return { merchantId: MerchantId(path.merchantId), parentId, childId: PathId(path.id), kind: path.mode, head }
}

function moveFunds(path: Path, amount: bigint): void {
  path.wallet.balance += amount
  if (path.mode === 'credit') path.wallet.quota += amount
  if (path.parent && path.parent.id !== HEAD) path.parent.wallet.balance -= amount
}

export async function giveFunds({ real, book }: Stage, path: Path, amount: bigint): Promise<void> {
  const answer = await runTx(real.pool, {}, (tx) => transferDown(tx, transferOf(path, book.now), money(amount)))
  const has = path.parent?.id === HEAD || (path.parent?.wallet.balance ?? 0n) >= amount
  agree('transfer', 'refusal' in answer ? answer.refusal : 'done', has ? 'done' : 'balanceTooLow')
  if (has) moveFunds(path, amount)
}

export async function give(stage: Stage, command: CommandOf<'give'>): Promise<void> {
  const path = pick(stage.ordinary(), command.who) as Path
  return giveFunds(stage, path, yuan(command.yuan))
}

export async function takeBack(stage: Stage, command: CommandOf<'back'>): Promise<void> {
  const { real, book } = stage
  const path = pick(stage.ordinary(), command.who) as Path
  const amount = command.yuan === null ? null : yuan(command.yuan)
  const { wallet, mode } = path
  const most = mode === 'credit' && wallet.quota < wallet.balance ? wallet.quota : wallet.balance
  const wanted = amount ?? most
  const answer = await runTx(real.pool, {}, (tx) =>
    recoverUp(tx, transferOf(path, book.now), amount === null ? 'all' : money(amount)),
  )
  const has = wanted > 0n && wanted <= most
  agree('recovery', 'refusal' in answer ? answer.refusal : 'done', has ? 'done' : 'balanceTooLow')
  if (has) moveFunds(path, -wanted)
}
