import * as accessCalls from '@strata/contract/calls/access'
import * as treeCalls from '@strata/contract/calls/tree'
import { CODES } from '@strata/contract/errors'
import { ROLE } from '@strata/domain/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { refreshAfter } from '../../../api/stale.ts'
import {
  changedDetails,
  type Details,
  detailsProblem,
  NO_DETAILS,
  wireDetails,
} from '../../../components/forms/details-form.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import type { ListRole } from '../accounts/accounts-filters.ts'
import type { Level } from '../accounts/level.ts'
import { jumpToFault } from '../terms/jump.ts'
import { focusTerm, keyGame } from '../terms/terms-editor.tsx'
import { patchOf, type TermsPatch } from '../terms/terms-model.ts'
import type { Editing } from '../terms/terms-view.ts'
import {
  type AccountFaults,
  accountFaults,
  FIELD_CODES,
  type NewAccount,
  plainAmount,
  refusedFields,
} from './create-model.ts'

const words = treeText.createForm

type Making = {
  readonly level: Level
  readonly roleId: ListRole
  readonly account: NewAccount
  readonly details: Details
  readonly patch: TermsPatch
  readonly transferPassword: string | null
  readonly requestId: string
}

/** Creates the account with its terms and its first credit, all or nothing. Throws the client's errors. */
const createAccount = async (making: Making): Promise<number> => {
  const { level, roleId, account, details, patch, transferPassword, requestId } = making
  const credit = plainAmount(account.credit)
  const { isAllowPilotOut, games } = patch
  const made = await callSealed(async (client) => {
    const login =
      account.login === 'new'
        ? { accountName: account.accountName.trim(), password: await seal(account.password) }
        : { existingAccount: account.accountName.trim() }
    const common = {
      parentPathsId: level.agentPathsId,
      ...login,
      ...(details.nickname === '' ? {} : { nickname: details.nickname }),
      ...(transferPassword === null ? {} : { credit, transferPassword: await seal(transferPassword) }),
      ...(isAllowPilotOut === undefined ? {} : { isAllowPilotOut }),
      ...(account.groupId === null ? {} : { groupId: account.groupId }),
      ...(games.length === 0 ? {} : { terms: { games } }),
      requestId,
    }
    return roleId === ROLE.member
      ? await client.call(treeCalls.createMember, { ...common, pankou: account.pankou }, { atField: FIELD_CODES })
      : await client.call(
          treeCalls.createAgent,
          { ...common, roleId, ...(roleId === ROLE.merchant ? { fundMode: account.fundMode } : {}) },
          { atField: FIELD_CODES },
        )
  })
  return made.agentPathsId
}

/** Saves what the creation does not take: all details but the nickname. */
const saveDetails = async (agentPathsId: number, details: Details): Promise<void> => {
  const { nickname: _nickname, ...rest } = changedDetails(NO_DETAILS, details)
  if (Object.keys(rest).length === 0) return
  const wire = { agentPathsId, ...wireDetails(rest), requestId: newRequestId() }
  await api.call(accessCalls.updateAccountInfo, wire)
}

type Typed = {
  readonly level: Level
  readonly roleId: ListRole
  readonly account: NewAccount
  readonly details: Details
  readonly editing: Editing
  readonly onGame: (gameId: number) => void
  /** The account exists: its login and terms are no longer a draft. */
  readonly onMade: () => void
  /** Everything is saved. */
  readonly onDone: (made: MadeAccount) => void
}

export type MadeAccount = { readonly agentPathsId: number; readonly name: string; readonly madeUp: string | null }

/** The faults of what is typed, the question about its money, and creating the account from it. */
export const useMaking = (typed: Typed) => {
  const { level, roleId, account, details, editing, onGame, onMade, onDone } = typed
  const client = useQueryClient()
  const [judged, setJudged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [refused, setRefused] = useState<AccountFaults>({})
  const [requestId, setRequestId] = useState(newRequestId)
  const [made, setMade] = useState<MadeAccount | null>(null)
  const faults = { ...refused, ...accountFaults(account) }
  const badDetails = detailsProblem(details) === null ? 0 : 1
  const own = made === null ? Object.keys(accountFaults(account)).length + editing.problems.size : 0
  const count = own + badDetails

  const createOnce = async (transferPassword: string | null): Promise<MadeAccount> => {
    const patch = patchOf(editing.draft, editing.changes)
    const all = { level, roleId, account, details, patch, transferPassword, requestId }
    const agentPathsId = await createAccount(all)
    const madeUp = account.login === 'new' && account.madeUp ? account.password : null
    const done = { agentPathsId, name: account.accountName.trim(), madeUp }
    setMade(done)
    setAsking(false)
    onMade()
    void refreshAfter(client, treeCalls.createAgent)
    return done
  }
  const refuse = (caught: ApiRefusal): void => {
    // The server refused, so nothing was created: the next try is another request.
    setRequestId(newRequestId())
    setAsking(false)
    setRefused(refusedFields(caught))
    setRefusal(caught.message)
    jumpToFault()
  }
  /** Rejects with the refusal of a transfer password, or when there was no answer: the same request can be sent again. */
  const run = async (transferPassword: string | null): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    let done = made
    try {
      done ??= await createOnce(transferPassword)
      await saveDetails(done.agentPathsId, details)
      showToast('success', words.created)
      void refreshAfter(client, accessCalls.updateAccountInfo)
      onDone(done)
    } catch (caught) {
      if (!(caught instanceof ApiRefusal)) {
        if (!done) setRefusal(words.uncertain)
        throw caught
      }
      if (done) {
        setRefusal(words.detailsFailed(done.name, caught.message))
        jumpToFault()
        return
      }
      if (caught.code === CODES.transferPassword) {
        setRequestId(newRequestId())
        throw caught
      }
      refuse(caught)
    } finally {
      setBusy(false)
    }
  }
  const submit = (): void => {
    setJudged(true)
    const [term] = editing.problems.keys()
    if (count > 0 && own - editing.problems.size + badDetails === 0 && term !== undefined) {
      onGame(keyGame(term))
      focusTerm(term)
    } else if (count > 0) jumpToFault()
    else if (made === null && plainAmount(account.credit) !== '') setAsking(true)
    else run(null).catch(() => {})
  }
  const shownFaults = judged ? faults : refused
  const close = (): void => setAsking(false)
  return { judged, busy, asking, refusal, faults: shownFaults, count, made, submit, run, close, setRefused }
}
export type MakingState = ReturnType<typeof useMaking>
