import { useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { beginPasskey, confirmPasskey, listPasskeys, removePasskey } from '@quayside/contract/operators'
import { Button, TextField, toast } from '@quayside/ui'
import { useState } from 'react'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { formatDate } from '../../lib/format.ts'
import { createPasskey, hasPasskeys } from '@quayside/client/passkey'
import { createText, t } from '../../lib/texts.ts'
import account from '../../locales/en/account.ts'
import { useProof } from '../../login/useProof.tsx'

const text = createText(account)

type Passkey = ResponseBody<typeof listPasskeys>['list'][number]

/** The person's passkeys: add one, remove one. Both need a present factor. */
export function Passkeys() {
  const query = useApiQuery(listPasskeys, {})
  const [open, setOpen] = useState<Passkey | 'new' | null>(null)
  return (
    <QueryState query={query} rows={2}>
      {({ list, authenticator }) => (
        <>
          {list.length === 0 ? <p className="text-muted">{text('account.passkeys.none')}</p> : null}
          <ul className="flex flex-col divide-y divide-border">
            {list.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span className="min-w-0">
                  <bdi className="font-semibold">{passkey.name}</bdi>
                  <span className="block text-small text-muted">
                    {text('account.passkeys.since', { at: formatDate(passkey.createdAt) })}
                    {passkey.usedAt ? ` · ${text('account.passkeys.used', { at: formatDate(passkey.usedAt) })}` : ''}
                    {passkey.backedUp ? ` · ${text('account.passkeys.backed-up')}` : ''}
                  </span>
                </span>
                <Button
                  variant="secondary"
                  aria-label={`${text('account.passkeys.remove')}: ${passkey.name}`}
                  onClick={() => setOpen(passkey)}
                >
                  {text('account.passkeys.remove')}
                </Button>
              </li>
            ))}
          </ul>
          {open === null ? (
            hasPasskeys() ? (
              <Button variant="secondary" className="self-start" onClick={() => setOpen('new')}>
                {text('account.passkeys.add')}
              </Button>
            ) : (
              <p className="text-muted">{text('account.passkeys.unsupported')}</p>
            )
          ) : (
            <PasskeyForm
              key={open === 'new' ? 'new' : open.id}
              removes={open === 'new' ? null : open}
              byPasskey={list.length > 0}
              byCode={authenticator}
              onDone={() => setOpen(null)}
            />
          )}
        </>
      )}
    </QueryState>
  )
}

/** Adds or removes a passkey, with a code of the authenticator or with a present passkey. */
function PasskeyForm({
  removes,
  byPasskey,
  byCode,
  onDone,
}: {
  removes: Passkey | null
  byPasskey: boolean
  byCode: boolean
  onDone: () => void
}) {
  const [name, setName] = useState('')
  const begin = useApiMutation(beginPasskey)
  const confirm = useApiMutation(confirmPasskey)
  const remove = useApiMutation(removePasskey)
  const proof = useProof({ byPasskey, byCode })
  const problems = [begin, confirm, remove]
  const busy = problems.some((one) => one.isPending)

  const submit = async () => {
    const present = await proof.prove()
    if (!present) return
    if (removes) {
      if (!(await remove.mutate({ id: removes.id, ...present }))) return
      toast(text('account.passkeys.removed'))
      return onDone()
    }
    const begun = await begin.mutate(present)
    const response = begun && (await createPasskey(begun.options))
    if (begun && !response) toast(text('account.passkeys.cancelled'))
    if (!response || !(await confirm.mutate({ name: name.trim(), response }))) return
    toast(text('account.passkeys.added'))
    onDone()
  }

  return (
    <form
      className="flex max-w-sm flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {removes ? (
        <p>{text('account.passkeys.remove.sure', { name: removes.name })}</p>
      ) : (
        <TextField
          label={text('account.passkeys.name')}
          hint={text('account.passkeys.name.hint')}
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {proof.field}
      <MutationProblem
        refusal={proof.refusal ?? problems.find((one) => one.refusal)?.refusal ?? null}
        unreachable={problems.some((one) => one.unreachable)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={removes ? 'danger' : 'primary'} busy={busy}>
          {text(removes ? 'account.passkeys.remove' : 'account.passkeys.add')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
