import { useApiMutation } from '@quayside/client'
import { chooseOperatorPassword } from '@quayside/contract/operators'
import { Button, TextField } from '@quayside/ui'
import { useState } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { text } from './texts.ts'

/** Replaces the password of who knows the present one. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { mutate, isPending, refusal, unreachable } = useApiMutation(chooseOperatorPassword)
  const field = { type: 'password', dir: 'ltr', required: true } as const
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void mutate({ old, password, again }).then((done) => done && onDone())
      }}
    >
      <TextField
        {...field}
        label={text('login.password.old')}
        autoComplete="current-password"
        value={old}
        onChange={(event) => setOld(event.target.value)}
        error={refusal?.fields['old']}
      />
      <TextField
        {...field}
        label={text('login.password.new')}
        hint={text('login.password.hint')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refusal?.fields['password']}
      />
      <TextField
        {...field}
        label={text('login.password.again')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={refusal?.fields['again']}
      />
      <MutationProblem refusal={refusal} unreachable={unreachable} />
      <Button type="submit" busy={isPending}>
        {text('login.password.save')}
      </Button>
    </form>
  )
}
