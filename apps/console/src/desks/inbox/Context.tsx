import { useApiQuery } from '@quayside/client'
import { conversationContext, type ResponseBody } from '@quayside/contract'
import { IconButton, Money } from '@quayside/ui'
import { Paperclip } from 'lucide-react'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { countryName, formatDate, formatNumber } from '../../lib/format.ts'
import { languageName } from '../../lib/languageName.ts'
import { attachmentLabel, type Attachment } from './attachment.ts'
import type { ConversationData } from './conversation-data.ts'
import { text } from './texts.ts'

type ContextData = ResponseBody<typeof conversationContext>
type Brief = { id: string; code: string; amount: string; at: string; status?: number }

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
          <Briefs
            shopId={context.shop?.id ?? null}
            title={text('inbox.orders')}
            kind="order"
            list={context.orders}
            onAttach={context.shop && onAttach}
          />
          {context.shop ? (
            <>
              <Briefs
                shopId={context.shop?.id ?? null}
                title={text('inbox.recharges')}
                kind="deposit"
                list={context.recharges}
                onAttach={onAttach}
              />
              <Briefs
                shopId={context.shop.id}
                title={text('inbox.withdrawals')}
                kind="withdrawal"
                list={context.withdrawals}
                onAttach={onAttach}
              />
              <Briefs
                shopId={context.shop?.id ?? null}
                title={text('inbox.refunds')}
                kind="refund"
                list={context.refunds}
                onAttach={onAttach}
              />
            </>
          ) : null}
        </>
      )}
    </QueryState>
  )
}

function Party({ context: { shop, buyer }, language }: { context: ContextData; language: string }) {
  if (buyer) return <FactList items={[fact(text('inbox.since'), formatDate(buyer.since))]} />
  if (!shop) return null
  const state = !shop.verified ? 'unverified' : shop.closed ? 'closed' : 'open'
  return (
    <FactList
      items={[
        fact(
          text('inbox.code'),
          <Subject kind="shop" id={shop.id} work={{ kind: 'conversation', id: shop.id }}>
            {shop.code}
          </Subject>,
        ),
        fact(text('inbox.shop.state'), text(`inbox.shop.${state}`)),
        fact(text('inbox.country'), shop.country && countryName(shop.country)),
        fact(text('inbox.language'), <bdi>{languageName(language)}</bdi>),
        fact(text('inbox.since'), formatDate(shop.since)),
        fact(
          text('inbox.rating'),
          shop.rating === null
            ? null
            : text('inbox.rating.of', { mean: formatNumber(Math.round(shop.rating * 10) / 10), n: shop.reviews }),
        ),
      ]}
    />
  )
}

function Briefs({
  title,
  kind,
  list,
  shopId,
  onAttach,
}: {
  title: string
  /** The shop of a merchant; null for a buyer, whose orders are of several shops. */
  shopId: string | null
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
              <Subject kind={kind} id={id} shopId={shopId} className="font-semibold text-accent">
                {code}
              </Subject>
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
