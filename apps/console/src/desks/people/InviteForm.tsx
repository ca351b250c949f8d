import { useApiMutation } from '@quayside/client'
import { operatorRoles, type OperatorRole } from '@quayside/contract'
import { inviteOperator } from '@quayside/contract/operators'
import { Button, Checkbox, TextField, toast } from '@quayside/ui'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Signers } from '../../components/Signers.tsx'
import { Detail } from '../../components/Queue.tsx'
import { focusNow } from '../../lib/focusNow.ts'
import { t } from '../../lib/texts.ts'
import { text } from './texts.ts'

/** Invites an operator with desks. */
export function InviteForm({ onDone }: { onDone: (id: string) => void }) {
  const { owners } = useOperator()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [desks, setDesks] = useState<readonly OperatorRole[]>([])
  const [asked, setAsked] = useState(false)
  const { mutate, isPending, refusal, unreachable } = useApiMutation(inviteOperator, { awaitRefetch: true })
  return (
    <Detail title={text('people.invite.title')}>
      <form
        className="flex max-w-md flex-col gap-4 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (desks.length === 0) return
          void mutate({ name: name.trim(), email: email.trim(), desks: [...desks] }).then((invited) => {
            if (!invited) return
            toast(text(invited.confirmed ? 'people.invite.done.confirmed' : 'people.invite.done'))
            onDone(invited.id)
          })
        }}
      >
        <p className="text-muted">{text(owners === 1 ? 'people.invite.text-alone' : 'people.invite.text')}</p>
        <TextField
          ref={focusNow}
          label={text('people.name')}
          required
          minLength={2}
          maxLength={100}
          dir="auto"
          value={name}
          error={refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={text('people.email')}
          inputMode="email"
          autoCapitalize="none"
          dir="ltr"
          required
          value={email}
          error={refusal?.fields['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <fieldset className="m-0 flex flex-col items-start border-0 p-0">
          <legend className="text-small font-semibold">{text('people.invite.desks')}</legend>
          {operatorRoles.map((role) => (
            <Checkbox
              key={role}
              label={t(`role.${role}`)}
              checked={desks.includes(role)}
              onChange={(event) =>
                setDesks(event.target.checked ? [...desks, role] : desks.filter((one) => one !== role))
              }
            />
          ))}
          {asked && desks.length === 0 ? (
            <p role="alert" className="text-small text-danger">
              {text('people.invite.desks.required')}
            </p>
          ) : null}
        </fieldset>
        {owners === 1 ? null : <Signers desk="owner" />}
        <MutationProblem refusal={refusal} unreachable={unreachable} />
        <Button type="submit" busy={isPending} className="self-start">
          {text('people.invite.send')}
        </Button>
      </form>
    </Detail>
  )
}
