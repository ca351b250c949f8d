import { call, Refused, useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  beginPasskey,
  confirmPasskey,
  listPasskeys,
  passkeyChallenge,
  removePasskey,
} from '@quayside/contract/operators'
import { Button, TextField, toast } from '@quayside/ui'
import { useState } from 'react'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { formatDate } from '../../lib/format.ts'
import { createPasskey, hasPasskeys, signWithPasskey, type PasskeyAnswer } from '../../lib/passkey.ts'
import { createText, t } from '../../lib/texts.ts'
import account from '../../locales/en/account.ts'

const text = createText(account)

type Passkey = ResponseBody<typeof listPasskeys>['list'][number]
type Proof = { present?: string; assertion?: PasskeyAnswer }

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
  const [code, setCode] = useState('')
  const begin = useApiMutation(beginPasskey)
  const confirm = useApiMutation(confirmPasskey)
  const remove = useApiMutation(removePasskey)
  const [refused, setRefused] = useState<Refused | null>(null)
  const problems = [begin, confirm, remove]
  const busy = problems.some((one) => one.isPending)

  /** A code if one was typed, else a present passkey. Null when the person cancels. */
  const prove = async (): Promise<Proof | null> => {
    setRefused(null)
    if (code.trim() || !byPasskey) return code.trim() ? { present: code.trim() } : {}
    const challenge = await call(passkeyChallenge, {}).catch((error: unknown) => {
      if (error instanceof Refused) setRefused(error)
      return null
    })
    const assertion = challenge && (await signWithPasskey(challenge.options))
    if (challenge && !assertion) toast(text('account.passkeys.cancelled'))
    return assertion ? { assertion } : null
  }
  const submit = async () => {
    const proof = await prove()
    if (!proof) return
    if (removes) {
      if (!(await remove.mutate({ id: removes.id, ...proof }))) return
      toast(text('account.passkeys.removed'))
      return onDone()
    }
    const begun = await begin.mutate(proof)
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
      {byCode ? (
        <TextField
          label={text(byPasskey ? 'account.passkeys.code.or-passkey' : 'account.passkeys.code')}
          dir="ltr"
          autoComplete="one-time-code"
          required={!byPasskey}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      <MutationProblem
        refusal={refused ?? problems.find((one) => one.refusal)?.refusal ?? null}
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
