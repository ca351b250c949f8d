import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  chooseNotification,
  notificationChoices,
  type ResponseBody,
  type MessageChannel,
  type MessageType,
} from '@quayside/contract'
import { Button, Card, Page, Switch, toast } from '@quayside/ui'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { pushState, disablePush, enablePush, type PushState } from '../../lib/web-push.ts'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { TypeIcon } from './MessageType.tsx'

/** A column of the table is as wide as its heading, and at least as wide as a finger. */
const column = 'flex min-w-15 justify-center px-0.5 text-center'
const emailColumn = clsx(column, 'col-start-2')
const pushColumn = clsx(column, 'col-start-3')
/** A row of the table. Where a type has no room beside its switches, it stands above them. */
const row = 'col-span-full grid grid-cols-subgrid border-b border-border'

/** The notification channels of each type of message, and web push on this device. */
export function NotificationsScreen() {
  const t = useT()
  const back = useBack(paths.messages)
  const choices = useApiQuery(notificationChoices, {})
  const choose = useApiMutation(chooseNotification)
  const [device, setDevice] = useState<PushState>()
  // Where this browser can show no push, no switch may say that it does.
  const unreachable = device === 'unsupported' || device === 'denied'
  useEffect(() => {
    void pushState().then(setDevice)
  }, [])

  const change = (type: MessageType, channel: MessageChannel, wanted: boolean) =>
    void choose.mutate({ type, channel, wanted })

  return (
    <Page title={t('messages.choose')} onBack={back}>
      <QueryBoundary query={{ ...choices, data: device && choices.data }}>
        {({ types, email, push }) => (
          <>
            <p className="text-small text-muted">{t('messages.choose.text')}</p>
            <MutationError mutation={choose} />
            <Card className="@container">
              <div className="grid grid-cols-[1fr_auto_auto]">
                <div aria-hidden className={clsx(row, 'items-end pb-2 text-small font-semibold')}>
                  {email === null ? null : <span className={emailColumn}>{t('messages.email')}</span>}
                  {push.publicKey === null ? null : <span className={pushColumn}>{t('messages.push')}</span>}
                </div>
                {types.map((one) => (
                  <fieldset
                    key={one.type}
                    aria-label={t(`messages.type.${one.type}`)}
                    disabled={choose.isPending}
                    className="contents"
                  >
                    <div className={clsx(row, 'items-center')}>
                      <span className="flex items-center gap-3 py-2 @max-[17rem]:col-span-full">
                        <TypeIcon type={one.type} />
                        <span className="min-w-0">{t(`messages.type.${one.type}`)}</span>
                      </span>
                      {email === null ? null : (
                        <span className={emailColumn}>
                          <Switch
                            hideLabel
                            label={t('messages.email')}
                            checked={one.email}
                            onChange={(event) => change(one.type, 'email', event.target.checked)}
                          />
                        </span>
                      )}
                      {push.publicKey === null ? null : (
                        <span className={pushColumn}>
                          <Switch
                            hideLabel
                            label={t('messages.push')}
                            disabled={unreachable}
                            checked={one.push && !unreachable}
                            onChange={(event) => change(one.type, 'push', event.target.checked)}
                          />
                        </span>
                      )}
                    </div>
                  </fieldset>
                ))}
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
    </Page>
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
