import { useApiInfiniteQuery, useDownload } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { bankFile, bankStatementDetail, listBankStatements } from '@quayside/contract/bank'
import { Button } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { Check, CircleDashed, FileDown, Upload } from 'lucide-react'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { changeSearch } from '../../lib/router.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import bank from '../../locales/en/bank.ts'
import { Amount, moneyText } from '../money/parts.tsx'
import { saveFile } from '../../lib/saveFile.ts'
import { UseChip } from './BankLinesDesk.tsx'
import { ImportForm } from './ImportForm.tsx'

const text = createText(bank)
const StatementState = ({ unused }: { unused: number }) =>
  unused === 0 ? (
    <StateChip tone="success" icon={Check} label={text('bank.statements.whole')} />
  ) : (
    <StateChip tone="warning" icon={CircleDashed} label={text('bank.statements.unused', { n: unused })} />
  )

/** The imported statements of the bank, and the import of a file. */
export default defineDesk({
  name: 'bank.statements',
  texts: bank,
  list: listBankStatements,
  detail: bankStatementDetail,
  row: (row) => ({
    title: row.statement,
    amount: <Amount value={row.closing} currency={row.currency} />,
    whose: <time className="tabular-nums">{row.to}</time>,
    state: <StatementState unused={row.unused} />,
  }),
  Item: StatementView,
  renderItem: (key) => (key === 'import' ? <ImportForm /> : undefined),
  Head: ImportButton,
})

function ImportButton() {
  const openImport = () => changeSearch({ row: 'import' })
  useActions([{ id: 'bank.import', label: text('bank.statements.import'), keys: 'i', run: openImport }])
  return (
    <Button variant="secondary" onClick={openImport}>
      <Upload aria-hidden className="size-4" />
      {text('bank.statements.import')}
    </Button>
  )
}

function StatementView({ data }: { data: ResponseBody<typeof bankStatementDetail> }) {
  const file = useDownload(bankFile)
  const lines = useApiInfiniteQuery(bankStatementDetail, { id: data.id, limit: 100 })
  const { currency } = data
  const rows = lines.rows.length > 0 ? lines.rows : data.list
  const sum = (side: { lines: number; amount: string }) =>
    text('bank.sum', { n: side.lines, amount: formatAmount(side.amount, currency) })
  return (
    <Detail title={<bdi>{data.statement}</bdi>} state={<StatementState unused={data.unused} />}>
      {data.previousClosing !== null && data.previousClosing !== data.opening ? (
        <p role="alert" className="mx-4 rounded-field bg-raised px-3 py-2 text-danger">
          {text('bank.statements.gap', { amount: formatAmount(data.previousClosing, currency) })}
        </p>
      ) : null}
      <Section title={moneyText('money.statement')}>
        <FactList
          items={[
            fact(moneyText('money.account'), <bdi dir="ltr">{data.account}</bdi>),
            fact(text('bank.period'), `${data.from} – ${data.to}`),
            fact(text('bank.opening'), <Amount value={data.opening} currency={currency} />),
            fact(text('bank.credits'), sum(data.credits)),
            fact(text('bank.debits'), sum(data.debits)),
            fact(text('bank.closing'), <Amount value={data.closing} currency={currency} />),
            fact(
              text('bank.imported'),
              moneyText('money.signature', { name: data.importedBy.name, at: formatDateTime(data.importedAt) }),
            ),
            data.file !== null &&
              fact(
                text('bank.file'),
                <Button variant="secondary" onClick={() => void file.fetchFile({ id: data.file!.id }).then(saveFile)}>
                  <FileDown aria-hidden className="size-4" />
                  {text('bank.file.get', { name: data.file.name })}
                </Button>,
              ),
          ]}
        />
        <MutationProblem refusal={file.refusal} unreachable={file.unreachable} />
      </Section>
      <Section title={text('bank.lines')}>
        <ol className="flex flex-col">
          {rows.map((line) => (
            <li key={line.id}>
              <Link
                to="/bank"
                search={{ use: 'all', row: line.id }}
                className="flex min-h-(--row) flex-wrap items-center gap-x-3 border-b border-border py-1 text-small text-foreground no-underline hover:bg-raised"
              >
                <span className="w-8 text-end text-muted tabular-nums">{line.line}</span>
                <span className="min-w-40 flex-1 truncate">
                  <bdi className="font-semibold">{line.payer}</bdi> <bdi className="text-muted">{line.reference}</bdi>
                </span>
                <UseChip use={line.use} />
                <span className="w-28 text-end">
                  <Amount value={line.side === 'debit' ? `-${line.amount}` : line.amount} currency={currency} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
        {lines.done ? null : (
          <Button variant="secondary" onClick={lines.fetchNextPage}>
            {text('bank.lines.more')}
          </Button>
        )}
      </Section>
    </Detail>
  )
}
