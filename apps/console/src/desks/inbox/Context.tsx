import { useApiQuery } from '@quayside/client'
import { conversationContext, languages, type ResponseBody } from '@quayside/contract'
import { IconButton, Money } from '@quayside/ui'
import { Paperclip } from 'lucide-react'
import { FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { attachmentLabel, type Attachment } from './attachment.ts'
import type { ConversationData } from './conversation-data.ts'
import { text } from './texts.ts'

type ContextData = ResponseBody<typeof conversationContext>
type Brief = { id: string; code: string; amount: string; at: string; status?: number }

export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code

/** Who the other party is, and what can be attached as a card. */
export function Context({
  id,
  data,
  onAttach,
}: {
  id: string
  data: ConversationData
  onAttach: ((attachment: Attachment) => void) | undefined
}) {
  const query = useApiQuery(conversationContext, { conversationId: id })
  return (
    <QueryState query={query} rows={4}>
      {(context) => (
        <>
          <Section title={text('inbox.context')}>
            <Party context={context} language={data.language} />
          </Section>
          <Briefs title={text('inbox.orders')} kind="order" list={context.orders} onAttach={context.shop && onAttach} />
          {context.shop ? (
            <>
              <Briefs title={text('inbox.recharges')} kind="deposit" list={context.recharges} onAttach={onAttach} />
              <Briefs
                title={text('inbox.withdrawals')}
                kind="withdrawal"
                list={context.withdrawals}
                onAttach={onAttach}
              />
              <Briefs title={text('inbox.refunds')} kind="refund" list={context.refunds} onAttach={onAttach} />
            </>
          ) : null}
        </>
      )}
    </QueryState>
  )
}

function Party({ context: { shop, buyer }, language }: { context: ContextData; language: string }) {
  if (buyer) return <FactList items={[{ label: text('inbox.since'), value: formatDate(buyer.since) }]} />
  if (!shop) return null
  const state = !shop.verified ? 'unverified' : shop.closed ? 'closed' : 'open'
  return (
    <FactList
      items={[
        { label: text('inbox.code'), value: <bdi dir="ltr">{shop.code}</bdi> },
        { label: text('inbox.shop.state'), value: text(`inbox.shop.${state}`) },
        { label: text('inbox.country'), value: shop.country },
        { label: text('inbox.language'), value: <bdi>{languageName(language)}</bdi> },
        { label: text('inbox.since'), value: formatDate(shop.since) },
        {
          label: text('inbox.rating'),
          value:
            shop.rating === null
              ? null
              : text('inbox.rating.of', { mean: formatNumber(Math.round(shop.rating * 10) / 10), n: shop.reviews }),
        },
      ]}
    />
  )
}

function Briefs({
  title,
  kind,
  list,
  onAttach,
}: {
  title: string
  kind: 'order' | 'deposit' | 'withdrawal' | 'refund'
  list: readonly Brief[]
  onAttach: ((attachment: Attachment) => void) | null | undefined
}) {
  return (
    <Section title={title}>
      {list.length === 0 ? <p className="text-small text-muted">{text('inbox.none')}</p> : null}
      <ul className="flex flex-col">
        {list.map(({ id, code, amount, at, status }) => {
          const card = { type: 'card', kind, id, code } as const
          return (
            <li key={id} className="flex min-h-(--row) items-center gap-2 text-small">
              <bdi dir="ltr" className="font-semibold">
                {code}
              </bdi>
              <span className="min-w-0 flex-1 truncate text-muted">
                {status === undefined ? <TimeAgo at={at} /> : text(`inbox.order.${status as 1}`)}
              </span>
              <span className="text-end tabular-nums">
                <Money value={amount} />
              </span>
              {onAttach ? (
                <IconButton
                  label={text('inbox.attach', { what: attachmentLabel(card) })}
                  icon={<Paperclip aria-hidden className="size-4" />}
                  className="size-(--row)!"
                  onClick={() => onAttach(card)}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
