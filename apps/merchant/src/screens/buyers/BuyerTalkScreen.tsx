import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  languages,
  markOrderTalkRead,
  maxOrderTalkLength,
  readOrderTalk,
  sendOrderTalk,
  type ResponseBody,
} from '@quayside/contract'
import { Bottle, Button, Card, EmptyState, IconButton, ListRow, Page, Rows } from '@quayside/ui'
import { clsx } from 'clsx'
import { Check, CheckCheck, ClipboardList, SendHorizontal, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { pageSize } from '../../constants.ts'
import { useBack } from '../../hooks/useBack.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { useFormat, useI18n, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'

type Talk = ResponseBody<typeof readOrderTalk>
type Message = Talk['list'][number]

const maxShown = 100
/** A ref callback for an element that is mounted with each new message. */
const intoView = (element: HTMLElement | null) => void element?.scrollIntoView({ block: 'end' })

/** The conversation with the buyer of one order. */
export function BuyerTalkScreen() {
  const back = useBack(paths.buyerTalks)
  const { id = '' } = useSearchParams(paths.buyerTalk)
  // The written text belongs to one order.
  return <BuyerTalk key={id} orderId={id} onBack={back} />
}

function BuyerTalk({ orderId, onBack }: { orderId: string; onBack: () => void }) {
  const t = useT()
  const format = useFormat()
  const [limit, setLimit] = useState(pageSize)
  const talk = useApiQuery(readOrderTalk, { orderId, limit })
  const { mutate: markRead } = useApiMutation(markOrderTalkRead, { quiet: true })
  const last = talk.data?.list[0]?.seq ?? 0
  const readUpTo = talk.data?.readBy.merchant ?? 0
  useEffect(() => {
    if (last > readUpTo && document.visibilityState === 'visible') void markRead({ orderId, seq: last })
  }, [last, readUpTo, orderId, markRead])

  return (
    <Page
      title={t('orders.talk')}
      onBack={onBack}
      footer={talk.data?.may === true ? <Composer orderId={orderId} /> : null}
    >
      <QueryBoundary query={talk}>
        {(data) => (
          <>
            <Rows>
              <ListRow
                href={link(paths.order, { id: orderId })}
                icon={<ClipboardList />}
                title={<bdi>{t('service.about.order', { code: data.order.code })}</bdi>}
                detail={<bdi>{data.buyer}</bdi>}
              />
            </Rows>
            <Card className="flex flex-col gap-1 text-small text-muted">
              <p>{t('orders.talk.lead')}</p>
              {data.until && data.may === true ? (
                <p>{t('orders.talk.until', { date: format.date(data.until) })}</p>
              ) : null}
              {data.supportReadAt ? (
                <p>{t('orders.talk.seen', { date: format.dateTime(data.supportReadAt) })}</p>
              ) : null}
            </Card>
            {data.more && limit < maxShown ? (
              <Button variant="quiet" onClick={() => setLimit(maxShown)}>
                {t('service.earlier')}
              </Button>
            ) : null}
            {data.list.length === 0 ? (
              <EmptyState scene={<Bottle />} title={t('messages.empty')} text={t('orders.talk.empty.text')} />
            ) : (
              <ol className="mt-auto flex flex-col gap-3" aria-label={t('orders.talk')}>
                {data.list.toReversed().map((message) => (
                  <Bubble
                    key={message.id}
                    message={message}
                    buyer={data.buyer}
                    read={message.seq <= data.readBy.buyer}
                  />
                ))}
              </ol>
            )}
            {data.may === true ? null : (
              <p role="status" className="rounded-card border border-border bg-surface p-3 text-small">
                {data.may.sentence}
              </p>
            )}
            <div key={last} ref={intoView} />
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}

function Composer({ orderId }: { orderId: string }) {
  const t = useT()
  const [text, setText] = useState('')
  const send = useApiMutation(sendOrderTalk)
  const intent = useIntent()
  const submit = async () => {
    const words = text.trim()
    if (words === '' || send.isPending) return
    if (!(await send.mutate({ orderId, id: intent.keyFor(words), text: words }))) return
    intent.done()
    setText('')
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <MutationError mutation={send} />
      <div className="flex items-end gap-1">
        <textarea
          aria-label={t('service.write')}
          placeholder={t('service.write')}
          rows={Math.min(5, Math.max(1, text.split('\n').length))}
          maxLength={maxOrderTalkLength}
          value={text}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          className="field-sizing-content max-h-36 min-h-12 min-w-0 flex-1 basis-28 resize-none rounded-field border border-input bg-surface px-3 py-3 text-body text-foreground placeholder:text-muted"
        />
        <IconButton
          type="submit"
          label={t('service.send')}
          icon={<SendHorizontal aria-hidden className="mirror text-accent" />}
        />
      </div>
    </form>
  )
}

function Bubble({ message, buyer, read }: { message: Message; buyer: string; read: boolean }) {
  const t = useT()
  const format = useFormat()
  const { lang } = useI18n()
  const mine = message.by === 'merchant'
  const foreign = languages.find(({ code }) => code === message.language && code !== lang)
  return (
    <li
      className={clsx(
        'flex max-w-[85%] flex-col gap-2 rounded-card px-3 py-2 text-foreground',
        mine ? 'self-end bg-accent-soft' : 'self-start border border-border bg-surface',
      )}
    >
      {mine ? (
        <span className="sr-only">{t('service.by.me')}</span>
      ) : (
        <span className="text-caption text-muted">
          {message.by === 'buyer' ? <bdi>{buyer}</bdi> : t('service.by.staff', { number: message.staff ?? 0 })}
        </span>
      )}
      <p className="text-body break-words whitespace-pre-wrap" dir="auto" lang={message.language}>
        {message.text}
      </p>
      {message.flagged ? (
        <p className="flex gap-1.5 text-small text-warning">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {t('orders.talk.flagged')}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-1 text-caption text-muted">
        <time dateTime={message.at}>{format.ago(message.at)}</time>
        {foreign ? <span lang={foreign.code}>· {foreign.name}</span> : null}
        {mine ? (
          <>
            {read ? (
              <CheckCheck aria-hidden className="size-4 text-accent" />
            ) : (
              <Check aria-hidden className="size-4" />
            )}
            <span className="sr-only">{t(read ? 'service.read' : 'service.sent')}</span>
          </>
        ) : null}
      </p>
    </li>
  )
}
