import { call, Refused, useApiMutation, useApiQuery } from '@quayside/client'
import {
  subjectKinds,
  fundsRecords,
  listOrders,
  readSupport,
  supportAbout,
  type ResponseBody,
  type supportConversation,
} from '@quayside/contract'
import {
  Bottle,
  Button,
  Card,
  EmptyState,
  IconButton,
  ListRow,
  Page,
  Rows,
  Sheet,
  TextField,
  PlainButton,
} from '@quayside/ui'
import { clsx } from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock3, ImagePlus, Link2, SendHorizontal, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { causePaths, link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ConversationPicture } from './ConversationPicture.tsx'
import { PaymentAccountCard } from './PaymentAccountCard.tsx'
import { useTypingSign, useUntil } from './typing.ts'
import { useConversation, type ConversationSubject, type Message, type Outgoing } from './useConversation.ts'

const draftKey = 'talk draft'
/** Orders, and records of money, to choose from without typing. */
const latestShown = 5

/** The day of an instant on this device. */
const dayOf = (at: string | undefined) => (at ? new Date(at).toDateString() : null)

/** A ref callback for an element that is mounted with each new message. */
const intoView = (element: HTMLElement | null) => void element?.scrollIntoView({ block: 'end' })

/** The conversation with customer service: live, with read marks. Unsent messages stay until they can be sent. */
export function ServiceScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const { text: ready, about: asked = '' } = useSearchParams()
  const [kind, id = ''] = asked.split(':')
  const askedKind = subjectKinds.find((one) => one === kind)
  const found = useApiQuery(supportAbout, { kind: askedKind ?? 'order', id }, { enabled: askedKind !== undefined })
  const { latest, messages, waiting, more, loadEarlier, send, deliver } = useConversation()
  // A prepared message of another screen replaces the stored draft.
  const [text, setText] = useState(() => ready ?? localStorage.getItem(draftKey) ?? '')
  const [picture, setPicture] = useState<Blob | null>(null)
  const [about, setAbout] = useState<ConversationSubject | null>(null)
  const [attaching, setAttaching] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const { mutate: markRead } = useApiMutation(readSupport, { quiet: true })
  const last = messages.at(-1)?.seq ?? 0
  const readUpTo = latest.data?.readBy.merchant ?? 0
  // The read position when the screen was opened: messages after it stay marked as new while the screen is open.
  const [newAfter, setNewAfter] = useState<number>()
  if (newAfter === undefined && latest.data) setNewAfter(readUpTo)
  const firstNew = messages.find((message) => message.by === 'support' && message.seq > (newAfter ?? Infinity))

  const typing = useUntil(latest.data?.typingUntil ?? null)
  const announceTyping = useTypingSign()

  useEffect(() => localStorage.setItem(draftKey, text), [text])
  useEffect(() => {
    if (last > readUpTo && document.visibilityState === 'visible') void markRead({ seq: last })
  }, [last, readUpTo, markRead])

  // The subject of another screen is attached once; the merchant can remove it.
  const card = found.data
  useEffect(() => {
    if (card) setAbout(card)
  }, [card])

  const submit = () => {
    if (!text.trim() && !picture && !about) return
    send(text.trim(), picture, about)
    setText('')
    setPicture(null)
    setAbout(null)
  }

  return (
    <Page
      title={t('service.title')}
      onBack={back}
      footer={
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <p className="text-caption text-muted">{t('service.safe')}</p>
          {about || picture ? (
            <p className="flex items-center justify-between gap-2 text-small">
              <span className="min-w-0">
                {t('service.attached', {
                  what: about ? t(`service.about.${about.kind}`, { code: about.code }) : t('service.picture'),
                })}
              </span>
              <IconButton
                label={t('service.remove')}
                icon={<X aria-hidden />}
                onClick={() => {
                  setAbout(null)
                  setPicture(null)
                }}
              />
            </p>
          ) : null}
          <div className="flex flex-wrap items-end justify-end gap-1">
            <IconButton
              label={t('service.picture')}
              icon={<ImagePlus aria-hidden />}
              onClick={() => file.current?.click()}
            />
            <IconButton label={t('service.attach')} icon={<Link2 aria-hidden />} onClick={() => setAttaching(true)} />
            <textarea
              aria-label={t('service.write')}
              placeholder={t('service.write')}
              rows={Math.min(5, Math.max(1, text.split('\n').length))}
              maxLength={2000}
              value={text}
              dir="auto"
              onChange={(event) => {
                setText(event.target.value)
                announceTyping()
              }}
              className="field-sizing-content max-h-36 min-h-12 min-w-0 flex-1 basis-28 resize-none rounded-field border border-input bg-surface px-3 py-3 text-body text-foreground placeholder:text-muted"
            />
            <IconButton
              type="submit"
              label={t('service.send')}
              icon={<SendHorizontal aria-hidden className="mirror text-accent" />}
            />
          </div>
          <input
            ref={file}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="hidden"
            tabIndex={-1}
            aria-hidden
            onChange={(event) => {
              setPicture(event.target.files?.[0] ?? null)
              event.target.value = ''
            }}
          />
        </form>
      }
    >
      <QueryBoundary query={latest}>
        {(data) => (
          <>
            <Desk expected={data.expectedMinutes} hours={data.hours} />
            {more ? (
              <Button variant="quiet" onClick={() => void loadEarlier()}>
                {t('service.earlier')}
              </Button>
            ) : null}
            {messages.length + waiting.length === 0 ? (
              <EmptyState scene={<Bottle />} title={t('service.empty')} text={t('service.empty.text')} />
            ) : (
              <ol className="mt-auto flex flex-col gap-3" aria-label={t('service.title')}>
                {messages.map((message, i) => (
                  <Fragment key={message.id}>
                    {dayOf(message.at) === dayOf(messages[i - 1]?.at) ? null : (
                      <li className="self-center text-caption text-muted">{format.date(message.at)}</li>
                    )}
                    {message === firstNew ? (
                      <li className="flex items-center gap-3 text-caption font-semibold text-accent">
                        <span aria-hidden className="h-px flex-1 bg-accent" />
                        {t('service.new')}
                        <span aria-hidden className="h-px flex-1 bg-accent" />
                      </li>
                    ) : null}
                    <Bubble message={message} read={message.seq <= data.readBy.support} />
                  </Fragment>
                ))}
                {waiting.map((message) => (
                  <WaitingBubble key={message.id} message={message} onRetry={() => void deliver(message)} />
                ))}
              </ol>
            )}
            {typing ? (
              <p role="status" className="text-caption text-muted">
                {t('service.typing')}
              </p>
            ) : null}
            <div key={`${last} ${waiting.length}`} ref={intoView} />
          </>
        )}
      </QueryBoundary>
      {attaching ? (
        <AttachSheet
          onClose={() => setAttaching(false)}
          onChoose={(chosen) => {
            setAbout(chosen)
            setAttaching(false)
          }}
        />
      ) : null}
    </Page>
  )
}

