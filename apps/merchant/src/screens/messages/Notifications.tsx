import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  chooseNotification,
  notificationChoices,
  type MessageChannel,
  type MessageType,
  type ResponseBody,
} from '@quayside/contract'
import { Button, Card, Switch, toast } from '@quayside/ui'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useT } from '../../lib/i18n.tsx'
import { disablePush, enablePush, pushState, type PushState } from '../../lib/web-push.ts'
import { TypeIcon } from './MessageType.tsx'

/** The topics that a merchant chooses channels for, each with the types of message that go with it. */
const topics = [
  { first: 'orders', others: ['buyers', 'refunds'] },
  { first: 'money', others: [] },
  { first: 'security', others: [] },
  { first: 'shop', others: ['support', 'announcement'] },
] as const satisfies { first: MessageType; others: MessageType[] }[]

/** A column of the table is as wide as its heading, and at least as wide as a finger. */
const column = 'flex min-w-15 justify-center px-0.5 text-center'
const emailColumn = clsx(column, 'col-start-2')
const pushColumn = clsx(column, 'col-start-3')
/** A row of the table. Where a topic has no room beside its switches, it stands above them. */
const row = 'col-span-full grid grid-cols-subgrid border-b border-border'

/** The notification channels of each topic, and web push on this device. */
export function Notifications() {
  const t = useT()
  const choices = useApiQuery(notificationChoices, {})
  const choose = useApiMutation(chooseNotification)
  const [busy, setBusy] = useState(false)
  const [device, setDevice] = useState<PushState>()
  // Where this browser can show no push, no switch may say that it does.
  const unreachable = device === 'unsupported' || device === 'denied'
  useEffect(() => {
    void pushState().then(setDevice)
  }, [])

  const change = async (types: readonly MessageType[], channel: MessageChannel, wanted: boolean) => {
    setBusy(true)
    // One after the other: a second mutation while one runs would be ignored.
    for (const type of types) if (!(await choose.mutate({ type, channel, wanted }))) break
    setBusy(false)
  }

  return (
    <section aria-labelledby="notifications" className="flex flex-col gap-2">
      <h2 id="notifications" className="text-small font-semibold text-muted">
        {t('messages.choose')}
      </h2>
      <QueryBoundary query={{ ...choices, data: device && choices.data }} height={320}>
        {({ types, email, push }) => (
          <>
            <MutationError mutation={choose} />
            <Card className="@container">
              <div className="grid grid-cols-[1fr_auto_auto]">
                <div aria-hidden className={clsx(row, 'items-end pb-2 text-small font-semibold')}>
                  {email === null ? null : <span className={emailColumn}>{t('messages.email')}</span>}
                  {push.publicKey === null ? null : <span className={pushColumn}>{t('messages.push')}</span>}
                </div>
                {topics.map(({ first, others }) => {
                  const all: readonly MessageType[] = [first, ...others]
                  // Off means that nothing of the topic is sent, so one type that is sent turns the switch on.
                  const chosen = (channel: MessageChannel) =>
                    types.some((one) => all.includes(one.type) && one[channel])
                  return (
                    <fieldset key={first} aria-label={t(`messages.type.${first}`)} disabled={busy} className="contents">
                      <div className={clsx(row, 'items-center')}>
                        <span className="flex items-center gap-3 py-2 @max-[17rem]:col-span-full">
                          <TypeIcon type={first} />
                          <span className="min-w-0">
                            <span className="block">{t(`messages.type.${first}`)}</span>
                            {others.length > 0 ? (
                              <span className="block text-small text-muted">
                                {others.map((type) => t(`messages.type.${type}`)).join(' · ')}
                              </span>
                            ) : null}
                          </span>
                        </span>
                        {email === null ? null : (
                          <span className={emailColumn}>
                            <Switch
                              hideLabel
                              label={t('messages.email')}
                              checked={chosen('email')}
                              onChange={(event) => void change(all, 'email', event.target.checked)}
                            />
                          </span>
                        )}
                        {push.publicKey === null ? null : (
                          <span className={pushColumn}>
                            <Switch
                              hideLabel
                              label={t('messages.push')}
                              disabled={unreachable}
                              checked={chosen('push') && !unreachable}
                              onChange={(event) => void change(all, 'push', event.target.checked)}
                            />
                          </span>
                        )}
                      </div>
                    </fieldset>
                  )
                })}
              </div>
              <p className="pt-2 text-small text-muted">
                {email === null ? (
                  t('messages.email.none')
                ) : (
                  <>
                    {t('messages.email')}: <bdi>{email}</bdi>
                  </>
                )}
              </p>
            </Card>
            {device ? <ThisDevice push={push} state={device} onState={setDevice} /> : null}
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

/**
 * Turns web push on and off on this device. The browser asks for permission only after a tap here, and not before the
 * first sale.
 */
function ThisDevice({
  push,
  state,
  onState,
}: {
  push: ResponseBody<typeof notificationChoices>['push']
  state: PushState
  onState: (state: PushState) => void
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)

  const turn = async (act: () => Promise<PushState>) => {
    setBusy(true)
    try {
      onState(await act())
    } catch {
      toast(t('messages.push.failed'))
    } finally {
      setBusy(false)
    }
  }
  const { publicKey, mayAsk } = push
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('messages.push')}</h2>
      <p className="text-small text-muted">{t('messages.push.text')}</p>
      {publicKey === null ? (
        <p className="text-small">{t('messages.push.none')}</p>
      ) : state === 'on' ? (
        <Button variant="secondary" wide busy={busy} onClick={() => void turn(disablePush)}>
          {t('messages.push.off')}
        </Button>
      ) : !mayAsk ? (
        <p className="text-small">{t('messages.push.later')}</p>
      ) : state === 'off' ? (
        <Button wide busy={busy} onClick={() => void turn(() => enablePush(publicKey))}>
          {t('messages.push.on')}
        </Button>
      ) : (
        <p className="text-small">{t(`messages.push.${state}`)}</p>
      )}
    </Card>
  )
}
