import { apiQuery, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import type { BankLinePurpose, ResponseBody, RequestBody } from '@quayside/contract'
import { bankLineDetail, exportBankLines, listBankLines } from '@quayside/contract/bank'
import { receiveUnidentified } from '@quayside/contract/treasury'
import { toast } from '@quayside/ui'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Check, CircleDashed } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { ExportButton } from '../../components/ExportButton.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import bank from '../../locales/en/bank.ts'
import { Amount, moneyText, useFinanceOnly } from '../money/parts.tsx'

const text = createText(bank)
type Row = ResponseBody<typeof listBankLines>['list'][number]
const detailQuery = ({ id }: Row) => apiQuery(bankLineDetail, { id })

export const UseChip = ({ use }: { use: Row['use'] }) =>
  use ? (
    <StateChip
      tone="success"
      icon={Check}
      label={`${moneyText(`money.use.${use.purpose}`)}${use.code ? ` ${use.code}` : ''}`}
    />
  ) : (
    <StateChip tone="warning" icon={CircleDashed} label={moneyText('money.use.none')} />
  )

/** The entries of the bank: first those that are evidence of nothing yet. */
export default function BankLinesDesk() {
  const [search] = useUrlState()
  const use = (['used', 'all'] as const).find((one) => one === search['use']) ?? 'unused'
  const side = (['credit', 'debit'] as const).find((one) => one === search['side'])
  const filter: RequestBody<typeof exportBankLines> = {
    use,
    ...(side ? { side } : {}),
    ...(search['q'] ? { search: search['q'] } : {}),
    ...(search['account'] ? { account: search['account'] } : {}),
  }
  const list = useApiInfiniteQuery(listBankLines, { ...filter, limit: 50 })
  return (
    <Queue
      title={text('bank.title')}
      list={list}
      actions={<ExportButton endpoint={exportBankLines} filter={filter} />}
      detailQuery={detailQuery}
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('bank.search') },
            {
              kind: 'choice',
              name: 'side',
              label: text('bank.filter.side'),
              options: (['credit', 'debit'] as const).map((value) => ({
                value,
                label: moneyText(`money.side.${value}`),
              })),
            },
            {
              kind: 'choice',
              name: 'use',
              label: text('bank.filter.use'),
              all: text('bank.use.unused'),
              options: (['used', 'all'] as const).map((value) => ({
                value,
                label: text(`bank.use.${value}`),
              })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          {row.side === 'credit' ? (
            <ArrowDownLeft aria-label={moneyText('money.side.credit')} className="size-4 shrink-0 text-success" />
          ) : (
            <ArrowUpRight aria-label={moneyText('money.side.debit')} className="size-4 shrink-0 text-muted" />
          )}
          <time className="w-20 shrink-0 text-muted tabular-nums">{row.valueDate}</time>
          <span className="min-w-0 flex-1 truncate">
            <bdi className="font-semibold">{row.payer}</bdi> <bdi className="text-muted">{row.reference}</bdi>
          </span>
          {row.use ? <UseChip use={row.use} /> : null}
          <span className="w-28 shrink-0 text-end">
            <Amount value={row.amount} currency={row.currency} />
          </span>
        </>
      )}
      renderDetail={(id) => <Line key={id} id={id} />}
      empty={{ title: text('bank.empty'), text: text('bank.empty.text') }}
    />
  )
}

function Line({ id }: { id: string }) {
  const query = useApiQuery(bankLineDetail, { id })
  return <QueryState query={query}>{(data) => <LineView data={data} />}</QueryState>
}

/** The object that a used entry is evidence of. A payment of a buyer, or to one, has no page of its own. */
const objectOf: Record<BankLinePurpose, string> = {
  recharge: 'deposit',
  payment: '',
  payout: 'withdrawal',
  return: 'withdrawal',
  unidentified: 'unidentified-money',
  'unidentified-return': 'unidentified-money',
  treasury: 'treasury-movement',
  refund: '',
  'refund-return': '',
}

function LineView({ data }: { data: ResponseBody<typeof bankLineDetail> }) {
  const me = useOperator()
  const noRight = useFinanceOnly()
  const receive = useApiMutation(receiveUnidentified)
  const navigate = useNavigate()
  const mayReceive =
    noRight ??
    (data.use
      ? text('bank.receive.used')
      : data.side === 'debit'
        ? text('bank.receive.debit')
        : data.importedBy.id === me.operatorId
          ? text('bank.receive.importer')
          : undefined)
  return (
    <Detail
      title={<bdi>{data.payer || data.reference || data.valueDate}</bdi>}
      state={<UseChip use={data.use} />}
      bar={
        <DecisionBar
          refusal={receive.refusal}
          unreachable={receive.unreachable}
          decisions={[
            {
              id: 'receive',
              label: text('bank.receive'),
              keys: 'u',
              disabled: mayReceive,
              consequence: text('bank.receive.consequence', { amount: formatAmount(data.amount, data.currency) }),
              run: async ({ key }) => {
                const made = await receive.mutate({ bankLineId: data.id }, { key })
                if (made)
                  toast(text('bank.received', { code: made.code }), {
                    label: text('bank.received.open'),
                    offered: 10_000,
                    onAct: () => void navigate({ to: '/unidentified', search: { row: made.id } }),
                  })
                return made !== null
              },
            },
          ]}
        />
      }
    >
      <Section title={text('bank.line')}>
        <FactList
          items={[
            { label: moneyText('money.amount'), value: <Amount value={data.amount} currency={data.currency} /> },
            data.charges !== null && {
              label: moneyText('money.line.charges'),
              value: <Amount value={data.charges} currency={data.currency} />,
            },
            { label: text('bank.filter.side'), value: moneyText(`money.side.${data.side}`) },
            { label: moneyText('money.day'), value: data.valueDate },
            { label: moneyText('money.payer'), value: <bdi>{data.payer}</bdi> },
            { label: moneyText('money.reference'), value: <bdi className="break-words">{data.reference}</bdi> },
            { label: moneyText('money.account'), value: <bdi dir="ltr">{data.account}</bdi> },
            { label: text('bank.entry-reference'), value: <bdi dir="ltr">{data.entryReference}</bdi> },
            {
              label: text('bank.statements-with'),
              value: data.statements
                .map(({ statement, line }) => moneyText('money.statement.line', { statement, line }))
                .join('; '),
            },
            {
              label: moneyText('money.imported-by'),
              value: moneyText('money.signature', { name: data.importedBy.name, at: formatDateTime(data.importedAt) }),
            },
            data.use !== null && {
              label: text('bank.used-for'),
              value: (
                <Subject kind={objectOf[data.use.purpose]} id={data.use.id} shopId={data.use.shopId}>
                  {`${moneyText(`money.use.${data.use.purpose}`)} ${data.use.code ?? ''} ${data.use.shop ?? ''}`}
                </Subject>
              ),
            },
          ]}
        />
        {data.use ? null : <p className="text-small text-muted">{text(`bank.hint.${data.side}`)}</p>}
      </Section>
    </Detail>
  )
}
