import { useApiMutation } from '@quayside/client'
import { verifySecondFactor } from '@quayside/contract/operators'
import { Button, TextField } from '@quayside/ui'
import { useState } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { focusNow } from '../lib/focusNow.ts'
import { DemoCode } from './DemoCode.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { leave, openSession } from './session.ts'
import { text } from './texts.ts'

/** The second step of the log-in: a code of the authenticator, or a recovery code. */
export function CodeStep() {
  const [code, setCode] = useState('')
  const { mutate, isPending, refusal, unreachable } = useApiMutation(verifySecondFactor)
  const submit = (value: string) =>
    void mutate({ code: value.trim() }).then((opened) => (opened ? openSession(opened) : setCode('')))
  return (
    <LoginFrame title={text('login.code.title')} text={text('login.code.text')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(code)
        }}
      >
        <TextField
          label={text('login.code')}
          dir="ltr"
          autoComplete="one-time-code"
          inputMode="text"
          autoCapitalize="characters"
          spellCheck={false}
          required
          ref={focusNow}
          maxLength={40}
          value={code}
          error={refusal?.fields['code']}
          onChange={(event) => setCode(event.target.value)}
        />
        <MutationProblem refusal={refusal} unreachable={unreachable} />
        <DemoCode onUse={submit} />
        <Button type="submit" busy={isPending} wide>
          {text('login.code.submit')}
        </Button>
        <Button variant="quiet" wide onClick={leave}>
          {text('login.other')}
        </Button>
      </form>
      <PasskeyButton />
    </LoginFrame>
  )
}
