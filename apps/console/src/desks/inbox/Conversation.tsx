import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  assignConversation,
  claimConversation,
  listSupportOperators,
  markTalkRead,
  readConversation,
  releaseConversation,
  setConversationState,
} from '@quayside/contract'
import { useEffect, useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision, withReasons } from '../../components/DecisionBar.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { Composer } from './Composer.tsx'
import { Context } from './Context.tsx'
import { ConversationState } from './ConversationState.tsx'
import type { ConversationData } from './conversation-data.ts'
import { Messages } from './Messages.tsx'
import { text } from './texts.ts'
import type { Attachment } from './attachment.ts'

const firstPage = 30
const hour = 3_600_000
const snoozes = { hour, 'four-hours': 4 * hour, day: 24 * hour, days: 72 * hour } as const
const instantIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
const snoozeNames = Object.keys(snoozes) as (keyof typeof snoozes)[]

/** One conversation: messages with the notes between them, the field for an answer or a note, and the decisions. */
export function Conversation({ id }: { id: string }) {
  const [limit, setLimit] = useState(firstPage)
  const query = useApiQuery(readConversation, { conversationId: id, limit })
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const { roles } = useOperator()
  const mayAnswer = roles.includes('support')
  const { mutate: markRead } = useApiMutation(markTalkRead, { quiet: true })
  const last = query.data?.list[0]?.seq ?? 0
  const readUpTo = query.data?.readBy.support ?? 0
  useEffect(() => {
    if (mayAnswer && last > readUpTo && document.visibilityState === 'visible')
      void markRead({ conversationId: id, seq: last })
  }, [mayAnswer, last, readUpTo, id, markRead])

  return (
    <QueryState query={query}>
      {(data) => (
        <Detail
          title={data.conversation.name ?? text('inbox.nameless')}
          state={
            <>
              <ConversationState row={data.conversation} />
              <Claim conversation={data.conversation} />
            </>
          }
          aside={<Context id={id} data={data} onAttach={mayAnswer ? setAttachment : undefined} />}
          bar={
            <>
              <Composer
                id={id}
                data={data}
                attachment={attachment}
                onAttach={setAttachment}
                disabled={mayAnswer ? undefined : text('inbox.may-not')}
              />
              <Decisions id={id} data={data} />
            </>
          }
        >
          <Messages id={id} data={data} onEarlier={() => setLimit((before) => Math.min(100, before + 35))} />
        </Detail>
      )}
    </QueryState>
  )
}

function Claim({ conversation: { claimed, snoozedUntil } }: Pick<ConversationData, 'conversation'>) {
  if (snoozedUntil)
    return <span className="text-muted">{text('inbox.snoozed-until', { at: formatDateTime(snoozedUntil) })}</span>
  if (!claimed) return null
  const at = formatDateTime(claimed.until)
  return (
    <span className="text-muted" dir="auto">
      {claimed.own ? text('inbox.claimed.own', { at }) : text('inbox.claimed', { name: claimed.name, at })}
    </span>
  )
}

function Decisions({ id, data: { conversation } }: { id: string; data: ConversationData }) {
  const me = useOperator()
  const operators = useApiQuery(listSupportOperators, {})
  const claim = useApiMutation(claimConversation)
  const release = useApiMutation(releaseConversation)
  const assign = useApiMutation(assignConversation)
  const set = useApiMutation(setConversationState)
  const mutations = [claim, release, assign, set]
  const conversationId = id
  const mayNot = me.roles.includes('support') ? undefined : text('inbox.may-not')
  const taken = conversation.claimed && !conversation.claimed.own ? text('inbox.is-claimed') : undefined
  const done = (made: Promise<unknown>) => made.then(Boolean)
  const own = conversation.claimed?.own === true
  const closed = conversation.state === 'done'
  const decisions: Decision[] = [
    own
      ? {
          id: 'release',
          label: text('inbox.release'),
          keys: 'c',
          disabled: mayNot,
          run: () => done(release.mutate({ conversationId })),
        }
      : {
          id: 'claim',
          label: text('inbox.claim'),
          keys: 'c',
          disabled: mayNot ?? taken,
          run: () => done(claim.mutate({ conversationId })),
        },
    {
      id: 'assign-me',
      label: text('inbox.assign-me'),
      keys: 'm',
      disabled: mayNot ?? (conversation.assigned?.id === me.operatorId ? text('inbox.is-mine') : undefined),
      run: () => done(assign.mutate({ conversationId, operatorId: me.operatorId })),
    },
    {
      id: 'assign',
      label: text('inbox.assign'),
      keys: 'a',
      disabled: mayNot,
      reasons: [
        { value: 'nobody', label: text('inbox.unassign') },
        ...(operators.data?.list ?? []).map((one) => ({ value: one.id, label: one.name })),
      ],
      run: ({ reason }) => done(assign.mutate({ conversationId, operatorId: reason === 'nobody' ? null : reason })),
    },
    withReasons({
      id: 'snooze',
      label: text('inbox.snooze'),
      keys: 's',
      disabled: mayNot ?? taken,
      reasons: snoozeNames.map((name) => ({ value: name, label: text(`inbox.snooze.${name}`) })),
      text: { label: text('inbox.snooze.why'), required: true, maxLength: 300, dir: 'auto' },
      run: ({ reason, text: why }) => {
        const until = instantIn(snoozes[reason])
        return done(set.mutate({ conversationId, state: 'snoozed', until, reason: why }))
      },
    }),
    closed
      ? {
          id: 'reopen',
          label: text('inbox.reopen'),
          keys: 'o',
          disabled: mayNot ?? taken,
          run: () => done(set.mutate({ conversationId, state: 'open' })),
        }
      : {
          id: 'done',
          label: text('inbox.done'),
          keys: 'd',
          disabled: mayNot ?? taken,
          run: () => done(set.mutate({ conversationId, state: 'done' })),
        },
  ]
  return <DecisionBar decisions={decisions} sends={mutations} />
}
