import { newKey, useApiMutation, useApiQuery } from '@quayside/client'
import {
  answerConversation,
  claimConversation,
  fillReply,
  listPaymentAccounts,
  listReplies,
  maxMessageLength,
  noteConversation,
  typingWindow,
} from '@quayside/contract'
import { Button, IconButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { Landmark, QrCode, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { formatDateTime } from '../../lib/format.ts'
import { attachmentLabel, type Attachment } from './attachment.ts'
import { languageName } from '../../lib/languageName.ts'
import type { ConversationData } from './conversation-data.ts'
import { PixForm } from './PixForm.tsx'
import { text } from './texts.ts'

type Mode = 'answer' | 'note'

/**
 * The field for an answer or a note. Enter sends. A slash at the start opens the saved replies: the arrows choose one,
 * and Enter inserts it in the merchant's language. Writing an answer claims the conversation.
 */
export function Composer({
  id,
  data,
  attachment,
  onAttach,
  disabled,
}: {
  id: string
  data: ConversationData
  attachment: Attachment | null
  onAttach: (attachment: Attachment | null) => void
  disabled: string | undefined
}) {
  const { claimed, party } = data.conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const [mode, setMode] = useState<Mode>('answer')
  const [written, setWritten] = useState('')
  const [hint, setHint] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  const [opensPix, setOpensPix] = useState(false)
  const send = useApiMutation(answerConversation)
  const note = useApiMutation(noteConversation)
  const fill = useApiMutation(fillReply, { quiet: true })
  const claim = useApiMutation(claimConversation, { quiet: true })
  const claimedAt = useRef(0)
  // The id stays the same until the message is stored: a repeated press stores it once.
  const messageId = useRef(newKey())
  const taken =
    claimed && !claimed.own
      ? text('inbox.claimed', { name: claimed.name, at: formatDateTime(claimed.until) })
      : undefined
  useUnsaved(written.trim() !== '' && !send.isPending && !note.isPending)
  const mayNot = disabled ?? (mode === 'answer' ? taken : undefined)
  const searching = mode === 'answer' && written.startsWith('/') && !written.includes('\n')

  const focus = (next: Mode) => {
    setMode(next)
    requestAnimationFrame(() => field.current?.focus())
  }
  useActions([
    { id: 'inbox.answer', label: text('inbox.focus-answer'), keys: 'r', disabled, run: () => focus('answer') },
    ...(party === 'merchant'
      ? [
          {
            id: 'inbox.pix',
            label: text('inbox.pix'),
            keys: 'p',
            disabled: disabled ?? taken,
            run: () => setOpensPix(true),
          },
        ]
      : []),
    { id: 'inbox.note', label: text('inbox.focus-note'), keys: 'n', disabled, run: () => focus('note') },
  ])

  const change = (next: string) => {
    setWritten(next)
    setHint(null)
    if (mode === 'note' || next.startsWith('/') || next === '' || mayNot) return
    // The sign that somebody writes is renewed before it ends.
    if (Date.now() - claimedAt.current < typingWindow.desk - 5000) return
    claimedAt.current = Date.now()
    void claim.mutate({ conversationId: id, typing: true })
  }
  const submit = async () => {
    const body = written.trim()
    if (mayNot || searching || (body === '' && (mode === 'note' || !attachment))) return
    const base = { id: messageId.current, conversationId: id, text: body }
    const stored =
      mode === 'note'
        ? await note.mutate(base)
        : await send.mutate({
            ...base,
            ...(attachment?.type === 'card' && { about: { kind: attachment.kind, id: attachment.id } }),
            ...(attachment?.type === 'account' && { accountId: attachment.id }),
          })
    if (!stored) return
    messageId.current = newKey()
    claimedAt.current = 0
    setWritten('')
    setHint(null)
    if (mode === 'answer') onAttach(null)
    setMode('answer')
  }
  const insert = async (replyId: string) => {
    const about = attachment?.type === 'card' ? { kind: attachment.kind, id: attachment.id } : undefined
    const filled = await fill.mutate({ id: replyId, conversationId: id, ...(about && { about }) })
    if (!filled) return
    change(filled.text)
    const hints = [
      filled.fallback ? text('inbox.fallback', { language: languageName(data.language) }) : null,
      filled.missing.length > 0
        ? text('inbox.missing', { names: filled.missing.map((one) => `{${one}}`).join(', ') })
        : null,
    ].filter((one) => one !== null)
    setHint(hints.join(' ') || null)
    field.current?.focus()
  }
  const problem = mode === 'note' ? note : send
  const isNote = mode === 'note'
  const composer = (
    <form
      className={clsx('flex flex-col gap-2 border-t border-border px-4 py-2', isNote ? 'bg-accent-soft' : 'bg-surface')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div role="radiogroup" aria-label={text('inbox.mode')} className="flex flex-wrap items-center gap-3 text-small">
        {(['answer', 'note'] as const).map((one) => (
          <label key={one} className="flex min-h-(--row) items-center gap-1.5">
            <input
              type="radio"
              name="mode"
              className="size-4 accent-(--accent)"
              checked={mode === one}
              onChange={() => setMode(one)}
            />
            {text(`inbox.mode.${one}`)}
          </label>
        ))}
        {!isNote && party === 'merchant' ? (
          <Button
            variant="quiet"
            className="min-h-(--row)! px-1! text-small!"
            icon={<QrCode aria-hidden className="size-4" />}
            aria-expanded={opensPix}
            aria-keyshortcuts="p"
            disabled={mayNot !== undefined}
            onClick={() => setOpensPix(!opensPix)}
          >
            {text('inbox.pix')}
          </Button>
        ) : null}
        {!isNote && party === 'merchant' ? (
          <Button
            variant="quiet"
            className="min-h-(--row)! px-1! text-small!"
            icon={<Landmark aria-hidden className="size-4" />}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            {text('inbox.attach.account')}
          </Button>
        ) : null}
      </div>
      {choosing && !isNote ? (
        <Accounts
          onChoose={(account) => {
            onAttach(account)
            setChoosing(false)
          }}
        />
      ) : null}
      {searching ? (
        <Replies search={written.slice(1)} field={field} onChoose={(replyId) => void insert(replyId)} />
      ) : null}
      {attachment && !isNote ? (
        <p className="flex items-center gap-1 text-small">
          <bdi>{text('inbox.attached', { what: attachmentLabel(attachment) })}</bdi>
          <IconButton
            label={text('inbox.detach')}
            icon={<X aria-hidden className="size-4" />}
            className="size-(--row)!"
            onClick={() => onAttach(null)}
          />
        </p>
      ) : null}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={text(isNote ? 'inbox.write.note' : 'inbox.write')}
          placeholder={text(isNote ? 'inbox.write.note' : 'inbox.write')}
          title={text('inbox.write.hint')}
          rows={Math.min(8, Math.max(2, written.split('\n').length))}
          maxLength={maxMessageLength}
          value={written}
          dir="auto"
          disabled={disabled !== undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || searching) return
            event.preventDefault()
            void submit()
          }}
          className="min-h-(--control) min-w-0 flex-1 resize-none rounded-field border border-input bg-surface px-3 py-2 text-body text-foreground placeholder:text-muted"
        />
        <Button type="submit" busy={send.isPending || note.isPending} disabled={mayNot !== undefined}>
          {text(isNote ? 'inbox.note.save' : 'inbox.send')}
        </Button>
      </div>
      {mayNot ? <p className="text-small text-muted">{mayNot}</p> : null}
      {hint ? (
        <p role="status" className="text-small text-warning">
          {hint}
        </p>
      ) : null}
      {problem.refusal?.fields['text'] ? (
        <p role="alert" dir="auto" className="text-danger">
          {problem.refusal.fields['text']}
        </p>
      ) : (
        <MutationProblem refusal={problem.refusal} unreachable={problem.unreachable} />
      )}
      <MutationProblem refusal={fill.refusal ?? (taken ? null : claim.refusal)} unreachable={fill.unreachable} />
    </form>
  )
  return (
    <>
      {opensPix ? <PixForm shopId={id} onDone={() => setOpensPix(false)} /> : null}
      {composer}
    </>
  )
}

/** The payment accounts that two people confirmed. */
function Accounts({ onChoose }: { onChoose: (account: Attachment) => void }) {
  const accounts = useApiQuery(listPaymentAccounts, {}).data?.list.filter((one) => one.state === 'confirmed')
  if (accounts?.length === 0) return <p className="text-small text-muted">{text('inbox.attach.account.none')}</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {accounts?.map(({ id, digest, network }) => (
        <li key={digest}>
          <Button variant="secondary" onClick={() => id && onChoose({ type: 'account', id, network })}>
            {text('inbox.account', { network })}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The saved replies with these words. The arrows in the field move the choice, Enter takes it. */
function Replies({
  search,
  field,
  onChoose,
}: {
  search: string
  field: RefObject<HTMLTextAreaElement | null>
  onChoose: (id: string) => void
}) {
  const list = useApiQuery(listReplies, { search, limit: 6 }).data?.list ?? []
  const [active, setActive] = useState(0)
  const place = Math.min(active, list.length - 1)
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(place + 1, list.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(place - 1, 0))
    else if (event.key === 'Enter' && list[place]) onChoose(list[place].id)
    else return
    event.preventDefault()
  }
  // The focus stays in the field, whose keys move the choice.
  const latest = useRef(onKeyDown)
  useLayoutEffect(() => {
    latest.current = onKeyDown
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => latest.current(event)
    const element = field.current
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [field])
  return (
    <ul
      aria-label={text('inbox.replies')}
      className="flex max-h-56 flex-col overflow-y-auto rounded-field border border-border bg-surface"
    >
      {list.length === 0 ? <li className="px-3 py-2 text-small text-muted">{text('inbox.replies.none')}</li> : null}
      {list.map((reply, index) => (
        <li key={reply.id}>
          <button
            type="button"
            aria-current={index === place ? 'true' : undefined}
            className={clsx(
              'flex min-h-(--row) w-full flex-col border-0 bg-transparent px-3 py-1 text-start text-foreground',
              index === place && 'bg-raised',
            )}
            onClick={() => onChoose(reply.id)}
          >
            <bdi className="text-small font-semibold">{reply.name}</bdi>
            <span className="w-full truncate text-small text-muted" dir="auto">
              {reply.texts.en}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
