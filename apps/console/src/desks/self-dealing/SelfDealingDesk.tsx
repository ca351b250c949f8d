import { useApiMutation } from '@quayside/client'
import type { OrderReviewState, ResponseBody } from '@quayside/contract'
import { decideOrderReview, listOrderReviews } from '@quayside/contract/self-dealing'
import { Money } from '@quayside/ui'
import { Check, CircleX, UserSearch } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, told, type Decision } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import selfDealing from '../../locales/en/self-dealing.ts'

const text = createText(selfDealing)

type Row = ResponseBody<typeof listOrderReviews>['list'][number]
const itemOf = ({ shopId, order }: Row) => ({ shopId, id: order.id })

const State = stateChips<OrderReviewState>(
  {
    open: { tone: 'warning', icon: UserSearch },
    cleared: { tone: 'success', icon: Check },
    upheld: { tone: 'danger', icon: CircleX },
  },
  (state) => text(`self-dealing.state.${state}`),
)

/** Orders whose buyer and merchant may be one person, and whether they count in the figures of the shop. */
export default defineDesk({
  name: 'self-dealing',
  texts: selfDealing,
  list: listOrderReviews,
  filters: { state: { view: true } },
  ofShops: itemOf,
  row: (row) => ({
    title: row.order.code,
    amount: <Money value={row.paid} />,
    whose: row.shop,
    time: <TimeAgo at={row.openedAt} />,
  }),
  Item: Review,
})

function Review({ data: row }: { data: Row }) {
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
    run: ({ text: words }) =>
      told(decide.mutate({ ...itemOf(row), decision: of, text: words }), text('self-dealing.done')),
  })
  return (
    <Detail
      title={row.order.code}
      state={<State state={row.state} />}
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
              <Subject kind="order" id={row.order.id} shopId={row.shopId}>
                {row.order.code}
              </Subject>,
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
