import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  answerShopTalk,
  languages,
  markShopTalkRead,
  maxOrderTalkLength,
  returnShopTalk,
  takeShopTalk,
  viewShopTalk,
  type ResponseBody,
} from '@quayside/contract'
import { Button, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision } from '../../components/DecisionBar.tsx'
import { fact, FactList } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { text } from './texts.ts'
import { shopItemKey } from '../../lib/shopItem.ts'

const firstPage = 30
const maxShown = 100
type Talk = ResponseBody<typeof viewShopTalk>

/** One conversation of a buyer with a shop, and the decisions to answer in the place of the shop. */
export function OrderTalk({ shopId, orderId }: { shopId: string; orderId: string }) {
  const [limit, setLimit] = useState(firstPage)
  const talk = useApiQuery(viewShopTalk, { shopId, orderId, limit })
  const { roles } = useOperator()
  const maySupport = roles.includes('support')
  const { mutate: markRead } = useApiMutation(markShopTalkRead, { quiet: true })
  const last = talk.data?.list[0]?.seq ?? 0
  const isNew = last > (talk.data?.supportRead ?? 0)
  useEffect(() => {
    if (maySupport && isNew && document.visibilityState === 'visible') void markRead({ shopId, orderId, seq: last })
  }, [maySupport, isNew, last, shopId, orderId, markRead])
  return (
    <QueryState query={talk}>
      {(data) => (
        <Detail
          title={data.shop.name ?? data.shop.code}
          state={
            data.takenBy ? (
              <span className="text-muted" dir="auto">
                {data.takenBy.own
                  ? text('order-talks.taken.own')
                  : text('order-talks.taken.by', { name: data.takenBy.name })}
              </span>
            ) : null
          }
          bar={<Decisions shopId={shopId} orderId={orderId} data={data} maySupport={maySupport} />}
        >
          <div className="flex flex-col gap-3 px-4 py-3">
            <FactList
              items={[
                fact(
                  text('order-talks.order'),
                  <Link to="/orders" search={{ row: shopItemKey({ shopId, id: orderId }) }} className="text-accent">
                    <bdi dir="ltr">{data.order.code}</bdi>
                  </Link>,
                ),
                fact(
                  text('order-talks.shop'),
                  <Subject kind="shop" id={shopId}>
                    {data.shop.code}
                  </Subject>,
                ),
                fact(text('order-talks.buyer'), <bdi>{data.buyer}</bdi>),
                data.until !== null && fact(text('order-talks.until'), formatDateTime(data.until)),
              ]}
            />
            {data.more && limit < maxShown ? (
              <Button variant="quiet" className="self-center" onClick={() => setLimit(maxShown)}>
                {text('order-talks.earlier')}
              </Button>
            ) : null}
            <ol aria-label={text('order-talks.title')} className="flex flex-col gap-2">
              {data.list.toReversed().map((message) => (
                <Bubble key={message.id} message={message} />
              ))}
            </ol>
          </div>
        </Detail>
      )}
    </QueryState>
  )
}

function Bubble({ message }: { message: Talk['list'][number] }) {
  return (
    <li
      className={clsx(
        'flex max-w-[80%] flex-col gap-1 rounded-card border px-3 py-2',
        message.by === 'buyer' ? 'self-start border-border bg-surface' : 'self-end border-transparent bg-raised',
      )}
    >
      <p className="text-caption text-muted">
        {message.by === 'support'
          ? text('order-talks.by.staff', { number: message.staff ?? 0 })
          : text(`order-talks.by.${message.by}`)}
        {' · '}
        <time dateTime={message.at}>{formatDateTime(message.at)}</time>
        {' · '}
        <span lang={message.language}>{languages.find(({ code }) => code === message.language)!.name}</span>
      </p>
      <p className="break-words whitespace-pre-wrap" dir="auto" lang={message.language}>
        {message.text}
      </p>
      {message.flagged ? (
        <p className="flex gap-1.5 text-small text-warning">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {text('order-talks.away')}
        </p>
      ) : null}
    </li>
  )
}

function Decisions({
  shopId,
  orderId,
  data,
  maySupport,
}: {
  shopId: string
  orderId: string
  data: Talk
  maySupport: boolean
}) {
  const take = useApiMutation(takeShopTalk)
  const giveBack = useApiMutation(returnShopTalk)
  const answer = useApiMutation(answerShopTalk)
  const mutations = [take, giveBack, answer]
  const mayNot = maySupport ? undefined : text('order-talks.may-not')
  const own = data.takenBy?.own === true
  const byOther = data.takenBy && !own ? text('order-talks.by-other') : undefined
  const done = async (made: Promise<unknown>) => {
    const isDone = Boolean(await made)
    if (isDone) toast(text('order-talks.done'))
    return isDone
  }
  const decisions: Decision[] = [
    {
      id: 'answer',
      label: text('order-talks.answer'),
      keys: 'a',
      variant: 'primary',
      disabled:
        mayNot ??
        (data.closed ? text('order-talks.closed') : undefined) ??
        byOther ??
        (own ? undefined : text('order-talks.not-taken')),
      text: {
        label: text('order-talks.answer'),
        hint: text('order-talks.answer.text'),
        required: true,
        maxLength: maxOrderTalkLength,
        dir: 'auto',
      },
      run: ({ text: words, key }) => done(answer.mutate({ shopId, orderId, id: key, text: words })),
    },
    data.takenBy === null
      ? {
          id: 'take',
          label: text('order-talks.take'),
          keys: 't',
          disabled: mayNot,
          text: { label: text('order-talks.take.why'), required: true, maxLength: 300, dir: 'auto' },
          consequence: text('order-talks.take.consequence'),
          run: ({ text: reason }) => done(take.mutate({ shopId, orderId, reason })),
        }
      : {
          id: 'return',
          label: text('order-talks.return'),
          keys: 't',
          disabled: mayNot,
          consequence: text('order-talks.return.consequence'),
          run: () => done(giveBack.mutate({ shopId, orderId })),
        },
  ]
  return <DecisionBar decisions={decisions} sends={mutations} />
}
