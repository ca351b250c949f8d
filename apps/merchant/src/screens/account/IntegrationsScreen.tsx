import { useApiMutation, useApiQuery } from '@quayside/client'
import { listApiKeys, listWebhooks, revokeApiKey, type ApiKey } from '@quayside/contract'
import { Button, Card, ConfirmDialog, ListRow, Page, Rows, StatusChip, toast } from '@quayside/ui'
import { BookOpen, KeyRound, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'
import { NewApiKeySheet } from './NewApiKeySheet.tsx'
import { NewWebhookSheet } from './NewWebhookSheet.tsx'
import { scopeTexts } from './scopes.ts'
import { WebhookSheet } from './WebhookSheet.tsx'

type Open = { sheet: 'key' } | { sheet: 'webhook' } | { sheet: 'one'; id: string } | { sheet: 'revoke'; key: ApiKey }

/** API keys and webhooks for the merchant's own programs. */
export function IntegrationsScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.app)
  const keys = useApiQuery(listApiKeys, {})
  const webhooks = useApiQuery(listWebhooks, {})
  const revoke = useApiMutation(revokeApiKey)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const shown = open?.sheet === 'one' ? webhooks.data?.list.find(({ id }) => id === open.id) : undefined

  const revokeOne = async (key: ApiKey) => {
    const done = await revoke.mutate({ id: key.id })
    close()
    if (done) toast(t('integrations.keys.revoked'))
  }

  return (
    <Page title={t('integrations.title')} onBack={back}>
      <Rows>
        <ListRow href="/api" icon={<BookOpen />} title={t('integrations.docs')} detail={t('integrations.text')} />
      </Rows>
      <MutationError mutation={revoke} />
      {/* One wait, and one reason if either fails. */}
      {keys.data && webhooks.data ? (
        <>
          <QueryBoundary query={keys}>
            {({ list }) => (
              <section aria-labelledby="api-keys" className="flex flex-col gap-3">
                <h2 id="api-keys" className="text-section font-semibold">
                  {t('integrations.keys')}
                </h2>
                {list.length === 0 ? <p className="text-muted">{t('integrations.keys.empty')}</p> : null}
                <ul className="flex flex-col gap-3">
                  {list.map((key) => (
                    <li key={key.id}>
                      <Card className="flex items-start gap-3">
                        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
                        <div className="flex min-w-0 flex-1 flex-col gap-1">
                          <h3 className="font-semibold" dir="auto">
                            {key.name}
                          </h3>
                          <p className="text-small text-muted">
                            <bdi dir="ltr" className="font-mono">
                              {`${key.start}…`}
                            </bdi>
                          </p>
                          <p className="text-small">{key.scopes.map((scope) => t(scopeTexts[scope])).join(' · ')}</p>
                          <p className="text-small text-muted">
                            {t('integrations.keys.until', { date: format.date(key.expiresAt) })}
                          </p>
                          <p className="text-small text-muted">
                            {key.usedAt
                              ? t('account.devices.used', { ago: format.ago(key.usedAt) })
                              : t('integrations.keys.unused')}
                          </p>
                          <Button
                            variant="quiet"
                            className="-ms-4 self-start"
                            aria-label={t('common.named', { label: t('integrations.keys.revoke'), value: key.name })}
                            onClick={() => setOpen({ sheet: 'revoke', key })}
                          >
                            {t('integrations.keys.revoke')}
                          </Button>
                        </div>
                      </Card>
                    </li>
                  ))}
                </ul>
                <WhileOpen quiet>
                  <OnlineButton
                    wide
                    variant="secondary"
                    icon={<Plus aria-hidden />}
                    onClick={() => setOpen({ sheet: 'key' })}
                  >
                    {t('integrations.keys.create')}
                  </OnlineButton>
                </WhileOpen>
              </section>
            )}
          </QueryBoundary>
          <QueryBoundary query={webhooks}>
            {({ list }) => (
              <section aria-labelledby="webhooks" className="flex flex-col gap-3 pt-2">
                <h2 id="webhooks" className="text-section font-semibold">
                  {t('integrations.webhooks')}
                </h2>
                {list.length === 0 ? (
                  <p className="text-muted">{t('integrations.webhooks.empty')}</p>
                ) : (
                  <Rows>
                    {list.map((webhook) => (
                      <ListRow
                        key={webhook.id}
                        icon={<WebhookIcon />}
                        title={
                          <bdi dir="ltr" className="break-all">
                            {webhook.url}
                          </bdi>
                        }
                        detail={
                          webhook.pausedAt ? (
                            <StatusChip tone="danger">
                              {t('integrations.webhooks.paused', { date: format.date(webhook.pausedAt) })}
                            </StatusChip>
                          ) : webhook.failingSince ? (
                            <StatusChip tone="warning">
                              {t('integrations.webhooks.failing', { date: format.date(webhook.failingSince) })}
                            </StatusChip>
                          ) : (
                            t('common.named', {
                              label: t('integrations.webhooks.events'),
                              value: format.number(webhook.events.length),
                            })
                          )
                        }
                        onClick={() => setOpen({ sheet: 'one', id: webhook.id })}
                      />
                    ))}
                  </Rows>
                )}
                <WhileOpen>
                  <OnlineButton
                    wide
                    variant="secondary"
                    icon={<Plus aria-hidden />}
                    onClick={() => setOpen({ sheet: 'webhook' })}
                  >
                    {t('integrations.webhooks.create')}
                  </OnlineButton>
                </WhileOpen>
              </section>
            )}
          </QueryBoundary>
        </>
      ) : (
        <QueryBoundary query={{ ...(keys.data ? webhooks : keys), data: undefined }}>{() => null}</QueryBoundary>
      )}
      {open?.sheet === 'key' ? <NewApiKeySheet onClose={close} /> : null}
      {open?.sheet === 'webhook' ? <NewWebhookSheet onClose={close} /> : null}
      {shown ? <WebhookSheet webhook={shown} onClose={close} /> : null}
      <ConfirmDialog
        open={open?.sheet === 'revoke'}
        onOpenChange={close}
        title={open?.sheet === 'revoke' ? t('integrations.keys.revoke.sure', { name: open.key.name }) : ''}
        text={t('integrations.keys.revoke.text')}
        confirm={t('integrations.keys.revoke')}
        cancel={t('common.cancel')}
        danger
        busy={revoke.isPending}
        onConfirm={() => void (open?.sheet === 'revoke' ? revokeOne(open.key) : undefined)}
      />
    </Page>
  )
}