function Desk({
  expected,
  hours,
}: Pick<ResponseBody<typeof supportConversation>, 'hours'> & { expected: number | null }) {
  const t = useT()
  const format = useFormat()
  const clock = (hour: number) => format.clock(new Date(Date.UTC(2026, 0, 1, hour % 24)).toISOString())
  return (
    <Card className="flex flex-col gap-1 text-small text-muted">
      {hours ? (
        <p>{t(hours.open ? 'service.open' : 'service.closed', { from: clock(hours.from), to: clock(hours.to) })}</p>
      ) : null}
      {hours?.open === false ? null : (
        <p>
          {expected === null
            ? t('service.expected.none')
            : expected < 120
              ? t('service.expected', { minutes: expected })
              : t('service.expected.hours', { hours: Math.ceil(expected / 60) })}
        </p>
      )}
    </Card>
  )
}

const bubble = (mine: boolean) =>
  clsx(
    'flex max-w-[85%] flex-col gap-2 rounded-card px-3 py-2',
    mine ? 'self-end bg-accent-soft text-foreground' : 'self-start border border-border bg-surface text-foreground',
  )

function Bubble({ message, read }: { message: Message; read: boolean }) {
  const t = useT()
  const format = useFormat()
  const mine = message.by === 'merchant'
  return (
    <li className={bubble(mine)}>
      {mine || message.staff === null ? (
        <span className="sr-only">{t(mine ? 'service.by.me' : 'service.by.support')}</span>
      ) : (
        <span className="text-caption text-muted">{t('service.by.staff', { number: message.staff })}</span>
      )}
      {message.account ? <PaymentAccountCard account={message.account} /> : null}
      {message.card?.pix ? <PixPayment {...message.card.pix} /> : null}
      {message.card ? (
        <a
          href={link(causePaths[message.card.kind], { id: message.card.id })}
          className="flex min-h-12 items-center gap-2 rounded-field border border-border bg-surface px-3 font-semibold text-accent no-underline"
        >
          <Link2 aria-hidden className="size-5 shrink-0" />
          <bdi>{t(`service.about.${message.card.kind}`, { code: message.card.code })}</bdi>
        </a>
      ) : null}
      {message.picture ? (
        <ConversationPicture
          id={message.id}
          label={t('service.photo', { who: t(mine ? 'service.by.me' : 'service.by.support') })}
        />
      ) : null}
      {message.text ? (
        <p className="text-body whitespace-pre-wrap" dir="auto">
          {message.text}
        </p>
      ) : null}
      <p className="flex items-center gap-1 text-caption text-muted">
        <time dateTime={message.at}>{format.ago(message.at)}</time>
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

/** A PIX recharge: the amounts, and the key while it waits for its payment. */
function PixPayment({ amount, brl, payee }: NonNullable<NonNullable<Message['card']>['pix']>) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{t('recharge.channel.pix')}</p>
      <p>
        <bdi>{format.money(amount)}</bdi> · <bdi>{`R$${format.decimal(brl)}`}</bdi>
      </p>
      {payee ? (
        <>
          <CopyableValue label={t('service.account.holder')} value={payee.holder} />
          <CopyableValue label={t('service.account.key')} value={payee.key} />
        </>
      ) : null}
    </div>
  )
}

