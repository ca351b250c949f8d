import { call, invalidateChanges, newKey, Refused, upload, useApiQuery } from '@quayside/client'
import { sendToSupport, supportConversation, type ResponseBody, type SubjectKind } from '@quayside/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkAgainDelay, pageSize } from '../../constants.ts'

export type Message = ResponseBody<typeof supportConversation>['list'][number]
export type ConversationSubject = { kind: SubjectKind; id: string; code: string }
/** A message that the server does not have yet, with its state and problem. */
export type Outgoing = {
  id: string
  text: string
  picture: Blob | null
  about: ConversationSubject | null
  state: 'sending' | 'failed'
  problem: string | null
}

/** The latest messages, earlier ones on request, and the outgoing ones. */
export function useConversation() {
  const latest = useApiQuery(supportConversation, { limit: pageSize })
  const [earlier, setEarlier] = useState<Message[]>([])
  const [exhausted, setExhausted] = useState(false)
  const [outgoing, setOutgoing] = useState<Outgoing[]>([])
  const pending = useRef(new Set<string>())

  const seen = new Set(latest.data?.list.map((message) => message.id))
  const messages = [...(latest.data?.list ?? []), ...earlier.filter((message) => !seen.has(message.id))].toSorted(
    (a, b) => a.seq - b.seq,
  )
  // A message that the server has is no longer outgoing.
  const waiting = outgoing.filter((message) => !messages.some((known) => known.id === message.id))

  const loadEarlier = useCallback(async () => {
    const first = messages[0]
    if (!first) return
    const page = await call(supportConversation, { limit: pageSize, before: first.seq })
    setEarlier((before) => [...before, ...page.list])
    setExhausted(!page.more)
  }, [messages])

  const change = useCallback(
    (id: string, part: Partial<Outgoing>) =>
      setOutgoing((list) => list.map((message) => (message.id === id ? { ...message, ...part } : message))),
    [],
  )

  const deliver = useCallback(
    async (message: Outgoing) => {
      if (pending.current.has(message.id)) return
      pending.current.add(message.id)
      change(message.id, { state: 'sending', problem: null })
      try {
        const picture = message.picture ? (await upload(message.picture, 'chat')).id : undefined
        await call(sendToSupport, {
          id: message.id,
          text: message.text,
          ...(picture ? { picture } : {}),
          ...(message.about ? { about: { kind: message.about.kind, id: message.about.id } } : {}),
        })
        void invalidateChanges(sendToSupport)
      } catch (error) {
        change(message.id, { state: 'failed', problem: error instanceof Refused ? error.message : null })
      } finally {
        pending.current.delete(message.id)
      }
    },
    [change],
  )

  const send = useCallback(
    (text: string, picture: Blob | null, about: ConversationSubject | null) => {
      const message: Outgoing = { id: newKey(), text, picture, about, state: 'sending', problem: null }
      setOutgoing((list) => [...list, message])
      void deliver(message)
    },
    [deliver],
  )

  // Messages that failed without a connection are sent again automatically; none of them moves money. The timer is
  // needed because the browser fires `online` before the server can be reached.
  useEffect(() => {
    const lost = outgoing.filter((message) => message.state === 'failed' && message.problem === null)
    if (lost.length === 0) return
    const retry = () => lost.forEach((message) => void deliver(message))
    const timer = setTimeout(retry, checkAgainDelay)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [outgoing, deliver])

  return {
    latest,
    messages,
    waiting,
    more: latest.data?.more === true && !exhausted,
    loadEarlier,
    send,
    deliver,
  }
}
