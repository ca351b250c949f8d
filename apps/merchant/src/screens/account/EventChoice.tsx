import { webhookEventNames, type WebhookEvent } from '@quayside/contract'
import { useT } from '../../lib/i18n.tsx'

/** The events of a webhook, by the names that a program sees. */
export function EventChoice({
  events,
  onChange,
}: {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}) {
  const t = useT()
  return (
    <fieldset className="flex flex-col">
      <legend className="text-small text-muted">{t('integrations.webhooks.events')}</legend>
      {webhookEventNames.map((name) => (
        <label key={name} className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-(--accent)"
            checked={events.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...events, name] : events.filter((one) => one !== name))
            }
          />
          <bdi dir="ltr" className="min-w-0 flex-1 font-mono text-small break-all">
            {name}
          </bdi>
        </label>
      ))}
    </fieldset>
  )
}
