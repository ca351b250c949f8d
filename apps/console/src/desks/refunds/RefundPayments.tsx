import { newKey, useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { formatCents, parseCents, type ResponseBody } from '@quayside/contract'
import {
  confirmBankRefund,
  listRefundPayments,
  proposeRefundWay,
  refundPaymentStates,
  retryRefundPayment,
  returnBankRefund,
} from '@quayside/contract/payments'
import { Button, Money, TextField, toast } from '@quayside/ui'
import { Check, CircleX, Hourglass, Landmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type DecisionInput } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice, MutationProblem } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { Signers } from '../../components/Signers.tsx'
import { QueueLine } from '../../components/QueueLine.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { causeName } from '../../lib/ledger.ts'
import { createText } from '../../lib/texts.ts'
import refunds from '../../locales/en/refunds.ts'
import { BankLineField, useFinanceOnly } from '../money/parts.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'

const text = createText(refunds)

type Payment = ResponseBody<typeof listRefundPayments>['list'][number]
const chips = {
  due: { tone: 'warning', icon: Hourglass },
  sent: { tone: 'success', icon: Check },
  failed: { tone: 'danger', icon: CircleX },
  'by-bank': { tone: 'warning', icon: Landmark },
} as const

/** Payments to buyers: due, sent, failed and why, or waiting for the bank. */
export function RefundPayments() {
  const [search] = useUrlState()
  const state = refundPaymentStates.find((one) => one === search['state'])
  const list = useApiInfiniteQuery(
    listRefundPayments,
    { limit: 50, ...(state ? { state } : {}), ...(search['q'] ? { search: search['q'] } : {}) },
    { keyOf: shopItemKey },
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
  const retry = useApiMutation(retryRefundPayment)
  const proposeWay = useApiMutation(proposeRefundWay)
  const { section, ...act } = usePendingAct(payment.actId)
  const { shopId, id, state } = payment
  const noRight = useFinanceOnly()
  const disabled =
    noRight ??
    (payment.mayRetry
      ? undefined
      : text(payment.actId === null ? 'refunds.payments.retry.not' : 'refunds.payments.retry.waits'))
  const amount = formatCents(parseCents(payment.amount) - parseCents(payment.withheld))
  const mutations = [retry, proposeWay, act]
  return (
    <Detail
      title={payment.order.code}
      state={<StateChip {...chips[payment.state]} label={text(`refunds.payment.state.${payment.state}`)} />}
      claim={{ kind: 'refund-payment', id }}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            ...act.decisions,
            ...(state === 'by-bank' && payment.actId === null
              ? [
                  {
                    id: 'card',
                    label: text('refunds.payments.card'),
                    keys: 'b',
                    disabled: noRight,
                    text: { label: text('refunds.payments.card.why'), required: true, maxLength: 300 },
                    consequence: text('refunds.payments.card.consequence'),
                    signedBy: 'finance' as const,
                    run: async ({ text: reason, key }: DecisionInput) => {
                      const done = await proposeWay.mutate({ shopId, id, way: 'card', reason }, { key })
                      if (done) toast(text('refunds.payments.bank.proposed'))
                      return Boolean(done)
                    },
                  },
                ]
              : []),
            // What the bank pays goes back to the card only by the decision above, or by the credit that returns it.
            ...(payment.way === 'bank' || payment.reais !== null
              ? []
              : [
                  {
                    id: 'retry',
                    label: text('refunds.payments.retry'),
                    keys: 'a',
                    variant: 'primary' as const,
                    disabled,
                    consequence: text('refunds.payments.retry.consequence', { amount: formatAmount(amount) }),
                    run: async ({ key }: DecisionInput) => {
                      const done = await retry.mutate({ shopId, id }, { key })
                      if (done) toast(text('refunds.payments.retried'))
                      return Boolean(done)
                    },
                  },
                ]),
          ]}
        />
      }
    >
      {payment.disputed ? (
        <p role="status" className="bg-accent-soft px-4 py-2 text-accent">
          {text('refunds.payments.disputed')}
        </p>
      ) : null}
      {section}
      <Section title={text('refunds.payment')}>
        <FactList
          items={[
            fact(text('refunds.amount'), <Money value={payment.amount} className="font-semibold" />),
            payment.reais !== null &&
              fact(text('refunds.payments.reais'), <bdi dir="ltr">{`${payment.reais} BRL`}</bdi>),
            payment.withheld !== '0.00' && fact(text('refunds.payments.withheld'), <Money value={payment.withheld} />),
            fact(text('refunds.payments.cause'), causeName(payment.cause)),
            fact(
              text('refunds.order'),
              <Subject kind="order" id={payment.order.id} shopId={shopId}>
                {payment.order.code}
              </Subject>,
            ),
            payment.refund !== null &&
              fact(
                text('refunds.case'),
                <Subject kind="refund" id={payment.refund.id} shopId={shopId}>
                  {payment.refund.code}
                </Subject>,
              ),
            fact(text('refunds.payments.processor'), payment.processor),
            payment.way === 'bank' &&
              fact(
                text('refunds.payments.way'),
                text('refunds.payments.way.bank', { ending: payment.accountEnding ?? '' }),
              ),
            payment.reference !== null && fact(text('refunds.payments.reference'), <bdi>{payment.reference}</bdi>),
            fact(text('refunds.payments.created'), formatDateTime(payment.createdAt)),
            payment.sentAt !== null && fact(text('refunds.payments.sent-at'), formatDateTime(payment.sentAt)),
            payment.failure !== null &&
              fact(text('refunds.payments.failure'), <span dir="auto">{payment.failure}</span>),
            payment.returned.length > 0 &&
              fact(
                text('refunds.payments.returned'),
                payment.returned.map(({ reference, sentAt, at, failure, fee }) => (
                  <span key={at} dir="auto" className="block">
                    {text('refunds.payments.returned.one', {
                      sent: formatDateTime(sentAt),
                      reference: `\u2066${reference}\u2069`,
                      at: formatDateTime(at),
                      failure,
                    })}
                    {fee === '0.00' ? null : (
                      <span className="block text-muted">
                        {text('refunds.payments.returned.fee', { fee: formatAmount(fee) })}
                      </span>
                    )}
                  </span>
                )),
              ),
          ]}
        />
      </Section>
      {state === 'failed' && payment.actId === null ? (
        <BankForm payment={payment} amount={amount} noRight={noRight} />
      ) : null}
      {state === 'by-bank' && payment.actId === null ? (
        <LineForm key="paid" line="debit" payment={payment} amount={amount} noRight={noRight} />
      ) : null}
      {state === 'sent' && payment.way === 'bank' ? (
        <LineForm key="returned" line="credit" payment={payment} amount={amount} noRight={noRight} />
      ) : null}
    </Detail>
  )
}

