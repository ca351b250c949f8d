import { newKey, useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  confirmReturn,
  listUnidentified,
  proposeAssignment,
  proposeReturn,
  unidentifiedDetail,
} from '@quayside/contract/treasury'
import { Button, Money, TextArea, TextField, toast, type Tone } from '@quayside/ui'
import { Check, CircleHelp, PenLine, Send, Undo2, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { Signers } from '../../components/Signers.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import unidentified from '../../locales/en/unidentified.ts'
import { Amount, BankLineField, moneyText, signatureText, useFinanceOnly } from '../money/parts.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(unidentified)
type Row = ResponseBody<typeof listUnidentified>['list'][number]
type FoundMoney = ResponseBody<typeof unidentifiedDetail>

const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'warning', icon: CircleHelp },
  proposed: { tone: 'info', icon: PenLine },
  returning: { tone: 'warning', icon: Send },
  assigned: { tone: 'success', icon: Check },
  returned: { tone: 'neutral', icon: Undo2 },
}
const State = ({ state }: { state: Row['state'] }) => (
  <StateChip {...chips[state]} label={text(`unidentified.state.${state}`)} />
)

/** Money that arrived and that no merchant has claimed. */
export default defineDesk({
  name: 'unidentified',
  texts: unidentified,
  list: listUnidentified,
  filters: { search: {}, state: { first: 'unfinished' } },
  detail: unidentifiedDetail,
  row: (row) => ({
    title: row.code,
    amount: <Money value={row.amount} />,
    whose: row.line?.payer ?? text('unidentified.origin.correction'),
    state: <State state={row.state} />,
    time: <TimeAgo at={row.receivedAt} />,
  }),
  sum: ({ amount }) => amount,
  Item: FoundView,
})

function FoundView({ data }: { data: FoundMoney }) {
  const { id, state } = data
  const noRight = useFinanceOnly()
  const back = useApiMutation(proposeReturn)
  const { section, ...act } = usePendingAct(data.actId)
  const amount = formatAmount(data.amount)
  const shop = data.shop ?? data.shopCode ?? ''
  const tell = (done: unknown) => {
    if (done) toast(moneyText('money.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={<bdi className="font-mono">{data.code}</bdi>}
      state={<State state={state} />}
      claim={{ kind: 'unidentified-money', id: data.id }}
      bar={
        <DecisionBar
          sends={[back, act]}
          decisions={[
            ...act.decisions,
            {
              id: 'return',
              label: text('unidentified.return'),
              keys: 'b',
              signedBy: 'finance',
              disabled: noRight ?? (state === 'open' ? undefined : text('unidentified.not-open')),
              text: { label: text('unidentified.return.text'), required: true, maxLength: 300 },
              consequence: text('unidentified.return.consequence', { amount }),
              run: ({ text: reason, key }) => back.mutate({ id, reason }, { key }).then(tell),
            },
          ]}
        />
      }
    >
      {section}
      <Section title={text('unidentified.facts')}>
        <FactList
          items={[
            fact(text('unidentified.booked'), <Money value={data.amount} />),
            fact(text('unidentified.origin'), text(`unidentified.origin.${data.origin}`)),
            data.line !== null &&
              fact(moneyText('money.amount'), <Amount value={data.line.amount} currency={data.line.currency} />),
            data.line !== null && fact(moneyText('money.payer'), <bdi>{data.line.payer}</bdi>),
            data.line !== null &&
              fact(moneyText('money.reference'), <bdi className="break-words">{data.line.reference}</bdi>),
            data.line !== null && fact(moneyText('money.day'), data.line.valueDate),
            fact(
              text('unidentified.received'),
              moneyText('money.signature', { name: data.receivedBy.name, at: formatDateTime(data.receivedAt) }),
            ),
            data.decision !== null &&
              fact(text('unidentified.decision'), text(`unidentified.decision.${data.decision}`, { shop })),
            data.reason !== null && fact(moneyText('money.reason'), <span dir="auto">{data.reason}</span>),
            data.first !== null && fact(moneyText('money.proposed'), signatureText(data.first)),
            data.first !== null && fact(moneyText('money.signed'), signatureText(data.second)),
          ]}
        />
      </Section>
      {state === 'open' ? <AssignForm data={data} disabled={noRight} /> : null}
      {state === 'returning' ? <ConfirmForm data={data} disabled={noRight} /> : null}
    </Detail>
  )
}

function AssignForm({ data, disabled }: { data: FoundMoney; disabled: string | undefined }) {
  const assign = useApiMutation(proposeAssignment)
  const [shop, setShop] = useState(data.candidates[0]?.shopCode ?? '')
  const [reason, setReason] = useState('')
  const key = useRef(newKey())
  const errors = assign.refusal?.fields ?? {}
  return (
    <Section title={text('unidentified.candidates')}>
      {data.candidates.length === 0 ? <p className="text-muted">{text('unidentified.candidates.none')}</p> : null}
      <ul className="flex flex-col gap-1">
        {data.candidates.map((candidate) => (
          <li key={candidate.shopId}>
            <label className="flex min-h-(--row) items-center gap-2">
              <input
                type="radio"
                name="candidate"
                className="size-4 accent-(--accent)"
                checked={shop === candidate.shopCode}
                onChange={() => setShop(candidate.shopCode)}
              />
              <bdi className="font-mono">{candidate.shopCode}</bdi>
              <bdi>{candidate.shop}</bdi>
              <span className="text-small text-muted">
                {candidate.why.map((why) => text(`unidentified.why.${why}`)).join(' · ')}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <form
        aria-label={text('unidentified.assign.form')}
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void assign.mutate({ id: data.id, shop, reason }, { key: key.current }).then((done) => {
            key.current = newKey()
            if (done) toast(moneyText('money.done'))
          })
        }}
      >
        <TextField
          label={text('unidentified.assign.shop')}
          value={shop}
          dir="ltr"
          maxLength={20}
          error={errors['shop']}
          onChange={(event) => setShop(event.target.value)}
        />
        <TextArea
          label={text('unidentified.assign.reason')}
          value={reason}
          rows={2}
          maxLength={300}
          error={errors['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <Signers desk="finance" />
        <div>
          <Button type="submit" disabled={disabled !== undefined || !shop || !reason.trim()} busy={assign.isPending}>
            {text('unidentified.assign.send')}
          </Button>
        </div>
        <MutationProblem refusal={assign.refusal} unreachable={assign.unreachable} />
      </form>
    </Section>
  )
}

function ConfirmForm({ data, disabled }: { data: FoundMoney; disabled: string | undefined }) {
  const confirm = useApiMutation(confirmReturn)
  const [lineId, setLineId] = useState('')
  const key = useRef(newKey())
  return (
    <Section title={text('unidentified.confirm.form')}>
      <form
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm.mutate({ id: data.id, bankLineId: lineId }, { key: key.current }).then((done) => {
            key.current = newKey()
            if (done) toast(moneyText('money.done'))
          })
        }}
      >
        <BankLineField
          side="debit"
          amount={data.line?.amount ?? data.amount}
          currency={data.line?.currency ?? 'USD'}
          value={lineId}
          onChange={setLineId}
        />
        <div>
          <Button type="submit" disabled={disabled !== undefined || !lineId} busy={confirm.isPending}>
            {text('unidentified.confirm')}
          </Button>
        </div>
        <MutationProblem refusal={confirm.refusal} unreachable={confirm.unreachable} />
      </form>
    </Section>
  )
}
