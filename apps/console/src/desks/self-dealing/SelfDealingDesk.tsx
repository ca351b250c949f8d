import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { orderReviewStates, type OrderReviewState, type ResponseBody } from '@quayside/contract'
import { decideOrderReview, listOrderReviews } from '@quayside/contract/self-dealing'
import { Money, toast, type Tone } from '@quayside/ui'
import { Link } from '@tanstack/react-router'
import { Check, CircleX, UserSearch, type LucideIcon } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import selfDealing from '../../locales/en/self-dealing.ts'

const text = createText(selfDealing)

type Row = ResponseBody<typeof listOrderReviews>['list'][number]
const keyOf = ({ shopId, order }: Row) => `${shopId}.${order.id}`

const chips: Record<OrderReviewState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'warning', icon: UserSearch },
  cleared: { tone: 'success', icon: Check },
  upheld: { tone: 'danger', icon: CircleX },
}
const ReviewState = ({ state }: { state: OrderReviewState }) => (
  <StateChip {...chips[state]} label={text(`self-dealing.state.${state}`)} />
)

/** Orders whose buyer and merchant may be one person, and whether they count in the figures of the shop. */
export default function SelfDealingDesk() {
  const [search] = useUrlState()
  const state = orderReviewStates.find((one) => one === search['state']) ?? 'open'
  const list = useApiInfiniteQuery(listOrderReviews, { state, limit: 50 }, { keyOf })
  return (
    <Queue
      title={text('self-dealing.title')}
      list={list}
      filters={
        <Filters
          filters={[
            {
              kind: 'view',
              name: 'state',
              label: text('self-dealing.state'),
              options: orderReviewStates.map((value) => ({ value, label: text(`self-dealing.state.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <bdi className="font-semibold tabular-nums">{row.order.code}</bdi>
          <bdi className="min-w-0 flex-1 truncate text-muted">{row.shop}</bdi>
          <TimeAgo at={row.openedAt} className="w-20 text-end" />
          <span className="w-24 text-end tabular-nums">
            <Money value={row.paid} />
          </span>
        </>
      )}
      renderDetail={(key, row) =>
        row ? <Review key={key} row={row} /> : <EmptyNotice title={text('self-dealing.gone')} />
      }
      empty={{ title: text('self-dealing.empty'), text: text('self-dealing.empty.text') }}
    />
  )
}

function Review({ row }: { row: Row }) {
  const { roles } = useOperator()
  const decide = useApiMutation(decideOrderReview)
  const noRight = roles.some((role) => role === 'support' || role === 'finance')
    ? undefined
    : text('self-dealing.no-right')
  const decision = (
    of: 'clear' | 'uphold',
    result: OrderReviewState,
    more: Pick<Decision, 'keys' | 'variant'>,
  ): Decision => ({
    id: of,
    label: text(of === 'clear' ? 'self-dealing.clear' : 'self-dealing.uphold'),
    ...more,
    disabled: noRight ?? (row.state === result ? text('self-dealing.decided') : undefined),
    text: { label: text('self-dealing.text'), required: true, maxLength: 1000, dir: 'auto' },
    consequence: text(of === 'clear' ? 'self-dealing.clear.consequence' : 'self-dealing.uphold.consequence'),
    run: async ({ text: words }) => {
      const done = await decide.mutate({ shopId: row.shopId, id: row.order.id, decision: of, text: words })
      if (done) toast(text('self-dealing.done'))
      return done !== null
    },
  })
  return (
    <Detail
      title={row.order.code}
      state={<ReviewState state={row.state} />}
      bar={
        <DecisionBar
          sends={[decide]}
          decisions={[
            decision('clear', 'cleared', { keys: 'c', variant: 'primary' }),
            decision('uphold', 'upheld', { keys: 'u', variant: 'danger' }),
          ]}
        />
      }
    >
      <Section title={text('self-dealing.signs')}>
        <ul className="m-0 ps-4">
          {row.signs.map((sign) => (
            <li key={sign}>{text(`self-dealing.sign.${sign}`)}</li>
          ))}
        </ul>
        <p className="text-muted">{text('self-dealing.signs.text')}</p>
      </Section>
      <Section title={text('self-dealing.facts')}>
        <FactList
          items={[
            fact(text('self-dealing.shop'), <bdi>{row.shop}</bdi>),
            fact(
              text('self-dealing.order'),
              <Link to="/orders" search={{ row: keyOf(row) }} className="font-semibold text-accent">
                {row.order.code}
              </Link>,
            ),
            fact(text('self-dealing.paid'), <Money value={row.paid} />),
            fact(text('self-dealing.opened'), formatDateTime(row.openedAt)),
            row.reason !== null && fact(text('self-dealing.reason'), <span dir="auto">{row.reason}</span>),
          ]}
        />
      </Section>
    </Detail>
  )
}
