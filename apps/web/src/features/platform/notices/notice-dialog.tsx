import * as adminCalls from '@strata/contract/calls/admin'
import { CODES } from '@strata/contract/errors'
import { PERMISSION } from '@strata/contract/permissions'
import { roleWord } from '@strata/contract/words'
import { MerchantId } from '@strata/domain/ids'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAllMerchants } from '../../../api/all-merchants.ts'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { useSession } from '../../../api/session.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { TimeField } from '../../../components/days/time-field.tsx'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { noticesText as words } from '../../../text/zh-CN/rooms/notices.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import {
  changesOf,
  type Draft,
  draftOf,
  fieldsOf,
  type Notice,
  type Fields as NoticeFields,
  noticeConflicts,
  overTheirs,
  problemsOf,
  toggled,
} from './notice-model.ts'
import css from './notices.module.css'

type FieldsProps = { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void }

const LEVELS = ['info', 'warn'] as const
const AUDIENCES = ['all', 'agent', 'admin'] as const
const ROLES = [1, 2, 3] as const

type BoxesProps<Value extends number> = {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: Value[]) => void
}

const Boxes = <Value extends number>({ options, chosen, onChange }: BoxesProps<Value>): ReactNode => (
  <span className={css.boxes}>
    {options.map(({ value, label }) => (
      <label key={value}>
        <input type="checkbox" checked={chosen.includes(value)} onChange={() => onChange(toggled(chosen, value))} />
        {label}
      </label>
    ))}
  </span>
)

/**
 * The merchants to choose from; none for an operator who may not list them. The page asks for them too, so that the
 * dialog does not move when they come.
 */
export const useMerchants = () => {
  const enabled = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.merchants))
  const merchants = useAllMerchants(enabled)
  return (merchants.data?.items ?? []).map(({ merchantId, accountName, nickname }) => ({
    value: merchantId,
    label: nickname === '' ? accountName : nickname,
  }))
}

const Audience = ({ draft, set }: FieldsProps): ReactNode => {
  const merchants = useMerchants()
  return (
    <>
      <Labelled label={words.audience}>
        {() => (
          <Choice
            label={words.audience}
            value={draft.audience}
            options={AUDIENCES.map((value) => ({ value, label: words.audiences[value] }))}
            onChange={(audience) => set({ audience })}
          />
        )}
      </Labelled>
      {draft.audience === 'admin' ? null : (
        <>
          <Labelled label={words.roleChoice} hint={words.roleHint} wide>
            {() => (
              <Boxes
                options={ROLES.map((value) => ({ value, label: roleWord(value) }))}
                chosen={draft.roles}
                onChange={(roles) => set({ roles })}
              />
            )}
          </Labelled>
          <Labelled label={words.merchantChoice} hint={words.merchantHint} wide>
            {() => (
              <Boxes
                options={merchants}
                chosen={draft.merchantIds}
                onChange={(ids) => set({ merchantIds: ids.map(MerchantId) })}
              />
            )}
          </Labelled>
        </>
      )}
    </>
  )
}

const Times = ({ draft, set }: FieldsProps): ReactNode => {
  const problems = problemsOf(draft, serverNow())
  return (
    <>
      {(['from', 'until'] as const).map((name) => (
        <TimeField
          key={name}
          kind="minute"
          label={words[name]}
          hint={name === 'from' ? words.fromHint : words.untilHint}
          problem={problems[name] ?? null}
          value={draft[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
    </>
  )
}

const Preview = ({ draft }: Pick<FieldsProps, 'draft'>): ReactNode => (
  <Labelled label={words.preview} wide>
    {() => (
      <p className={css.preview} data-part="notice-preview" data-level={draft.level}>
        {draft.content.trim() === '' ? words.previewEmpty : draft.content}
      </p>
    )}
  </Labelled>
)

const Fields = ({ draft, set }: FieldsProps): ReactNode => (
  <div className="form">
    <Labelled label={words.content} wide>
      {(input) => (
        <textarea
          {...input}
          className={`text-input ${css.content}`}
          maxLength={500}
          rows={3}
          value={draft.content}
          onChange={(event) => set({ content: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        />
      )}
    </Labelled>
    <Labelled label={words.level}>
      {() => (
        <Choice
          label={words.level}
          value={draft.level}
          options={LEVELS.map((value) => ({ value, label: words.levels[value] }))}
          onChange={(level) => set({ level })}
        />
      )}
    </Labelled>
    <Audience draft={draft} set={set} />
    <Times draft={draft} set={set} />
    <Preview draft={draft} />
  </div>
)

/** Publishes a notice, or changes one. */
export const NoticeDialog = (props: { readonly notice: Notice | null; readonly onClose: () => void }): ReactNode => {
  const { notice, onClose } = props
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(notice))
  const [seen, setSeen] = useState<NoticeFields | null>(notice)
  const update = async (id: number, was: NoticeFields): Promise<void> => {
    const changes = changesOf(was, draft)
    if (Object.keys(changes.fields).length === 0) return
    try {
      await api.call(adminCalls.noticeUpdate, { id, ...changes.fields, seen: changes.seen, requestId: newRequestId() })
    } catch (caught) {
      if (caught instanceof ApiRefusal && caught.code === CODES.changed) {
        const theirs = (caught.data as { readonly notice: NoticeFields }).notice
        setDraft(overTheirs(was, theirs, draft))
        setSeen(theirs)
      }
      throw caught
    }
  }
  const save = async (): Promise<void> => {
    if (notice && seen) await update(notice.id, seen)
    else {
      await api.call(adminCalls.noticeCreate, { ...fieldsOf(draft), requestId: newRequestId() })
      showToast('success', words.published)
    }
    await refreshAfter(client, notice ? adminCalls.noticeUpdate : adminCalls.noticeCreate)
  }
  return (
    <ConfirmDialog
      title={notice ? words.editTitle : words.addTitle}
      confirm={notice ? words.save : words.publish}
      width={600}
      disabled={Object.keys(problemsOf(draft, serverNow())).length > 0}
      conflicts={notice && seen ? noticeConflicts(notice, seen, draft) : []}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields draft={draft} set={(change) => setDraft((held) => ({ ...held, ...change }))} />
    </ConfirmDialog>
  )
}
