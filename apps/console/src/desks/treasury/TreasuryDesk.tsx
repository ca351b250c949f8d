import { newKey, useApiMutation, useApiQuery } from '@quayside/client'
import {
  treasuryAccounts,
  isTreasuryBill,
  taxesOwed,
  treasuryKinds,
  type ResponseBody,
  type TreasuryKind,
} from '@quayside/contract'
import {
  listMovements,
  movementDetail,
  payBill,
  proposeMovement,
  proposeReversal,
  refuseMovement,
  treasuryBalances,
  type TreasuryAccount,
} from '@quayside/contract/treasury'
import { Button, Money, SelectField, TextField, toast, type Tone } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { Check, CircleX, Hourglass, PenLine, Undo2, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type DecisionInput } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { Signers } from '../../components/Signers.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { countryName, formatAmount, formatDateTime } from '../../lib/format.ts'
import { accountName, movementName } from '../../lib/ledger.ts'
import { createText } from '../../lib/texts.ts'
import treasury from '../../locales/en/treasury.ts'
import { BankLineField, centsText, moneyText, signatureText, useFinanceOnly } from '../money/parts.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(treasury)
type Row = ResponseBody<typeof listMovements>['list'][number]
type Movement = ResponseBody<typeof movementDetail>

const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  proposed: { tone: 'info', icon: PenLine },
  signed: { tone: 'warning', icon: Hourglass },
  booked: { tone: 'success', icon: Check },
  refused: { tone: 'neutral', icon: CircleX },
  'reversal-proposed': { tone: 'info', icon: PenLine },
  reversed: { tone: 'neutral', icon: Undo2 },
}
const State = ({ state }: { state: Row['state'] }) => (
  <StateChip {...chips[state]} label={text(`treasury.state.${state}`)} />
)

/** The platform's own money: proposed by one person, signed by another. */
export default defineDesk({
  name: 'treasury',
  texts: treasury,
  list: listMovements,
  filters: { search: {}, kind: { option: movementName }, state: {} },
  detail: movementDetail,
  row: (row) => ({
    title: movementName(row.kind),
    amount: <Money value={row.amount} />,
    whose: row.supplier ?? row.reference,
    state: <State state={row.state} />,
  }),
  sum: ({ amount }) => amount,
  Item: MovementView,
  Form: MovementForm,
})

const lineText = (line: Movement['outLine']) =>
  line &&
  `${moneyText('money.statement.line', { statement: line.statement, line: line.line })} · ${formatAmount(line.amount, line.currency)}`

