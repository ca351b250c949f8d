import { useApiMutation } from '@quayside/client'
import { acceptOperatorInvitation } from '@quayside/contract/operators'
import { Button, TextField } from '@quayside/ui'
import { useState } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { leave } from './session.ts'
import { text } from './texts.ts'

/** The address of the mail. The token stands after `#`, so that no server logs it. */
export const invitationPath = '/invitation'

/** The invited chooses a password with the token of the mail. */
export function InvitationPage() {
  const [token, setToken] = useState(() => window.location.hash.slice(1))
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { mutate, isPending, refusal, unreachable } = useApiMutation(acceptOperatorInvitation)
  const [done, setDone] = useState(false)
  if (done)
    return (
      <LoginFrame title={text('invitation.done')} text={text('invitation.done.text')}>
        <Button wide onClick={leave}>
          {text('invitation.login')}
        </Button>
      </LoginFrame>
    )
  return (
    <LoginFrame title={text('invitation.title')} text={text('invitation.text')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void mutate({ token: token.trim(), password, again }).then((accepted) => accepted && setDone(true))
        }}
      >
        <TextField
          label={text('invitation.token')}
          dir="ltr"
          autoComplete="off"
          required
          value={token}
          error={refusal?.fields['token']}
          onChange={(event) => setToken(event.target.value)}
        />
        <TextField
          label={text('login.password.new')}
          hint={text('login.password.hint')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
          value={password}
          error={refusal?.fields['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label={text('login.password.again')}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          required
          value={again}
          error={refusal?.fields['again']}
          onChange={(event) => setAgain(event.target.value)}
        />
        <MutationProblem refusal={refusal} unreachable={unreachable} />
        <Button type="submit" busy={isPending} wide>
          {text('invitation.accept')}
        </Button>
      </form>
    </LoginFrame>
  )
}
