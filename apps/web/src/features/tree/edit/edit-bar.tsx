import * as accessCalls from '@strata/contract/calls/access'
import * as treeCalls from '@strata/contract/calls/tree'
import { CODES } from '@strata/contract/errors'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { countAccounts } from '../../../components/capped/first-rows.tsx'
import { movedRefusal, previewIn } from '../../../components/capped/use-capped-save.ts'
import { type Details, detailsProblem, wireDetails } from '../../../components/forms/details-form.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { SaveBar } from '../../../ui/page/save-bar.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { type Affected, AffectedDialog, ConflictDialog } from '../terms/terms-dialogs.tsx'
import { draftOf, patchOf, rebase, type Terms, type TermsDraft } from '../terms/terms-model.ts'
import type { Editing } from '../terms/terms-view.ts'

const words = treeText.edit

type Props = {
  readonly agentPathsId: number
  readonly terms: Terms
  readonly editing: Editing & { readonly base: TermsDraft }
  readonly details: { readonly base: Details; readonly draft: Details; readonly changes: Partial<Details> }
  readonly onDiscard: () => void
  readonly onRebased: (theirs: Terms, draft: TermsDraft | null) => void
  /** The terms are saved; the details may still fail. */
  readonly onTermsSaved: () => void
  readonly onSaved: () => void
}

type Preview = { readonly affected: readonly Affected[]; readonly confirm: string }
type Asking =
  | { readonly kind: 'look' | 'save'; readonly preview: Preview }
  | { readonly kind: 'conflict'; readonly theirs: Terms }

/** The steps of a save: a preview first, a question where somebody is capped or another user has saved. */
const useEditSave = (props: Props) => {
  const { agentPathsId, terms, editing, details } = props
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What is being saved; a refusal is about this. */
  const part = useRef<'terms' | 'details' | 'detailsAlone'>('terms')
  const detailCount = Object.keys(details.changes).length
  const count = editing.changes.length + detailCount
  const faults = editing.problems.size + (detailsProblem(details.draft) === null ? 0 : 1)

  const send = async (extra: { preview: true } | { confirm?: string; requestId: string }): Promise<unknown> =>
    await api.call(treeCalls.setTerms, {
      agentPathsId,
      version: terms.version,
      ...patchOf(editing.draft, editing.changes),
      ...extra,
    })
  const preview = async (): Promise<Preview> =>
    previewIn<Preview>(await send({ preview: true })) ?? { affected: [], confirm: '' }
  const save = async (confirm: string): Promise<void> => {
    const withTerms = editing.changes.length > 0
    if (withTerms) {
      part.current = 'terms'
      await send({ requestId: newRequestId(), ...(confirm === '' ? {} : { confirm }) })
      props.onTermsSaved()
    }
    if (detailCount > 0) {
      part.current = withTerms ? 'details' : 'detailsAlone'
      const wire = wireDetails(details.changes)
      await api.call(accessCalls.updateAccountInfo, { agentPathsId, ...wire, requestId: newRequestId() })
    }
    if (editing.changes.length > 0) showToast('success', peopleText.saved)
    props.onSaved()
  }
  const close = (): void => setAsking(null)
  /**
   * An error was shown as a toast and is also shown beside the buttons. What others have changed meanwhile is asked
   * about. Returns what a question that stays open says.
   */
  const refused = async (caught: unknown): Promise<unknown> => {
    // The terms are saved: nothing is left to confirm.
    if (part.current !== 'terms') close()
    if (!(caught instanceof ApiRefusal)) return caught
    const moved = previewIn<Preview>(caught.data)
    if (moved) {
      setAsking({ kind: 'save', preview: moved })
      return movedRefusal(caught)
    }
    setRefusal(words.notSaved[part.current](caught.message))
    if (caught.code === CODES.changed && part.current === 'terms')
      setAsking({ kind: 'conflict', theirs: await api.call(treeCalls.getGameInfos, { agentPathsId }) })
    return caught
  }
  const guarded = (work: () => Promise<void>) => (): void => {
    setBusy(true)
    setRefusal(null)
    work()
      .catch(refused)
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  const look = guarded(async () => {
    part.current = 'terms'
    setAsking({ kind: 'look', preview: await preview() })
  })
  const trySave = guarded(async () => {
    if (editing.changes.length === 0) return await save('')
    part.current = 'terms'
    const seen = await preview()
    if (seen.affected.length === 0) await save(seen.confirm)
    else setAsking({ kind: 'save', preview: seen })
  })
  const confirm = async (token: string): Promise<void> => {
    setRefusal(null)
    await save(token).catch(async (caught: unknown) => {
      throw await refused(caught)
    })
  }
  const rebased = (theirs: Terms, draft: TermsDraft | null): void => {
    props.onRebased(theirs, draft)
    setRefusal(null)
    close()
  }
  return { busy, count, faults, asking, refusal, look, trySave, confirm, close, rebased }
}
type EditSave = ReturnType<typeof useEditSave>

const Status = ({ saving }: { readonly saving: EditSave }): ReactNode => {
  const { count, faults, asking, refusal } = saving
  return (
    <>
      {count === 0 ? words.noChanges : <b>{words.changes(count)}</b>}
      {faults > 0 ? <em>{words.faults(faults)}</em> : null}
      {asking !== null && asking.kind !== 'conflict' ? (
        <span>{words.affected(countAccounts(asking.preview.affected))}</span>
      ) : null}
      {refusal === null ? null : <em role="alert">{refusal}</em>}
    </>
  )
}

/** The question that a save has come to, if any. */
const Question = ({ editing, saving }: Pick<Props, 'editing'> & { readonly saving: EditSave }): ReactNode => {
  const { asking, confirm, close, rebased } = saving
  if (asking === null) return null
  if (asking.kind !== 'conflict')
    return (
      <AffectedDialog
        games={editing.games}
        affected={asking.preview.affected}
        onConfirm={asking.kind === 'save' ? () => confirm(asking.preview.confirm) : null}
        onClose={close}
      />
    )
  const theirs = draftOf(asking.theirs, editing.games)
  return (
    <ConflictDialog
      games={editing.games}
      opened={editing.base}
      mine={editing.changes}
      theirs={theirs}
      onKeep={() => rebased(asking.theirs, rebase(editing.changes, editing.draft, theirs))}
      onTake={() => rebased(asking.theirs, null)}
      onClose={close}
    />
  )
}

/** Shows what a save will change and which accounts it would cap, and saves: the terms first, then the details. */
export const EditBar = (props: Props): ReactNode => {
  const { editing } = props
  const saving = useEditSave(props)
  const { busy, count, faults, look, trySave } = saving
  const blocked = busy || count === 0
  return (
    <>
      <SaveBar status={<Status saving={saving} />}>
        <button type="button" className="ghost-button" disabled={blocked} onClick={props.onDiscard}>
          {peopleText.discard}
        </button>
        <button
          type="button"
          className="ghost-button"
          disabled={blocked || faults > 0 || editing.changes.length === 0}
          onClick={look}
        >
          {words.preview}
        </button>
        <button type="button" className="plain-button" disabled={blocked || faults > 0} onClick={trySave}>
          {busy ? peopleText.working : peopleText.save}
        </button>
      </SaveBar>
      <Question editing={editing} saving={saving} />
    </>
  )
}