function MovementView({ data }: { data: Movement }) {
  const { id, state } = data
  const noRight = useFinanceOnly()
  const refuse = useApiMutation(refuseMovement)
  const reverse = useApiMutation(proposeReversal)
  const { section, ...act } = usePendingAct(data.actId)
  const mutations = [refuse, reverse, act]
  const tell = (done: unknown) => {
    if (done) toast(moneyText('money.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={movementName(data.kind)}
      state={<State state={state} />}
      aside={<Balances />}
      claim={{ kind: 'treasury-movement', id: data.id }}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            ...act.decisions,
            ...(state === 'signed'
              ? [
                  {
                    id: 'refuse',
                    label: text('treasury.refuse'),
                    keys: 'x',
                    variant: 'danger' as const,
                    disabled: noRight,
                    text: { label: text('treasury.refuse.text'), required: true, maxLength: 300 },
                    consequence: text('treasury.refuse.consequence'),
                    run: ({ text: reason }: DecisionInput) => refuse.mutate({ id, reason }).then(tell),
                  },
                ]
              : []),
            {
              id: 'reverse',
              label: text('treasury.reverse'),
              keys: 'v',
              signedBy: 'finance',
              disabled: noRight ?? (state === 'booked' ? undefined : text('treasury.reverse.state')),
              text: { label: text('treasury.reverse.text'), required: true, maxLength: 300 },
              consequence: text('treasury.reverse.consequence'),
              run: ({ text: reason, key }) => reverse.mutate({ id, reason }, { key }).then(tell),
            },
          ]}
        />
      }
    >
      {section}
      <Section title={text('treasury.facts')}>
        <FactList
          items={[
            fact(text('treasury.amount'), <Money value={data.amount} />),
            data.fee !== '0.00' && fact(text('treasury.fee'), <Money value={data.fee} />),
            fact(text('treasury.from'), accountName(data.from)),
            fact(text('treasury.to'), accountName(data.to)),
            data.supplier !== null &&
              fact(
                text(data.kind === 'carrier-bill' ? 'treasury.carrier' : 'treasury.supplier'),
                <bdi>{data.supplier}</bdi>,
              ),
            data.country !== null && fact(text('treasury.country'), countryName(data.country)),
            data.periodFrom !== null &&
              data.periodTo !== null &&
              fact(text('treasury.period'), text('treasury.period.days', { from: data.periodFrom, to: data.periodTo })),
            data.periodFrom === null && data.periodTo !== null && fact(text('treasury.captures'), data.periodTo),
            data.settledFee !== null && fact(text('treasury.settled'), <Money value={data.settledFee} />),
            data.billNumber !== null && fact(text('treasury.bill'), <bdi>{data.billNumber}</bdi>),
            data.dueDay !== null && fact(text('treasury.due'), data.dueDay),
            data.reference !== '' &&
              fact(text('treasury.reference'), <bdi className="break-words">{data.reference}</bdi>),
            data.outLine !== null && fact(text('treasury.out-line'), <bdi>{lineText(data.outLine)}</bdi>),
            data.inLine !== null && fact(text('treasury.in-line'), <bdi>{lineText(data.inLine)}</bdi>),
            data.note !== '' && fact(moneyText('money.note'), <span dir="auto">{data.note}</span>),
            fact(moneyText('money.proposed'), signatureText(data.proposed)),
            fact(moneyText('money.signed'), signatureText(data.signed)),
            data.booked !== null && fact(text('treasury.booked'), signatureText(data.booked)),
            data.refused !== null &&
              fact(
                moneyText('money.refused'),
                <span dir="auto">
                  {data.refused.by
                    ? signatureText({ ...data.refused, by: data.refused.by })
                    : formatDateTime(data.refused.at)}
                  {' · '}
                  {data.refused.reason}
                </span>,
              ),
            data.reversal !== null &&
              fact(
                text('treasury.reversal'),
                <span dir="auto">
                  {signatureText(data.reversal)} · {data.reversal.reason}
                </span>,
              ),
          ]}
        />
        {data.transfers.map((transfer) => (
          <Link
            key={transfer}
            to="/books"
            search={{ view: 'entry', entry: transfer }}
            className="font-semibold text-accent"
          >
            {text('treasury.entry')}
          </Link>
        ))}
      </Section>
      {state === 'signed' ? <PayForm data={data} disabled={noRight} /> : null}
    </Detail>
  )
}

function Balances() {
  const query = useApiQuery(treasuryBalances, {})
  return (
    <Section title={text('treasury.held')}>
      <QueryState query={query} rows={4}>
        {({ accounts, assets, owed, coverage }) => (
          <FactList
            items={[
              fact(text('treasury.assets'), <Money value={assets} />),
              fact(text('treasury.owed'), <Money value={owed} />),
              fact(text('treasury.coverage'), coverage),
              ...accounts
                .filter(({ account }) => account.startsWith('A.') || ['L.S.payable', 'L.TAX'].includes(account))
                .map(({ account, balance }) => fact(accountName(account), <Money value={balance} />)),
            ]}
          />
        )}
      </QueryState>
    </Section>
  )
}

