import { apiQuery, newKey, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import { adjustmentKinds, adjustmentStates, type AdjustmentKind, type ResponseBody } from '@quayside/contract'
import { adjustmentDetail, listAdjustments, proposeAdjustment } from '@quayside/contract/treasury'
import { Button, Money, SelectField, TextArea, TextField, toast, type Tone } from '@quayside/ui'
import { Link } from '@tanstack/react-router'
import { Check, CircleX, PenLine, Plus, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { QueueLine } from '../../components/QueueLine.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import adjustments from '../../locales/en/adjustments.ts'
import { moneyText, signatureText, useFinanceOnly } from '../money/parts.tsx'
import { renderShopItem } from '../../components/QueryState.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'

const text = createText(adjustments)
type Row = ResponseBody<typeof listAdjustments>['list'][number]
type Adjustment = ResponseBody<typeof adjustmentDetail>
const detailQuery = ({ shopId, id }: Row) => apiQuery(adjustmentDetail, { shopId, id })

const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  proposed: { tone: 'info', icon: PenLine },
  posted: { tone: 'success', icon: Check },
  refused: { tone: 'neutral', icon: CircleX },
}
const State = ({ state }: { state: Row['state'] }) => (
  <StateChip {...chips[state]} label={text(`adjustments.state.${state}`)} />
)

/** Adjustments of merchants' accounts: closed kinds, two signatures, a reason that the merchant reads. */
export default function AdjustmentsDesk() {
  const [search, setSearch] = useUrlState()
  const kind = adjustmentKinds.find((one) => one === search['kind'])
  const state = adjustmentStates.find((one) => one === search['state'])
  const list = useApiInfiniteQuery(
    listAdjustments,
    {
      limit: 50,
      ...(kind ? { kind } : {}),
      ...(state ? { state } : {}),
      ...(search['q'] ? { search: search['q'] } : {}),
    },
    { keyOf: shopItemKey },
  )
  const openForm = () => setSearch({ row: 'new' })
  useActions([{ id: 'adjustments.new', label: text('adjustments.new'), keys: 'n', run: openForm }])
  return (
    <Queue
      title={text('adjustments.title')}
      list={list}
      detailQuery={detailQuery}
      actions={
        <Button variant="secondary" onClick={openForm}>
          <Plus aria-hidden className="size-4" />
          {text('adjustments.new')}
        </Button>
      }
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('adjustments.search') },
            {
              kind: 'choice',
              name: 'kind',
              label: text('adjustments.filter.kind'),
              options: adjustmentKinds.map((value) => ({ value, label: text(`adjustments.kind.${value}`) })),
            },
            {
              kind: 'choice',
              name: 'state',
              label: text('adjustments.filter.state'),
              options: adjustmentStates.map((value) => ({ value, label: text(`adjustments.state.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <QueueLine
          title={text(`adjustments.kind.${row.kind}`)}
          amount={<Money value={row.amount} />}
          whose={row.shop ?? row.shopCode}
          state={<State state={row.state} />}
          time={<TimeAgo at={row.proposed.at} />}
        />
      )}
      renderDetail={(key) =>
        key === 'new' ? <AdjustmentForm /> : renderShopItem(key, (item) => <AdjustmentDetail key={key} {...item} />)
      }
      empty={{ title: text('adjustments.empty'), text: text('adjustments.empty.text') }}
    />
  )
}

function AdjustmentDetail({ shopId, id }: { shopId: string; id: string }) {
  const query = useApiQuery(adjustmentDetail, { shopId, id })
  return <QueryState query={query}>{(data) => <AdjustmentView data={data} />}</QueryState>
}

function AdjustmentView({ data }: { data: Adjustment }) {
  const { section, ...act } = usePendingAct(data.actId)
  return (
    <Detail
      title={`${text(`adjustments.kind.${data.kind}`)} ${data.code}`}
      state={<State state={data.state} />}
      claim={{ kind: 'adjustment', id: data.id }}
      bar={data.actId ? <DecisionBar {...act} /> : null}
    >
      {section}
      <Section title={text('adjustments.facts')}>
        <FactList
          items={[
            {
              label: moneyText('money.shop'),
              value: <Subject kind="shop" id={data.shopId}>{`${data.shop ?? ''} ${data.shopCode}`}</Subject>,
            },
            { label: text('adjustments.amount'), value: <Money value={data.amount} /> },
            { label: text('adjustments.reason'), value: <span dir="auto">{data.reason}</span> },
            data.note !== '' && { label: moneyText('money.note'), value: <span dir="auto">{data.note}</span> },
            { label: text('adjustments.balance'), value: <Money value={data.balance} /> },
            { label: text('adjustments.due'), value: <Money value={data.due} /> },
            data.left !== null && { label: text('adjustments.left'), value: <Money value={data.left} /> },
            data.fromBalance !== null && {
              label: text('adjustments.from-balance'),
              value: <Money value={data.fromBalance} />,
            },
            { label: moneyText('money.proposed'), value: signatureText(data.proposed) },
            { label: moneyText('money.signed'), value: signatureText(data.signed) },
            data.refused !== null && { label: moneyText('money.refused'), value: signatureText(data.refused) },
          ]}
        />
        {data.ofTransfer ? (
          <Link to="/books" search={{ view: 'entry', entry: data.ofTransfer }} className="font-semibold text-accent">
            {text('adjustments.entry')}
          </Link>
        ) : null}
      </Section>
    </Detail>
  )
}

/** The parameters `shop`, `transfer` and `amount` of the address fill the form: the books open it with them. */
function AdjustmentForm() {
  const [search, setSearch] = useUrlState()
  const noRight = useFinanceOnly()
  const propose = useApiMutation(proposeAdjustment)
  const key = useRef(newKey())
  const [kind, setKind] = useState<AdjustmentKind>(search['transfer'] ? 'correction' : 'goodwill')
  const [fields, setFields] = useState({
    shop: search['shop'] ?? '',
    amount: search['amount'] ?? '',
    ofTransfer: search['transfer'] ?? '',
    reason: '',
    note: '',
  })
  // What the books filled in is not typed.
  const [filled] = useState(fields)
  const letGo = useUnsaved(fields !== filled)
  const errors = propose.refusal?.fields ?? {}
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const send = async () => {
    const { ofTransfer, amount, ...rest } = fields
    const made = await propose.mutate(
      { ...rest, kind, amount: amount.trim(), ...(kind === 'correction' ? { ofTransfer: ofTransfer.trim() } : {}) },
      { key: key.current },
    )
    key.current = newKey()
    if (!made) return
    toast(moneyText('money.done'))
    letGo()
    setSearch({ row: undefined, shop: undefined, transfer: undefined, amount: undefined, state: 'proposed' })
  }
  return (
    <Detail title={text('adjustments.new')}>
      <Section>
        <form
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <SelectField
            label={text('adjustments.kind')}
            hint={text(`adjustments.kind.${kind}.text`)}
            value={kind}
            onChange={(event) => setKind(event.target.value as AdjustmentKind)}
          >
            {adjustmentKinds.map((value) => (
              <option key={value} value={value}>
                {text(`adjustments.kind.${value}`)}
              </option>
            ))}
          </SelectField>
          <TextField label={text('adjustments.shop')} dir="ltr" maxLength={20} {...field('shop')} />
          {kind === 'correction' ? (
            <TextField
              label={text('adjustments.transfer')}
              hint={text('adjustments.transfer.hint')}
              dir="ltr"
              maxLength={36}
              {...field('ofTransfer')}
            />
          ) : null}
          <TextField label={text('adjustments.amount')} inputMode="decimal" dir="ltr" {...field('amount')} />
          <TextArea label={text('adjustments.reason')} rows={2} maxLength={300} {...field('reason')} />
          <TextField label={moneyText('money.note')} maxLength={300} {...field('note')} />
          <div>
            <Button type="submit" disabled={noRight !== undefined} busy={propose.isPending}>
              {text('adjustments.new.send')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          <MutationProblem refusal={propose.refusal} unreachable={propose.unreachable} />
        </form>
      </Section>
    </Detail>
  )
}