function WaitingBubble({ message, onRetry }: { message: Outgoing; onRetry: () => void }) {
  const t = useT()
  const failed = message.state === 'failed'
  return (
    <li className={clsx(bubble(true), !failed && 'opacity-70')}>
      {message.text ? (
        <p className="text-body whitespace-pre-wrap" dir="auto">
          {message.text}
        </p>
      ) : null}
      {message.about ? <bdi>{t(`service.about.${message.about.kind}`, { code: message.about.code })}</bdi> : null}
      {failed ? (
        <PlainButton onClick={onRetry} className="flex min-h-12 items-center gap-2 text-start text-small text-danger">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {message.problem ?? t('service.failed')}
        </PlainButton>
      ) : (
        <p className="flex items-center gap-1 text-caption text-muted">
          <Clock3 aria-hidden className="size-4" />
          {t('service.sending')}
        </p>
      )}
    </li>
  )
}

/** Chooses an object of the shop: one of the latest, or any by its number. */
function AttachSheet({ onClose, onChoose }: { onClose: () => void; onChoose: (about: ConversationSubject) => void }) {
  const t = useT()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const orders = useApiQuery(listOrders, { status: 0, limit: latestShown })
  const records = useApiQuery(fundsRecords, { limit: 2 * latestShown })
  const causes = (records.data?.list ?? []).flatMap(({ cause }) => (cause && cause.kind !== 'order' ? [cause] : []))
  const latest = [
    ...(orders.data?.list ?? []).map(({ id, code: number }) => ({ kind: 'order' as const, id, code: number })),
    ...new Map(causes.map((cause) => [cause.id, cause])).values(),
  ]

  const find = async () => {
    const wanted = code.trim().toUpperCase()
    setProblem(wanted === '' ? t('common.required') : undefined)
    if (wanted === '') return
    setBusy(true)
    try {
      const [named, booked] = await Promise.all([
        call(listOrders, { status: 0, search: wanted, limit: 5 }),
        call(fundsRecords, { code: wanted, limit: 1 }),
      ])
      const order = named.list.find((one) => one.code === wanted)
      const cause = booked.list[0]?.cause
      if (order) onChoose({ kind: 'order', id: order.id, code: order.code })
      else if (cause) onChoose(cause)
      else setProblem(t('service.attach.none'))
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : t('common.unreachable.text'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('service.attach')}
      footer={
        <Button wide busy={busy} onClick={() => void find()}>
          {t('service.attach')}
        </Button>
      }
    >
      <TextField
        label={t('service.attach.code')}
        value={code}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        error={problem}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(undefined)
        }}
      />
      {latest.length > 0 ? (
        <Rows>
          {latest.map((one) => (
            <ListRow
              key={one.id}
              onClick={() => onChoose(one)}
              title={<bdi>{t(`service.about.${one.kind}`, { code: one.code })}</bdi>}
            />
          ))}
        </Rows>
      ) : null}
    </Sheet>
  )
}
