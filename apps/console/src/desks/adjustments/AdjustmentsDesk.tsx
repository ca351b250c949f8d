import { newKey, useApiMutation } from '@quayside/client'
import { adjustmentKinds, type AdjustmentKind, type ResponseBody } from '@quayside/contract'
import { adjustmentDetail, listAdjustments, proposeAdjustment } from '@quayside/contract/treasury'
import { Button, Money, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { Check, CircleX, PenLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { Signers } from '../../components/Signers.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import adjustments from '../../locales/en/adjustments.ts'
import { moneyText, signatureText, useFinanceOnly } from '../money/parts.tsx'

const text = createText(adjustments)
type Row = ResponseBody<typeof listAdjustments>['list'][number]
type Adjustment = ResponseBody<typeof adjustmentDetail>

const State = stateChips<Row['state']>(
  {
    proposed: { tone: 'info', icon: PenLine },
    posted: { tone: 'success', icon: Check },
    refused: { tone: 'neutral', icon: CircleX },
  },
  (state) => text(`adjustments.state.${state}`),
)

/** Adjustments of merchants' accounts: closed kinds, two signatures, a reason that the merchant reads. */
export default defineDesk({
  name: 'adjustments',
  texts: adjustments,
  list: listAdjustments,
  filters: { search: {}, kind: {}, state: {} },
  ofShops: true,
  detail: adjustmentDetail,
  row: (row) => ({
    title: text(`adjustments.kind.${row.kind}`),
    amount: <Money value={row.amount} />,
    whose: row.shop ?? row.shopCode,
    state: <State state={row.state} />,
    time: <TimeAgo at={row.proposed.at} />,
  }),
  Item: AdjustmentView,
  Form: AdjustmentForm,
})

function AdjustmentView({ data }: { data: Adjustment }) {
  const { section, ...act } = usePendingAct(data.actId)
  return (
    <Detail
      title={`${text(`adjustments.kind.${data.kind}`)} ${data.code}`}
      state={<State state={data.state} />}
      amount={fact(text('adjustments.amount'), <Money value={data.amount} />)}
      claim={{ kind: 'adjustment', id: data.id }}
      bar={data.actId ? <DecisionBar decisions={act.decisions} sends={[act]} /> : null}
    >
      {section}
      <Section title={text('adjustments.facts')}>
        <FactList
          items={[
            fact(
              moneyText('money.shop'),
              <Subject kind="shop" id={data.shopId}>{`${data.shop ?? ''} ${data.shopCode}`}</Subject>,
            ),
            fact(text('adjustments.reason'), <span dir="auto">{data.reason}</span>),
            data.note !== '' && fact(moneyText('money.note'), <span dir="auto">{data.note}</span>),
            fact(text('adjustments.balance'), <Money value={data.balance} />),
            fact(text('adjustments.due'), <Money value={data.due} />),
            data.left !== null && fact(text('adjustments.left'), <Money value={data.left} />),
            data.fromBalance !== null && fact(text('adjustments.from-balance'), <Money value={data.fromBalance} />),
            fact(moneyText('money.proposed'), signatureText(data.proposed)),
            fact(moneyText('money.signed'), signatureText(data.signed)),
            data.refused !== null && fact(moneyText('money.refused'), signatureText(data.refused)),
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
          <Signers desk="finance" />
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
