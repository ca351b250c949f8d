import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { listRefundPayments, refundPaymentStates, retryRefundPayment } from '@quayside/contract/payments'
import { Money, toast } from '@quayside/ui'
import { Check, CircleX, Hourglass } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { QueueLine } from '../../components/QueueLine.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import refunds from '../../locales/en/refunds.ts'

const text = createText(refunds)

type Payment = ResponseBody<typeof listRefundPayments>['list'][number]
const keyOf = ({ shopId, id }: Payment) => `${shopId}_${id}`
const chips = {
  due: { tone: 'warning', icon: Hourglass },
  sent: { tone: 'success', icon: Check },
  failed: { tone: 'danger', icon: CircleX },
} as const

/** Payments to buyers at the card processor: due, sent, or failed and why. */
export function RefundPayments() {
  const [search] = useUrlState()
  const state = refundPaymentStates.find((one) => one === search['state'])
  const list = useApiInfiniteQuery(
    listRefundPayments,
    { limit: 50, ...(state ? { state } : {}), ...(search['q'] ? { search: search['q'] } : {}) },
    { keyOf },
  )
  return (
    <Queue
      title={text('refunds.payments.title')}
      list={list}
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('refunds.payments.search') },
            {
              kind: 'choice',
              name: 'state',
              label: text('refunds.filter.state'),
              options: refundPaymentStates.map((value) => ({ value, label: text(`refunds.payment.state.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <QueueLine
          title={row.order.code}
          amount={<Money value={row.amount} />}
          whose={row.shop}
          state={
            <>
              {row.overdue ? <span className="font-semibold text-danger">{text('refunds.payments.late')}</span> : null}
              <StateChip {...chips[row.state]} label={text(`refunds.payment.state.${row.state}`)} />
            </>
          }
          time={<TimeAgo at={row.createdAt} />}
        />
      )}
      renderDetail={(key, row) =>
        row ? <PaymentView key={key} payment={row} /> : <EmptyNotice title={text('refunds.payments.empty')} />
      }
      empty={{ title: text('refunds.payments.empty') }}
    />
  )
}

function PaymentView({ payment }: { payment: Payment }) {
  const me = useOperator()
  const retry = useApiMutation(retryRefundPayment)
  const { shopId, id } = payment
  const disabled = !me.roles.includes('finance')
    ? text('refunds.finance-only')
    : payment.mayRetry
      ? undefined
      : text('refunds.payments.retry.not')
  return (
    <Detail
      title={payment.order.code}
      state={<StateChip {...chips[payment.state]} label={text(`refunds.payment.state.${payment.state}`)} />}
      bar={
        <DecisionBar
          refusal={retry.refusal}
          unreachable={retry.unreachable}
          decisions={[
            {
              id: 'retry',
              label: text('refunds.payments.retry'),
              keys: 'a',
              variant: 'primary',
              disabled,
              consequence: text('refunds.payments.retry.consequence', { amount: formatAmount(payment.amount) }),
              run: async ({ key }) => {
                const done = await retry.mutate({ shopId, id }, { key })
                if (done) toast(text('refunds.payments.retried'))
                return Boolean(done)
              },
            },
          ]}
        />
      }
    >
      {payment.disputed ? (
        <p role="status" className="bg-accent-soft px-4 py-2 text-accent">
          {text('refunds.payments.disputed')}
        </p>
      ) : null}
      <Section title={text('refunds.payment')}>
        <FactList
          items={[
            { label: text('refunds.amount'), value: <Money value={payment.amount} className="font-semibold" /> },
            payment.withheld !== '0.00' && {
              label: text('refunds.payments.withheld'),
              value: <Money value={payment.withheld} />,
            },
            { label: text('refunds.payments.cause'), value: payment.cause },
            payment.refund !== null && { label: text('refunds.case'), value: <bdi>{payment.refund.code}</bdi> },
            { label: text('refunds.payments.processor'), value: payment.processor },
            { label: text('refunds.payments.reference'), value: <bdi>{payment.reference}</bdi> },
            { label: text('refunds.payments.created'), value: formatDateTime(payment.createdAt) },
            payment.sentAt !== null && {
              label: text('refunds.payments.sent-at'),
              value: formatDateTime(payment.sentAt),
            },
            payment.failure !== null && {
              label: text('refunds.payments.failure'),
              value: <span dir="auto">{payment.failure}</span>,
            },
          ]}
        />
      </Section>
    </Detail>
  )
}
