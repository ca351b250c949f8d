import { call, queryClient, tokenStore, useApiQuery, useToken } from '@quayside/client'
import type { LoginStep } from '@quayside/contract'
import { operatorIdleTimeout } from '@quayside/contract/constants'
import { operatorLogout, operatorMe } from '@quayside/contract/operators'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { QueryProblem, Skeleton } from '../components/QueryState.tsx'
import { touchedAt, watchTouches } from '../lib/touches.ts'
import { CodeStep } from '../login/CodeStep.tsx'
import { EnrolPasskey } from '../login/EnrolPasskey.tsx'
import { InvitationPage, invitationPath } from '../login/InvitationPage.tsx'
import { LoginFrame } from '../login/LoginFrame.tsx'
import { PasskeyButton } from '../login/PasskeyButton.tsx'
import { PasswordForm } from '../login/PasswordForm.tsx'
import { PasswordStep } from '../login/PasswordStep.tsx'
import { RecoveryCodes } from '../login/RecoveryCodes.tsx'
import { text } from '../login/texts.ts'
import { OperatorContext, type Operator } from './operator.ts'

const loadDesks = async () => {
  const { default: Desks, firstScreen } = await import('./Desks.tsx')
  await firstScreen
  return Desks
}
// Only the first log-in of a person needs it.
const FactorForm = lazy(async () => ({ default: (await import('../login/FactorForm.tsx')).FactorForm }))

/** The log-in, and behind it the desks. */
export function App() {
  // The page of an invitation stands before any session.
  return window.location.pathname === invitationPath ? <InvitationPage /> : <SignedIn />
}

/**
 * The desks of who is logged in. When the session ends, the desks stay in the page without being shown: what was typed
 * is there again after the next log-in of the same person.
 */
function SignedIn() {
  const token = useToken()
  const me = useApiQuery(operatorMe, {}, { enabled: token !== null })
  const [operator, setOperator] = useState<Operator | null>(null)
  const present = token !== null && !me.refusal && me.data ? me.data : null
  // Another person must not find the desks of the one before.
  const isOther = present !== null && operator !== null && present.operatorId !== operator.operatorId
  if (present && present !== operator && !isOther) setOperator(present)
  useEffect(() => {
    if (isOther) window.location.assign('/')
  }, [isOther])
  const desks = useDesks(token !== null, operator !== null)
  useIdleEnd(present !== null)
  // They are shown before anything else, because the server answered them this once.
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  // A refetch has no refusal yet: the step stays, with what was typed in it.
  const [lastStep, setLastStep] = useState<LoginStep | null>(null)
  const step = me.refusal?.reason === 'login/unfinished' ? (me.refusal.values['next'] as LoginStep) : null
  const next = step ?? (token !== null && present === null && me.isLoading ? lastStep : null)
  if (next !== lastStep) setLastStep(next)
  const isOpen = present !== null && !isOther && codes === null
  return (
    <>
      {operator ? (
        <div inert={!isOpen} className={isOpen ? 'relative h-full overflow-clip' : 'hidden'}>
          <OperatorContext value={operator}>{desks ?? <Skeleton />}</OperatorContext>
        </div>
      ) : null}
      {isOpen ? null : codes ? (
        <LoginFrame title={text('login.recovery.title')} text={text('login.recovery.text')}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        </LoginFrame>
      ) : token === null ? (
        <PasswordStep {...(operator ? { email: operator.email } : {})}>
          <PasskeyButton alone />
        </PasswordStep>
      ) : next ? (
        <Step step={next} onCodes={setCodes} />
      ) : (
        <main>
          <QueryProblem query={me} />
        </main>
      )}
    </>
  )
}

/**
 * Everything behind the log-in; null while its code is loading, which begins while the session is checked. A load that
 * failed is tried again when the desks are `shown`, and throws when it fails again.
 *
 * Not a lazy component: after a fallback React waits 300 ms before it shows what came.
 */
function useDesks(wanted: boolean, shown: boolean): ReactNode {
  const [state, setState] = useState<{ desks: ReactNode; problem?: unknown }>({ desks: null })
  const needed = wanted && state.desks === null
  useEffect(() => {
    if (!needed) return
    loadDesks().then(
      (Desks) => setState({ desks: <Desks /> }),
      (problem: unknown) => shown && setState({ desks: null, problem }),
    )
  }, [needed, shown])
  if (state.problem !== undefined) throw state.problem
  return state.desks
}

/** A step that the log-in still needs. */
function Step({ step, onCodes }: { step: LoginStep; onCodes: (codes: readonly string[]) => void }) {
  const goOn = () => void queryClient.invalidateQueries()
  if (step === 'second-factor') return <CodeStep />
  if (step === 'choose-password')
    return (
      <LoginFrame title={text('login.choose.title')} text={text('login.choose.text')}>
        <PasswordForm onDone={goOn} />
      </LoginFrame>
    )
  return (
    <LoginFrame title={text('login.enrol.title')}>
      <EnrolPasskey onCodes={onCodes}>
        <p className="text-muted">{text('login.enrol.text')}</p>
        <Suspense fallback={<Skeleton />}>
          <FactorForm onCodes={onCodes} />
        </Suspense>
      </EnrolPasskey>
    </LoginFrame>
  )
}

/**
 * Ends the session when nobody has touched a window of the console for the idle time. The server counts the requests
 * that a person causes; the first touch after a minute sends one, so that reading and typing count too.
 */
function useIdleEnd(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const stop = watchTouches(() => void call(operatorMe, {}).catch(() => undefined))
    const check = setInterval(() => {
      if (Date.now() - touchedAt() < operatorIdleTimeout) return
      void call(operatorLogout, {}).catch(() => undefined)
      tokenStore.clear()
    }, 10_000)
    return () => {
      clearInterval(check)
      stop()
    }
  }, [active])
}
