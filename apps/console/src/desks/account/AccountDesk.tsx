import { call, useApiMutation, useApiQuery } from '@quayside/client'
import {
  endOperatorSession,
  listOperatorSessions,
  listPasskeys,
  makeRecoveryCodes,
  operatorLogout,
  removeSecondFactor,
} from '@quayside/contract/operators'
import { Button, chooseTheme, SelectField, toast, useTheme, type Theme } from '@quayside/ui'
import { LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { fact, FactList } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { prefer, preferences, usePreference, type Preference } from '../../lib/preferences.ts'
import { createText, t } from '../../lib/texts.ts'
import account from '../../locales/en/account.ts'
import { FactorForm } from '../../login/FactorForm.tsx'
import { PasswordForm } from '../../login/PasswordForm.tsx'
import { RecoveryCodes } from '../../login/RecoveryCodes.tsx'
import { leave } from '../../login/session.ts'
import { text as loginText } from '../../login/texts.ts'
import { useProof } from '../../login/useProof.tsx'
import { Passkeys } from './Passkeys.tsx'

const text = createText(account)

/** The person's own account: desks, sessions, password, authenticator, colours. */
export default function AccountDesk() {
  const operator = useOperator()
  const theme = useTheme()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-title font-semibold">{text('account.title')}</h1>
          <Button
            variant="secondary"
            icon={<LogOut aria-hidden className="size-4" />}
            onClick={() => void call(operatorLogout, {}).then(leave, leave)}
          >
            {text('account.logout')}
          </Button>
        </div>
        <Panel>
          <FactList
            items={[
              fact(text('account.name'), <bdi>{operator.name}</bdi>),
              fact(text('account.email'), <bdi dir="ltr">{operator.email}</bdi>),
              fact(text('account.desks'), operator.roles.map((role) => t(`role.${role}`)).join(', ')),
              fact(
                text('account.may-approve'),
                operator.mayApproveFrom
                  ? text('account.may-approve.from', { at: formatDateTime(operator.mayApproveFrom) })
                  : text('account.may-approve.now'),
              ),
            ]}
          />
        </Panel>
        <Panel title={text('account.sessions')}>
          <Sessions />
        </Panel>
        <Panel title={text('account.password')}>
          <Opened label={text('account.password.change')}>
            {(close) => (
              <PasswordForm
                onDone={() => {
                  close()
                  toast(loginText('login.password.saved'))
                }}
              />
            )}
          </Opened>
        </Panel>
        <Panel title={text('account.passkeys')}>
          <p className="text-muted">{text('account.passkeys.text')}</p>
          <Passkeys />
        </Panel>
        <Factors />
        <Panel title={text('account.device')}>
          <SelectField
            label={text('account.colours')}
            value={theme}
            onChange={(event) => chooseTheme(event.target.value as Theme)}
          >
            {(['system', 'light', 'dark'] as const).map((one) => (
              <option key={one} value={one}>
                {t(`theme.${one}`)}
              </option>
            ))}
          </SelectField>
          {preferences.map((name) => (
            <PreferenceBox key={name} name={name} />
          ))}
        </Panel>
      </div>
    </div>
  )
}

function PreferenceBox({ name }: { name: Preference }) {
  const isOn = usePreference(name)
  return (
    <label className="flex min-h-(--row) items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-(--accent)"
        checked={isOn}
        onChange={(event) => prefer(name, event.target.checked)}
      />
      {t(`preference.${name}`)}
    </label>
  )
}

const Panel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4">
    {title ? <h2 className="text-section font-semibold">{title}</h2> : null}
    {children}
  </section>
)

