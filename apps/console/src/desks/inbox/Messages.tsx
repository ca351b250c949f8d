import { useApiMutation } from '@quayside/client'
import { conversationPicture } from '@quayside/contract'
import { Button } from '@quayside/ui'
import { clsx } from 'clsx'
import { CheckCheck, ImageIcon, Landmark, Link2, StickyNote } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { MutationProblem } from '../../components/QueryState.tsx'
import type { ConversationData } from './conversation-data.ts'
import { text } from './texts.ts'

const intoView = (element: HTMLElement | null) => void element?.scrollIntoView({ block: 'nearest' })

type Message = ConversationData['list'][number]
type Note = ConversationData['notes'][number]

/** Messages and notes, oldest first. Notes have another colour: nobody outside reads them. */
export function Messages({ id, data, onEarlier }: { id: string; data: ConversationData; onEarlier: () => void }) {
  const last = `${data.list[0]?.seq ?? 0} ${data.notes.length} ${data.typingUntil !== null}`
  const oldest = data.list.at(-1)?.at ?? ''
  const entries = [
    ...data.list.map((message) => ({ at: message.at, key: message.id, message, note: null })),
    ...data.notes
      // Notes older than the loaded messages come with them.
      .filter((note) => !data.more || note.at >= oldest)
      .map((note) => ({ at: note.at, key: note.id, message: null, note })),
  ].sort((a, b) => a.at.localeCompare(b.at) || (a.message?.seq ?? 0) - (b.message?.seq ?? 0))
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      {data.more && data.list.length < 100 ? (
        <Button variant="quiet" className="self-center" onClick={onEarlier}>
          {text('inbox.earlier')}
        </Button>
      ) : null}
      <ol aria-label={text('inbox.title')} className="flex flex-col gap-2">
        {entries.map(({ key, message, note }) => (
          <Fragment key={key}>
            {message ? <Bubble id={id} message={message} read={message.seq <= data.readBy.merchant} /> : null}
            {note ? <NoteBubble note={note} /> : null}
          </Fragment>
        ))}
      </ol>
      {data.typingUntil ? (
        <p role="status" className="text-small text-muted">
          {text('inbox.typing')}
        </p>
      ) : null}
      {/* A new element with each new entry: it is brought into view when it is mounted. */}
      <div key={last} ref={intoView} />
    </div>
  )
}

function Bubble({ id, message, read }: { id: string; message: Message; read: boolean }) {
  const ours = message.by === 'support'
  return (
    <li
      className={clsx(
        'flex max-w-[80%] flex-col gap-1 rounded-card border px-3 py-2',
        ours ? 'self-end border-transparent bg-raised' : 'self-start border-border bg-surface',
      )}
    >
      <p className="text-caption text-muted">
        {message.by === 'support'
          ? text('inbox.by.staff', { number: message.staff ?? 0 })
          : text(`inbox.by.${message.by}`)}
        {' · '}
        <time dateTime={message.at}>{formatDateTime(message.at)}</time>
        {ours && read ? (
          <>
            {' '}
            <CheckCheck role="img" aria-label={text('inbox.read')} className="inline size-3.5" />
          </>
        ) : null}
      </p>
      {message.card ? (
        <p className="flex items-center gap-1.5 font-semibold">
          <Link2 aria-hidden className="size-4 shrink-0" />
          <bdi>{text(`inbox.card.${message.card.kind}`, { code: message.card.code })}</bdi>
        </p>
      ) : null}
      {message.account ? (
        <p className="flex flex-wrap items-center gap-1.5 font-semibold">
          <Landmark aria-hidden className="size-4 shrink-0" />
          <bdi>{text('inbox.account', { network: message.account.network })}</bdi>
          {message.account.state === 'outdated' ? (
            <span className="text-danger">{text('inbox.account.outdated')}</span>
          ) : null}
        </p>
      ) : null}
      {message.picture ? <Picture conversationId={id} id={message.id} /> : null}
      {message.text ? (
        <p className="break-words whitespace-pre-wrap" dir="auto">
          {message.text}
        </p>
      ) : null}
    </li>
  )
}

const NoteBubble = ({ note }: { note: Note }) => (
  <li className="flex max-w-[80%] flex-col gap-1 self-end rounded-card border border-dashed border-warning bg-accent-soft px-3 py-2">
    <p className="flex items-center gap-1 text-caption text-foreground">
      <StickyNote aria-hidden className="size-3.5 shrink-0" />
      <span dir="auto">{text('inbox.note.by', { name: note.by.name })}</span>
      {' · '}
      <time dateTime={note.at}>{formatDateTime(note.at)}</time>
    </p>
    <p className="break-words whitespace-pre-wrap" dir="auto">
      {note.text}
    </p>
  </li>
)

/** A picture of the other party. It is loaded when somebody wants to see it: each look is written down. */
function Picture(input: { conversationId: string; id: string }) {
  const show = useApiMutation(conversationPicture, { quiet: true })
  const [shown, setShown] = useState<string | null>(null)
  const { mutate, isPending, refusal, unreachable } = show
  if (shown) return <img src={shown} alt={text('inbox.picture')} className="max-h-80 rounded-field object-contain" />
  return (
    <>
      <Button
        variant="secondary"
        busy={isPending}
        icon={<ImageIcon aria-hidden className="size-4" />}
        onClick={() =>
          void mutate(input).then((picture) => {
            if (picture) setShown(`data:${picture.contentType};base64,${picture.base64}`)
          })
        }
      >
        {text('inbox.picture.show')}
      </Button>
      <MutationProblem refusal={refusal} unreachable={unreachable} />
    </>
  )
}
