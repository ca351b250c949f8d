import { useApiMutation } from '@quayside/client'
import { beginPasskey, confirmPasskey } from '@quayside/contract/operators'
import { Button, TextField } from '@quayside/ui'
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { createPasskey, hasPasskeys } from '@quayside/client/passkey'
import { openSession } from './session.ts'
import { text } from './texts.ts'

/** The first factor: a passkey, or `children`, the authenticator app. */
export function EnrolPasskey({
  onCodes,
  children,
}: {
  onCodes: (codes: readonly string[]) => void
  children: ReactNode
}) {
  const [name, setName] = useState('')
  const [cancelled, setCancelled] = useState(false)
  const begin = useApiMutation(beginPasskey)
  const confirm = useApiMutation(confirmPasskey)
  const submit = async () => {
    setCancelled(false)
    const begun = await begin.mutate({})
    const response = begun && (await createPasskey(begun.options))
    if (begun && !response) setCancelled(true)
    const done = response && (await confirm.mutate({ name: name.trim(), response }))
    if (!done?.session) return
    onCodes(done.recoveryCodes ?? [])
    openSession(done.session)
  }
  if (!hasPasskeys()) return children
  return (
    <>
      <form
        className="flex flex-col gap-3 border-b border-border pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-muted">{text('login.enrol.passkey.text')}</p>
        <TextField
          label={text('login.enrol.passkey.name')}
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {cancelled ? <p className="text-muted">{text('login.passkey.cancelled')}</p> : null}
        <MutationProblem
          refusal={begin.refusal ?? confirm.refusal}
          unreachable={begin.unreachable || confirm.unreachable}
        />
        <Button
          type="submit"
          busy={begin.isPending || confirm.isPending}
          icon={<KeyRound aria-hidden className="size-4" />}
        >
          {text('login.enrol.passkey')}
        </Button>
      </form>
      <h2 className="pt-2 text-section font-semibold">{text('login.enrol.instead')}</h2>
      {children}
    </>
  )
}