type FormProps = { payment: Payment; amount: string; noRight: string | undefined }

/** Proposes a transfer of the bank for what the processor could not pay. */
function BankForm({ payment: { shopId, id, reais }, amount, noRight }: FormProps) {
  const propose = useApiMutation(proposeRefundWay)
  const key = useRef(newKey())
  const [fields, setFields] = useState({ accountEnding: '', reason: '' })
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: propose.refusal?.fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  return (
    <Section title={text('refunds.payments.bank.title')}>
      <p className="max-w-prose text-muted">
        {text(reais === null ? 'refunds.payments.bank.text' : 'refunds.payments.pix')}
      </p>
      <form
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void propose.mutate({ shopId, id, way: 'bank', ...fields }, { key: key.current }).then((done) => {
            key.current = newKey()
            if (done) toast(text('refunds.payments.bank.proposed'))
          })
        }}
      >
        <TextField
          label={text('refunds.payments.bank.ending')}
          dir="ltr"
          maxLength={4}
          autoComplete="off"
          {...field('accountEnding')}
        />
        <TextField label={text('refunds.payments.bank.reason')} dir="auto" maxLength={300} {...field('reason')} />
        <Signers desk="finance" />
        <div>
          <Button type="submit" variant="secondary" disabled={noRight !== undefined} busy={propose.isPending}>
            {text('refunds.payments.bank.send', { amount: formatAmount(amount) })}
          </Button>
        </div>
        {noRight ? <p className="text-muted">{noRight}</p> : null}
        <MutationProblem refusal={propose.refusal} unreachable={propose.unreachable} />
      </form>
    </Section>
  )
}

const lineForms = {
  debit: {
    endpoint: confirmBankRefund,
    title: 'refunds.payments.bank.title.paid',
    text: 'refunds.payments.bank.waits',
    send: 'refunds.payments.bank.paid',
    done: 'refunds.payments.bank.done',
    variant: 'primary',
  },
  credit: {
    endpoint: returnBankRefund,
    title: 'refunds.payments.bank.title.back',
    text: 'refunds.payments.bank.back.text',
    send: 'refunds.payments.bank.back',
    done: 'refunds.payments.bank.back.done',
    variant: 'secondary',
  },
} as const

/** Names the debit of the bank statement that paid the buyer, or the credit that brought the payment back. */
function LineForm({
  line,
  payment: { shopId, id, reais },
  amount,
  noRight,
}: FormProps & { line: keyof typeof lineForms }) {
  const form = lineForms[line]
  const book = useApiMutation(form.endpoint)
  const key = useRef(newKey())
  const [bankLineId, setBankLineId] = useState('')
  return (
    <Section title={text(form.title)}>
      <form
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void book.mutate({ shopId, id, bankLineId }, { key: key.current }).then((done) => {
            key.current = newKey()
            if (done) toast(text(form.done))
          })
        }}
      >
        <p className="max-w-prose text-muted">
          {text(form.text, { amount: reais === null ? formatAmount(amount) : formatAmount(reais, 'BRL') })}
        </p>
        <BankLineField
          side={line}
          amount={reais ?? amount}
          currency={reais === null ? 'USD' : 'BRL'}
          mayLackCharges={line === 'credit' && reais === null}
          value={bankLineId}
          onChange={setBankLineId}
        />
        <div>
          <Button
            type="submit"
            variant={form.variant}
            disabled={noRight !== undefined || !bankLineId}
            busy={book.isPending}
          >
            {text(form.send)}
          </Button>
        </div>
        {noRight ? <p className="text-muted">{noRight}</p> : null}
        <MutationProblem refusal={book.refusal} unreachable={book.unreachable} />
      </form>
    </Section>
  )
}
