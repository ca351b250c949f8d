import { useApiMutation, useApiQuery } from '@quayside/client'
import { endSession, endSessions, listSessions, type ResponseBody } from '@quayside/contract'
import { Button, Checkbox, ConfirmDialog, IconButton, ListRow, Page, Rows, StatusChip, toast } from '@quayside/ui'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
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
  const back = useBack(paths.security)
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
      <MutationError mutation={end} />
      <MutationError mutation={endAll} />
      <QueryBoundary query={sessions}>
        {({ list }) => (
          <>
            <Rows>
              {list.map((session) => (
                <div key={session.id} className="flex items-center pe-1">
                  <ListRow
                    icon={/^(iPhone|Android|HarmonyOS)$/.test(session.system ?? '') ? <Smartphone /> : <Monitor />}
                    title={
                      <>
                        {nameOf(session)}{' '}
                        {session.here ? <StatusChip tone="success">{t('account.devices.here')}</StatusChip> : null}
                      </>
                    }
                    detail={
                      <>
                        <span className="block">
                          {t('account.devices.used', { ago: format.ago(session.usedAt) })}
                          {session.address ? (
                            <>
                              {' · '}
                              <bdi>{session.address}</bdi>
                            </>
                          ) : null}
                        </span>
                        <span className="block">
                          {t('account.devices.since', { date: format.dateTime(session.since) })}
                        </span>
                      </>
                    }
                  />
                  {session.here ? null : (
                    <IconButton
                      label={t('common.named', { label: t('account.devices.end'), value: nameOf(session) })}
                      icon={<LogOut aria-hidden className="size-5 text-danger" />}
                      onClick={() => setConfirming(session)}
                    />
                  )}
                </div>
              ))}
            </Rows>
            <p className="text-small text-muted">{t('account.devices.text')}</p>
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
