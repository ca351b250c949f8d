import { useApiQuery } from '@quayside/client'
import { demoLoginCode, demoOutbox } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import { Button, CopyButton, EmptyState, Bottle, Sheet } from '@quayside/ui'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'
import { QueryBoundary } from './QueryBoundary.tsx'
import { isDemo } from '../lib/demo.ts'

/**
 * In demo mode no message is sent: the merchant finds here what would have been sent. Outside demo mode it renders
 * nothing. Without a session it shows the code of this `request`.
 */
export function DemoMessages({ request }: { request?: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!isDemo) return null
  return (
    <>
      <Button variant="quiet" wide icon={<Inbox aria-hidden className="size-5" />} onClick={() => setOpen(true)}>
        {t('demo.messages')}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title={t('demo.messages')}>
        {request === undefined ? <Outbox /> : <SentLoginCode request={request} />}
      </Sheet>
    </>
  )
}

const pollMs = 3000
const sentCode = new RegExp(`\\b\\d{${codeDigits}}\\b`)
const Outbox = () => <Messages query={useApiQuery(demoOutbox, {}, { pollMs })} />
const SentLoginCode = ({ request }: { request: string }) => (
  <Messages query={useApiQuery(demoLoginCode, { request }, { pollMs })} />
)

function Messages({ query }: { query: ReturnType<typeof useApiQuery<typeof demoOutbox>> }) {
  const t = useT()
  const format = useFormat()
  return (
    <QueryBoundary query={query} shape="lines" count={1}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState scene={<Bottle />} title={t('demo.messages.empty')} />
        ) : (
          <>
            <p className="text-small text-muted">{t('demo.messages.text')}</p>
            <ul className="flex flex-col gap-3">
              {list.map((message) => (
                <li key={message.id} className="flex rounded-card border border-border py-3 ps-3">
                  <div className="flex min-w-0 flex-1 flex-col gap-1">
                    <p className="row-between text-caption text-muted">
                      <bdi className="min-w-0 break-all">{message.to}</bdi>
                      <span>{format.dateTime(message.at)}</span>
                    </p>
                    {message.subject ? (
                      <p className="font-semibold" dir="auto">
                        {message.subject}
                      </p>
                    ) : null}
                    <p className="text-small whitespace-pre-line" dir="auto">
                      {message.text}
                    </p>
                  </div>
                  <CopyButton text={sentCode.exec(message.text)?.[0] ?? message.text} label={t('common.copy')} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryBoundary>
  )
}
