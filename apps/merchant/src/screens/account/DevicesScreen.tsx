import { useApiMutation, useApiQuery } from '@quayside/client'
import { endSession, endSessions, listSessions, type ResponseBody } from '@quayside/contract'
import { Button, Card, Checkbox, ConfirmDialog, Page, StatusChip, toast } from '@quayside/ui'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLogout } from '../../hooks/useLogout.ts'
import { paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Session = ResponseBody<typeof listSessions>['list'][number]

/** The sessions of the merchant. Each can be ended from here, or all at once. */
export function DevicesScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const leave = useLogout()
  const sessions = useApiQuery(listSessions, {})
  const end = useApiMutation(endSession)
  const endAll = useApiMutation(endSessions)
  const [confirming, setConfirming] = useState<Session | 'all' | null>(null)
  const [stay, setStay] = useState(true)
  const nameOf = ({ browser, system }: Session) =>
    browser && system
      ? t('account.devices.name', { browser, system })
      : (browser ?? system ?? t('account.devices.unknown'))

  const endOne = async ({ id }: Session) => {
    const done = await end.mutate({ id })
    setConfirming(null)
    if (done) toast(t('account.devices.ended'))
  }
  const endEvery = async () => {
    const done = await endAll.mutate({ stay })
    setConfirming(null)
    if (!done) return
    if (!stay) return leave()
    toast(t('account.devices.ended'))
  }

  return (
    <Page title={t('account.devices')} onBack={back}>
      <p className="text-muted">{t('account.devices.text')}</p>
      <MutationError mutation={end} />
      <MutationError mutation={endAll} />
      <QueryBoundary query={sessions}>
        {({ list }) => (
          <>
            <ul className="flex flex-col gap-3">
              {list.map((session) => (
                <li key={session.id}>
                  <Card className="flex items-start gap-3">
                    <span aria-hidden className="pt-0.5 text-muted">
                      {/^(iPhone|Android|HarmonyOS)$/.test(session.system ?? '') ? <Smartphone /> : <Monitor />}
                    </span>
                    <div className="flex min-w-0 flex-1 flex-col gap-1">
                      <div className="flex flex-wrap items-center gap-2">
                        <h2 className="font-semibold">{nameOf(session)}</h2>
                        {session.here ? <StatusChip tone="success">{t('account.devices.here')}</StatusChip> : null}
                      </div>
                      <p className="text-small text-muted">
                        {t('account.devices.used', { ago: format.ago(session.usedAt) })}
                      </p>
                      <p className="text-small text-muted">
                        {t('account.devices.since', { date: format.dateTime(session.since) })}
                      </p>
                      {session.address ? (
                        <p className="text-small break-words text-muted">
                          <bdi>{session.address}</bdi>
                        </p>
                      ) : null}
                      {session.here ? null : (
                        <Button
                          variant="quiet"
                          className="-ms-4 self-start"
                          aria-label={t('common.named', { label: t('account.devices.end'), value: nameOf(session) })}
                          onClick={() => setConfirming(session)}
                        >
                          {t('account.devices.end')}
                        </Button>
                      )}
                    </div>
                  </Card>
                </li>
              ))}
            </ul>
            <div className="mt-auto">
              <Button variant="danger" wide onClick={() => setConfirming('all')}>
                {t('account.devices.all')}
              </Button>
            </div>
          </>
        )}
      </QueryBoundary>
      <ConfirmDialog
        open={confirming !== null && confirming !== 'all'}
        onOpenChange={() => setConfirming(null)}
        title={confirming && confirming !== 'all' ? t('account.devices.end.sure', { device: nameOf(confirming) }) : ''}
        confirm={t('account.devices.end')}
        cancel={t('common.cancel')}
        danger
        busy={end.isPending}
        onConfirm={() => void (confirming && confirming !== 'all' ? endOne(confirming) : undefined)}
      />
      <ConfirmDialog
        open={confirming === 'all'}
        onOpenChange={() => setConfirming(null)}
        title={t('account.devices.all.sure')}
        text={
          <Checkbox
            label={t('account.password.stay')}
            className="text-foreground"
            checked={stay}
            onChange={(event) => setStay(event.target.checked)}
          />
        }
        confirm={t('account.devices.all')}
        cancel={t('common.cancel')}
        danger
        busy={endAll.isPending}
        onConfirm={() => void endEvery()}
      />
    </Page>
  )
}