function PayForm({ data, disabled }: { data: Movement; disabled: string | undefined }) {
  const pay = useApiMutation(payBill)
  const [lineId, setLineId] = useState('')
  const key = useRef(newKey())
  return (
    <Section title={text('treasury.pay.title')}>
      <form
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void pay.mutate({ id: data.id, bankLineId: lineId }, { key: key.current }).then((done) => {
            key.current = newKey()
            if (done) toast(moneyText('money.done'))
          })
        }}
      >
        <BankLineField side="debit" amount={data.amount} value={lineId} onChange={setLineId} />
        <div>
          <Button type="submit" disabled={disabled !== undefined || !lineId} busy={pay.isPending}>
            {text('treasury.pay')}
          </Button>
        </div>
        <MutationProblem refusal={pay.refusal} unreachable={pay.unreachable} />
      </form>
    </Section>
  )
}

const accountsOf = (kind: TreasuryKind): { from: readonly TreasuryAccount[]; to: readonly TreasuryAccount[] } =>
  treasuryAccounts[kind]

/** The fields that are not empty: the server names those that it misses. */
const filled = <T extends Record<string, string>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>

type Field = (name: 'country' | 'periodFrom' | 'periodTo') => {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** Whose authority is paid, for which days, and what the books say of both. */
function TaxFields({ field }: { field: Field }) {
  const [country, from, to] = [field('country').value, field('periodFrom').value, field('periodTo').value]
  const query = useApiQuery(taxesOwed, filled({ from, to }))
  const countries = query.data?.countries ?? []
  const chosen = countries.find((one) => one.country === country)
  return (
    <>
      <SelectField
        label={text('treasury.country')}
        hint={query.data && countries.length === 0 ? text('treasury.country.none') : undefined}
        {...field('country')}
      >
        <option value="">{text('treasury.country.choose')}</option>
        {countries.map((one) => (
          <option key={one.country} value={one.country}>
            {text('treasury.country.option', {
              country: countryName(one.country),
              amount: formatAmount(one.owed),
            })}
          </option>
        ))}
      </SelectField>
      <TextField label={text('treasury.period.from')} type="date" {...field('periodFrom')} />
      <TextField label={text('treasury.period.to')} type="date" {...field('periodTo')} />
      {chosen && from && to ? (
        <p>{text('treasury.collected', { amount: formatAmount(chosen.collected), sum: formatAmount(chosen.owed) })}</p>
      ) : null}
    </>
  )
}

function MovementForm() {
  const [, setSearch] = useUrlState()
  const noRight = useFinanceOnly()
  const propose = useApiMutation(proposeMovement)
  const key = useRef(newKey())
  const [kind, setKind] = useState<TreasuryKind>('processor-payout')
  const allowed = accountsOf(kind)
  const [from, setFrom] = useState<TreasuryAccount>(allowed.from[0]!)
  const [to, setTo] = useState<TreasuryAccount>(allowed.to[0]!)
  const [fields, setFields] = useState({
    amount: '',
    fee: '',
    reference: '',
    supplier: '',
    billNumber: '',
    dueDay: '',
    country: '',
    periodFrom: '',
    periodTo: '',
    note: '',
  })
  const [lines, setLines] = useState({ out: '', in: '' })
  const letGo = useUnsaved([fields, lines].some((typed) => Object.values(typed).some((one) => one.trim() !== '')))
  const errors = propose.refusal?.fields ?? {}
  const isBill = kind === 'supplier-bill' || kind === 'carrier-bill'
  const isTax = kind === 'tax-payment'
  const ofProcessor = kind === 'processor-fee' || kind === 'processor-payout'
  const hasFee = kind === 'sweep' || kind === 'processor-payout'
  const choose = (next: TreasuryKind) => {
    setKind(next)
    setFrom(accountsOf(next).from[0]!)
    setTo(accountsOf(next).to.find((account) => account !== accountsOf(next).from[0]) ?? accountsOf(next).to[0]!)
    setLines({ out: '', in: '' })
    setFields({ ...fields, fee: '', periodTo: '' })
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const [amount, fee] = [centsText(fields.amount), centsText(fields.fee) ?? '0.00']
  const arrives = amount && (Number(amount) - Number(fee)).toFixed(2)
  const send = async () => {
    const made = await propose.mutate(
      {
        kind,
        from,
        to,
        amount: fields.amount.trim(),
        ...(hasFee && fields.fee.trim() ? { fee: fields.fee.trim() } : {}),
        ...(lines.out ? { outLineId: lines.out } : {}),
        ...(lines.in ? { inLineId: lines.in } : {}),
        reference: fields.reference,
        note: fields.note,
        ...(isBill ? { supplier: fields.supplier, billNumber: fields.billNumber } : {}),
        ...(isBill && fields.dueDay ? { dueDay: fields.dueDay } : {}),
        ...(ofProcessor ? filled({ periodTo: fields.periodTo }) : {}),
        ...(isTax ? filled({ country: fields.country, periodFrom: fields.periodFrom, periodTo: fields.periodTo }) : {}),
      },
      { key: key.current },
    )
    key.current = newKey()
    if (!made) return
    toast(moneyText('money.done'))
    letGo()
    setSearch({ row: made.id })
  }
  const select = (
    label: string,
    value: TreasuryAccount,
    options: readonly TreasuryAccount[],
    error: string | undefined,
    set: (account: TreasuryAccount) => void,
  ) => (
    <SelectField
      label={label}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value as TreasuryAccount)}
    >
      {options.map((account) => (
        <option key={account} value={account}>
          {accountName(account)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <Detail title={text('treasury.new')} aside={<Balances />}>
      <Section>
        <p className="text-muted">{text('treasury.new.text')}</p>
        <form
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <SelectField
            label={text('treasury.kind')}
            value={kind}
            onChange={(event) => choose(event.target.value as TreasuryKind)}
          >
            {treasuryKinds.map((value) => (
              <option key={value} value={value}>
                {movementName(value)}
              </option>
            ))}
          </SelectField>
          {select(text('treasury.from'), from, allowed.from, errors['from'], setFrom)}
          {select(text('treasury.to'), to, allowed.to, errors['to'], setTo)}
          <TextField label={text('treasury.amount')} inputMode="decimal" dir="ltr" {...field('amount')} />
          {hasFee ? <TextField label={text('treasury.fee')} inputMode="decimal" dir="ltr" {...field('fee')} /> : null}
          {hasFee && arrives ? (
            <p>
              {text('treasury.arrives')} <Money value={arrives} />
            </p>
          ) : null}
          {ofProcessor ? (
            <TextField label={text('treasury.captures.until')} type="date" {...field('periodTo')} />
          ) : null}
          {isBill ? (
            <>
              <TextField
                label={text(kind === 'carrier-bill' ? 'treasury.carrier' : 'treasury.supplier')}
                maxLength={120}
                {...field('supplier')}
              />
              <TextField label={text('treasury.bill')} maxLength={60} dir="ltr" {...field('billNumber')} />
              <TextField label={text('treasury.due')} type="date" {...field('dueDay')} />
            </>
          ) : null}
          {isTax ? <TaxFields field={field} /> : null}
          {from === 'A.BANK' && !isTreasuryBill(kind) && amount ? (
            <BankLineField
              side="debit"
              amount={amount}
              value={lines.out}
              error={errors['outLineId']}
              onChange={(id) => setLines({ ...lines, out: id })}
            />
          ) : null}
          {to === 'A.BANK' && arrives ? (
            <BankLineField
              side="credit"
              amount={arrives}
              value={lines.in}
              error={errors['inLineId']}
              onChange={(id) => setLines({ ...lines, in: id })}
            />
          ) : null}
          <TextField
            label={text(isTax ? 'treasury.tax.reference' : 'treasury.reference')}
            maxLength={140}
            {...field('reference')}
          />
          <TextField label={moneyText('money.note')} maxLength={300} {...field('note')} />
          <Signers desk="finance" />
          <div>
            <Button type="submit" disabled={noRight !== undefined} busy={propose.isPending}>
              {text('treasury.new.send')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          <MutationProblem refusal={propose.refusal} unreachable={propose.unreachable} />
        </form>
      </Section>
    </Detail>
  )
}
