import { call, Refused, Unreachable } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { beginPasskeyLogin, passkeyChallenge, passkeyLogin, verifyPasskey } from '@quayside/contract/operators'
import { Button } from '@quayside/ui'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { MutationProblem } from '../components/QueryState.tsx'
import { hasPasskeys, signWithPasskey } from '@quayside/client/passkey'
import { openSession } from './session.ts'
import { text } from './texts.ts'

/**
 * Logs in with a passkey: `alone` without a password, else as the second step. Nothing is shown in a browser without
 * passkeys.
 */
export function PasskeyButton({ alone = false }: { alone?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ refusal: Refused | null; unreachable: boolean; cancelled: boolean } | null>(
    null,
  )
  if (!hasPasskeys()) return null
  const run = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { options } = await call(alone ? beginPasskeyLogin : passkeyChallenge, {})
      const assertion = await signWithPasskey(options)
      if (!assertion) return setProblem({ refusal: null, unreachable: false, cancelled: true })
      const opened: ResponseBody<typeof verifyPasskey> = await call(alone ? passkeyLogin : verifyPasskey, { assertion })
      openSession(opened)
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error
      setProblem({
        refusal: error instanceof Refused ? error : null,
        unreachable: error instanceof Unreachable,
        cancelled: false,
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2 pt-4">
      {problem?.cancelled ? <p className="text-muted">{text('login.passkey.cancelled')}</p> : null}
      {problem ? <MutationProblem refusal={problem.refusal} unreachable={problem.unreachable} /> : null}
      <Button
        variant="secondary"
        wide
        busy={busy}
        icon={<KeyRound aria-hidden className="size-4" />}
        onClick={() => void run()}
      >
        {text(alone ? 'login.passkey' : 'login.passkey.use')}
      </Button>
    </div>
  )
}
