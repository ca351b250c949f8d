import { call, Refused } from '@quayside/client'
import { passkeyChallenge } from '@quayside/contract/operators'
import { TextField, toast } from '@quayside/ui'
import { useState, type ReactNode } from 'react'
import { signWithPasskey, type PasskeyAnswer } from '@quayside/client/passkey'
import { text } from './texts.ts'

export type Proof = { present?: string; assertion?: PasskeyAnswer }

/**
 * A present factor of the person: a code that is typed into `field`, else a passkey. `prove` resolves to null when the
 * person cancels or the server refuses.
 */
export function useProof({ byPasskey, byCode }: { byPasskey: boolean; byCode: boolean }): {
  field: ReactNode
  prove: () => Promise<Proof | null>
  refusal: Refused | null
} {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const prove = async (): Promise<Proof | null> => {
    setRefusal(null)
    if (code.trim() || !byPasskey) return code.trim() ? { present: code.trim() } : {}
    const challenge = await call(passkeyChallenge, {}).catch((error: unknown) => {
      if (error instanceof Refused) setRefusal(error)
      return null
    })
    const assertion = challenge && (await signWithPasskey(challenge.options))
    if (challenge && !assertion) toast(text('login.proof.cancelled'))
    return assertion ? { assertion } : null
  }
  const field = byCode ? (
    <TextField
      label={text(byPasskey ? 'login.proof.code.or-passkey' : 'login.proof.code')}
      dir="ltr"
      autoComplete="one-time-code"
      required={!byPasskey}
      maxLength={40}
      value={code}
      onChange={(event) => setCode(event.target.value)}
    />
  ) : null
  return { field, prove, refusal }
}
