import { useApiMutation } from '@quayside/client'
import type { BankLinePurpose, ResponseBody } from '@quayside/contract'
import { bankLineDetail, exportBankLines, listBankLines } from '@quayside/contract/bank'
import { receiveUnidentified } from '@quayside/contract/treasury'
import { toast } from '@quayside/ui'
import { navigate } from '../../lib/router.ts'
import { ArrowDownLeft, ArrowUpRight, Check, CircleDashed } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import bank from '../../locales/en/bank.ts'
import { Amount, moneyText, useFinanceOnly } from '../money/parts.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(bank)
type Row = ResponseBody<typeof listBankLines>['list'][number]

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
export default defineDesk({
  name: 'bank',
  texts: bank,
  list: listBankLines,
  file: exportBankLines,
  filters: { search: {}, side: { option: (side) => moneyText(`money.side.${side}`) }, use: {} },
  detail: bankLineDetail,
  row: (row) => (
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
  ),
  Item: LineView,
})

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
          sends={[receive]}
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
                    onAct: () => navigate({ to: '/unidentified', search: { row: made.id } }),
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
            fact(moneyText('money.amount'), <Amount value={data.amount} currency={data.currency} />),
            data.charges !== null &&
              fact(moneyText('money.line.charges'), <Amount value={data.charges} currency={data.currency} />),
            fact(text('bank.filter.side'), moneyText(`money.side.${data.side}`)),
            fact(moneyText('money.day'), data.valueDate),
            fact(moneyText('money.payer'), <bdi>{data.payer}</bdi>),
            fact(moneyText('money.reference'), <bdi className="break-words">{data.reference}</bdi>),
            fact(moneyText('money.account'), <bdi dir="ltr">{data.account}</bdi>),
            fact(text('bank.entry-reference'), <bdi dir="ltr">{data.entryReference}</bdi>),
            fact(
              text('bank.statements-with'),
              data.statements
                .map(({ statement, line }) => moneyText('money.statement.line', { statement, line }))
                .join('; '),
            ),
            fact(
              moneyText('money.imported-by'),
              moneyText('money.signature', { name: data.importedBy.name, at: formatDateTime(data.importedAt) }),
            ),
            data.use !== null &&
              fact(
                text('bank.used-for'),
                <Subject kind={objectOf[data.use.purpose]} id={data.use.id} shopId={data.use.shopId}>
                  {`${moneyText(`money.use.${data.use.purpose}`)} ${data.use.code ?? ''} ${data.use.shop ?? ''}`}
                </Subject>,
              ),
          ]}
        />
        {data.use ? null : <p className="text-small text-muted">{text(`bank.hint.${data.side}`)}</p>}
      </Section>
    </Detail>
  )
}
