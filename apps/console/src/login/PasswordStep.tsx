import { useApiMutation } from '@quayside/client'
import { operatorLogin } from '@quayside/contract/operators'
import { Button, TextField } from '@quayside/ui'
import { useState, type ReactNode } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { focusNow } from '../lib/focusNow.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { openSession } from './session.ts'
import { text } from './texts.ts'

/**
 * The first step of the log-in: e-mail address and password. `children` is another way in below it, such as a passkey.
 */
export function PasswordStep({ email: known = '', children }: { email?: string; children?: ReactNode }) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const { mutate, isPending, refusal, unreachable } = useApiMutation(operatorLogin)
  return (
    <LoginFrame
      title={known ? text('login.ended') : text('login.title')}
      {...(known ? { text: text('login.ended.text') } : {})}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void mutate({ email: email.trim(), password }).then((opened) => opened && openSession(opened))
        }}
      >
        <TextField
          label={text('login.email')}
          inputMode="email"
          autoCapitalize="none"
          dir="ltr"
          autoComplete="username webauthn"
          required
          ref={known ? undefined : focusNow}
          value={email}
          error={refusal?.fields['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={text('login.password')}
          type="password"
          dir="ltr"
          autoComplete="current-password"
          required
          ref={known ? focusNow : undefined}
          value={password}
          error={refusal?.fields['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
        <MutationProblem refusal={refusal} unreachable={unreachable} />
        <Button type="submit" busy={isPending} wide>
          {text('login.next')}
        </Button>
      </form>
      {children}
    </LoginFrame>
  )
}
