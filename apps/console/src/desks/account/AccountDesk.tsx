import { call, useApiMutation, useApiQuery } from '@quayside/client'
import { endOperatorSession, listOperatorSessions, operatorLogout } from '@quayside/contract/operators'
import { Button, chooseTheme, SelectField, toast, useTheme, type Theme } from '@quayside/ui'
import { LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { FactList } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import account from '../../locales/en/account.ts'
import { FactorForm } from '../../login/FactorForm.tsx'
import { PasswordForm } from '../../login/PasswordForm.tsx'
import { RecoveryCodes } from '../../login/RecoveryCodes.tsx'
import { leave } from '../../login/session.ts'
import { text as loginText } from '../../login/texts.ts'
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
              { label: text('account.name'), value: <bdi>{operator.name}</bdi> },
              { label: text('account.email'), value: <bdi dir="ltr">{operator.email}</bdi> },
              { label: text('account.desks'), value: operator.roles.map((role) => t(`role.${role}`)).join(', ') },
              {
                label: text('account.may-approve'),
                value: operator.mayApproveFrom
                  ? text('account.may-approve.from', { at: formatDateTime(operator.mayApproveFrom) })
                  : text('account.may-approve.now'),
              },
              { label: text('account.recovery-left'), value: operator.recoveryCodesLeft },
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
        <Panel title={text('account.factor')}>
          <p className="text-muted">{text('account.factor.text')}</p>
          <NewFactor />
        </Panel>
        <Panel>
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
        </Panel>
      </div>
    </div>
  )
}

const Panel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4">
    {title ? <h2 className="text-section font-semibold">{title}</h2> : null}
    {children}
  </section>
)

function NewFactor() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <div className="flex max-w-sm flex-col gap-2">
        <p className="font-semibold">{loginText('login.recovery.title')}</p>
        <p className="text-muted">{loginText('login.recovery.text')}</p>
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            toast(text('account.factor.changed'))
          }}
        />
      </div>
    )
  return <Opened label={text('account.factor.change')}>{() => <FactorForm replaces onCodes={setCodes} />}</Opened>
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