/** The factors besides the passkeys: the authenticator and the recovery codes. */
function Factors() {
  const query = useApiQuery(listPasskeys, {})
  // Shown here, outside of the forms: the confirmation of a new authenticator opens another session.
  const [codes, setCodes] = useState<{ list: readonly string[]; done: string } | null>(null)
  if (codes)
    return (
      <Panel title={loginText('login.recovery.title')}>
        <div className="flex max-w-sm flex-col gap-2">
          <p className="text-muted">{loginText('login.recovery.text')}</p>
          <RecoveryCodes
            codes={codes.list}
            onDone={() => {
              setCodes(null)
              toast(codes.done)
            }}
          />
        </div>
      </Panel>
    )
  const byPasskey = (query.data?.list.length ?? 0) > 0
  const byCode = query.data?.authenticator ?? false
  const factors = { byPasskey, byCode: byCode || !byPasskey }
  return (
    <>
      <Panel title={text('account.factor')}>
        <p className="text-muted">{text('account.factor.text')}</p>
        <QueryState query={query} rows={1}>
          {() => (
            <>
              <p className="font-semibold">{text(byCode ? 'account.factor.on' : 'account.factor.off')}</p>
              <div className="flex flex-wrap items-start gap-2">
                <Opened label={text(byCode ? 'account.factor.change' : 'account.factor.add')}>
                  {() => (
                    <>
                      <p className="text-muted">{text('account.factor.change.text')}</p>
                      <FactorForm
                        factors={factors}
                        onCodes={(list) => setCodes({ list, done: text('account.factor.changed') })}
                      />
                    </>
                  )}
                </Opened>
                {byCode && byPasskey ? (
                  <Opened label={text('account.factor.remove')}>{(close) => <RemoveFactor onDone={close} />}</Opened>
                ) : null}
              </div>
              {byCode && !byPasskey ? (
                <p className="text-small text-muted">{text('account.factor.remove.last')}</p>
              ) : null}
            </>
          )}
        </QueryState>
      </Panel>
      <Panel title={text('account.recovery')}>
        <p className="text-muted">{text('account.recovery.text')}</p>
        <QueryState query={query} rows={1}>
          {({ recoveryCodesLeft }) => (
            <>
              <p className="font-semibold">{text('account.recovery.left', { n: recoveryCodesLeft })}</p>
              <Opened label={text('account.recovery.make')}>
                {() => (
                  <NewCodes
                    factors={factors}
                    onCodes={(list) => setCodes({ list, done: text('account.recovery.made') })}
                  />
                )}
              </Opened>
            </>
          )}
        </QueryState>
      </Panel>
    </>
  )
}

/** The authenticator goes with the proof of a passkey, which stays as the factor. */
function RemoveFactor({ onDone }: { onDone: () => void }) {
  const remove = useApiMutation(removeSecondFactor)
  const proof = useProof({ byPasskey: true, byCode: false })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void proof.prove().then(async (present) => {
          if (!present?.assertion || !(await remove.mutate({ assertion: present.assertion }))) return
          toast(text('account.factor.removed'))
          onDone()
        })
      }}
    >
      <p>{text('account.factor.remove.sure')}</p>
      <MutationProblem refusal={proof.refusal ?? remove.refusal} unreachable={remove.unreachable} />
      <Button type="submit" variant="danger" busy={remove.isPending} className="self-start">
        {text('account.factor.remove')}
      </Button>
    </form>
  )
}

function NewCodes({
  factors,
  onCodes,
}: {
  factors: { byPasskey: boolean; byCode: boolean }
  onCodes: (codes: readonly string[]) => void
}) {
  const make = useApiMutation(makeRecoveryCodes)
  const proof = useProof(factors)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void proof.prove().then(async (present) => {
          const made = present && (await make.mutate(present))
          if (made) onCodes(made.recoveryCodes)
        })
      }}
    >
      <p className="text-muted">{text('account.recovery.make.text')}</p>
      {proof.field}
      <MutationProblem refusal={proof.refusal ?? make.refusal} unreachable={make.unreachable} />
      <Button type="submit" busy={make.isPending} className="self-start">
        {text('account.recovery.make')}
      </Button>
    </form>
  )
}

/** A form that a button opens. */
function Opened({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <div className="flex max-w-sm flex-col gap-2">
      {children(() => setOpen(false))}
      <Button variant="quiet" onClick={() => setOpen(false)}>
        {t('common.cancel')}
      </Button>
    </div>
  ) : (
    <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
      {label}
    </Button>
  )
}

function Sessions() {
  const query = useApiQuery(listOperatorSessions, {})
  const { mutate, isPending, refusal, unreachable } = useApiMutation(endOperatorSession)
  return (
    <QueryState query={query} rows={2}>
      {({ list }) => (
        <>
          <ul className="flex flex-col divide-y divide-border">
            {list.map(({ id, browser, system, address, since, usedAt, here }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span className="min-w-0">
                  <span className="font-semibold">
                    {browser && system
                      ? text('account.session.place', { browser, system })
                      : (browser ?? text('account.session.unknown'))}
                  </span>
                  {here ? <span className="text-muted">{` · ${text('account.session.here')}`}</span> : null}
                  <span className="block text-small text-muted">
                    {address ? <bdi dir="ltr">{`${address} `}</bdi> : null}
                    {text('account.session.since', { at: formatDateTime(since), used: formatDateTime(usedAt) })}
                  </span>
                </span>
                {here ? null : (
                  <Button
                    variant="secondary"
                    disabled={isPending}
                    onClick={() => void mutate({ id }).then((done) => done && toast(text('account.session.ended')))}
                  >
                    {text('account.session.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <MutationProblem refusal={refusal} unreachable={unreachable} />
        </>
      )}
    </QueryState>
  )
}
