import { queryClient, Refused, uploadFile, useApiMutation, useApiQuery } from '@quayside/client'
import { textEncodings, type ResponseBody } from '@quayside/contract'
import {
  bankCurrencies,
  bankFileFormats,
  importBankFile,
  listBankAccounts,
  saveCsvFormat,
  type BankFileFormat,
  type BankFileProblem,
  type CsvFormat,
} from '@quayside/contract/bank'
import { Button, SelectField, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { Section } from '../../components/FactList.tsx'
import { FileField } from '../../components/FileField.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { formatDecimal } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import bank from '../../locales/en/bank.ts'
import { moneyText, useFinanceOnly } from '../money/parts.tsx'

const text = createText(bank)
type Result = ResponseBody<typeof importBankFile>

/**
 * The import of a statement by file. A check comes first: it names every wrong row, or shows the first entries as they
 * were understood, and then the file can be imported.
 */
export function ImportForm() {
  const noRight = useFinanceOnly()
  const accounts = useApiQuery(listBankAccounts, {})
  const [format, setFormat] = useState<BankFileFormat>('camt.053')
  const [file, setFile] = useState<File | null>(null)
  const [head, setHead] = useState({ account: '', statement: '', opening: '', closing: '' })
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ mode: 'check' | 'import'; result: Result } | null>(null)
  const [failure, setFailure] = useState<{ refusal: Refused | null; unreachable: boolean } | null>(null)
  const withFormat = (accounts.data?.list ?? []).filter(({ csv }) => csv !== null)

  const send = async (mode: 'check' | 'import') => {
    if (!file || busy) return
    setBusy(true)
    setFailure(null)
    const given = format === 'csv' ? Object.entries(head).filter(([, value]) => value.trim() !== '') : []
    try {
      const result = await uploadFile(
        importBankFile,
        { format, mode, name: file.name, ...Object.fromEntries(given) },
        file,
      )
      setOutcome({ mode, result })
      // Not awaited: the form can be used again while the lists are read.
      if (result.fileId !== null) void queryClient.invalidateQueries()
    } catch (error) {
      setOutcome(null)
      setFailure({ refusal: error instanceof Refused ? error : null, unreachable: !(error instanceof Refused) })
    }
    setBusy(false)
  }
  const field = (name: keyof typeof head) => ({
    value: head[name],
    onChange: (event: { target: { value: string } }) => {
      setHead({ ...head, [name]: event.target.value })
      setOutcome(null)
    },
  })
  const checked = outcome?.mode === 'check' && outcome.result.totalProblems === 0 ? outcome.result : null
  return (
    <Detail title={text('bank.import.title')}>
      <Section title={text('bank.import.title')}>
        <form
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void send('check')
          }}
        >
          <SelectField
            label={text('bank.import.format')}
            value={format}
            onChange={(event) => {
              setFormat(event.target.value as BankFileFormat)
              setOutcome(null)
            }}
          >
            {bankFileFormats.map((value) => (
              <option key={value} value={value}>
                {text(`bank.import.format.${value}`)}
              </option>
            ))}
          </SelectField>
          <FileField
            label={text('bank.import.file')}
            accept={format === 'csv' ? '.csv,.txt,.zip,text/csv' : '.xml,.zip,application/xml,text/xml'}
            chosen={file && file.name}
            onChoose={(chosen) => {
              setFile(chosen)
              setOutcome(null)
            }}
          />
          {format === 'csv' ? (
            <>
              <SelectField
                label={text('bank.import.account')}
                hint={accounts.data && withFormat.length === 0 ? text('bank.import.account.none') : undefined}
                {...field('account')}
              >
                <option value="">{moneyText('money.choose')}</option>
                {withFormat.map(({ account }) => (
                  <option key={account} value={account}>
                    {account}
                  </option>
                ))}
              </SelectField>
              <TextField label={text('bank.import.statement')} maxLength={60} {...field('statement')} />
              <TextField
                label={text('bank.import.opening')}
                hint={text('bank.import.balance.hint')}
                inputMode="decimal"
                dir="ltr"
                {...field('opening')}
              />
              <TextField label={text('bank.import.closing')} inputMode="decimal" dir="ltr" {...field('closing')} />
            </>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={checked ? 'secondary' : 'primary'}
              disabled={!file || noRight !== undefined}
              busy={busy}
            >
              {text('bank.import.check')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          {failure ? <MutationProblem {...failure} /> : null}
        </form>
        {outcome ? <Outcome {...outcome} /> : null}
        {checked ? (
          <Button
            className="self-start"
            disabled={noRight !== undefined}
            busy={busy}
            onClick={() => void send('import')}
          >
            {text('bank.import.run', { n: checked.statements.length })}
          </Button>
        ) : null}
      </Section>
      <CsvFormatForm disabled={noRight} />
    </Detail>
  )
}

function Outcome({ mode, result }: { mode: 'check' | 'import'; result: Result }) {
  const { problems, totalProblems, statements, notes, preview } = result
  return (
    <div role="status" className="flex flex-col gap-2">
      {totalProblems > 0 ? (
        <>
          <p className="font-semibold text-danger">{text('bank.import.wrong', { n: totalProblems })}</p>
          <ul className="flex flex-col gap-1">
            {problems.map(({ line, problem, value, part }, i) => (
              <li key={`${line} ${problem} ${i}`} className="flex gap-3">
                <span className="w-16 shrink-0 break-words text-muted tabular-nums">
                  {part} {text('bank.import.line', { line })}
                </span>
                <span dir="auto">{text(`bank.problem.${problem}`, { value: problemValue(problem, value) })}</span>
              </li>
            ))}
          </ul>
          {totalProblems > problems.length ? (
            <p className="text-muted">{text('bank.import.more', { n: totalProblems - problems.length })}</p>
          ) : null}
        </>
      ) : (
        <>
          <p className="font-semibold text-success">
            {text(mode === 'check' ? 'bank.import.checked' : 'bank.import.imported')}
          </p>
          <ul>
            {statements.map((one) => (
              <li key={one.id} dir="auto">
                {text('bank.import.result', {
                  statement: one.statement,
                  from: one.from,
                  to: one.to,
                  added: one.added,
                  known: one.known,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.map(({ note, value }) => (
        <p key={`${note} ${value}`} className="text-muted" dir="auto">
          {text(`bank.note.${note}`, { n: Number(value), account: value })}
        </p>
      ))}
      {mode === 'check' ? <Preview {...preview} /> : null}
    </div>
  )
}

/** The value of a problem in words, where the wire has a sign for it. */
function problemValue(problem: BankFileProblem, value: string): string {
  if (problem === 'totals-differ') return formatDecimal(value)
  if (problem === 'balance-missing') return text(value === 'OPBD' ? 'bank.opening' : 'bank.closing')
  if (problem === 'encoding' && value === '') return text('bank.csv.encoding.auto')
  return value
}

/** The header row and the first entries of a file. */
function Preview({ header, entries }: Result['preview']) {
  const columns = ['line', 'day', 'payer', 'reference', 'in', 'out', 'balance'] as const
  const amounts = new Set<string>(['in', 'out', 'balance'])
  return (
    <>
      {header.length > 0 ? (
        <p className="text-muted" dir="auto">
          {text('bank.preview.header', { columns: header.join(' · ') })}
        </p>
      ) : null}
      {entries.length > 0 ? (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-small">
            <caption className="py-1 text-start font-semibold">{text('bank.preview.title')}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={`px-2 py-1 font-normal text-muted ${amounts.has(column) ? 'text-end' : 'text-start'}`}
                  >
                    {text(`bank.preview.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map(({ line, valueDate, payer, reference, side, amount, currency, balance }, i) => (
                <tr key={`${line} ${i}`} className="border-t border-border">
                  <td className="px-2 py-1 tabular-nums">{line}</td>
                  <td className="px-2 py-1 whitespace-nowrap tabular-nums">{valueDate}</td>
                  <td className="px-2 py-1" dir="auto">
                    {payer}
                  </td>
                  <td className="px-2 py-1" dir="auto">
                    {reference}
                  </td>
                  {(['credit', 'debit'] as const).map((one) => (
                    <td key={one} className="px-2 py-1 text-end whitespace-nowrap tabular-nums">
                      {side === one ? `${formatDecimal(amount)} ${currency}` : ''}
                    </td>
                  ))}
                  <td className="px-2 py-1 text-end whitespace-nowrap tabular-nums">
                    {balance === null ? '' : formatDecimal(balance)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}

/** One of each order that is offered; the others are older names of these. */
const dateOrders = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
const dateOrderOf = (date: CsvFormat['date']) =>
  date === 'YYYYMMDD' ? 'YYYY-MM-DD' : date === 'DD.MM.YYYY' ? 'DD/MM/YYYY' : date

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const columnNames = [
  'date',
  'amount',
  'direction',
  'credit',
  'debit',
  'payer',
  'reference',
  'entryReference',
  'balance',
] as const
const emptyFormat: CsvFormat = {
  currency: 'USD',
  delimiter: ',',
  decimal: '.',
  date: 'YYYY-MM-DD',
  encoding: 'auto',
  directionWords: { credit: '', debit: '' },
  skip: 0,
  columns: {
    date: '',
    amount: '',
    direction: '',
    credit: '',
    debit: '',
    payer: '',
    reference: '',
    entryReference: '',
    balance: '',
  },
}

function CsvFormatForm({ disabled }: { disabled: string | undefined }) {
  const accounts = useApiQuery(listBankAccounts, {})
  const save = useApiMutation(saveCsvFormat)
  const [account, setAccount] = useState('')
  const [format, setFormat] = useState(emptyFormat)
  const errors = save.refusal?.fields ?? {}
  const choose = (value: string) => {
    setAccount(value)
    const known = accounts.data?.list.find((one) => one.account === value.replace(/\s+/g, '').toUpperCase())
    if (known?.csv) setFormat(known.csv)
  }
  return (
    <Section title={text('bank.csv.title')}>
      <form
        className="grid max-w-3xl grid-cols-1 gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save.mutate({ account, format }).then((done) => done && toast(text('bank.csv.saved')))
        }}
      >
        <TextField
          label={text('bank.csv.account')}
          value={account}
          dir="ltr"
          maxLength={60}
          error={errors['account']}
          onChange={(event) => choose(event.target.value)}
        />
        <SelectField
          label={text('bank.csv.currency')}
          value={format.currency}
          onChange={(event) => setFormat({ ...format, currency: event.target.value as CsvFormat['currency'] })}
        >
          {bankCurrencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('bank.csv.delimiter')}
          value={format.delimiter}
          onChange={(event) => setFormat({ ...format, delimiter: event.target.value as CsvFormat['delimiter'] })}
        >
          {Object.entries(delimiters).map(([value, name]) => (
            <option key={name} value={value}>
              {text(`bank.csv.delimiter.${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('bank.csv.decimal')}
          value={format.decimal}
          onChange={(event) => setFormat({ ...format, decimal: event.target.value as CsvFormat['decimal'] })}
        >
          <option value=".">{text('bank.csv.decimal.point')}</option>
          <option value=",">{text('bank.csv.decimal.comma')}</option>
        </SelectField>
        <SelectField
          label={text('bank.csv.date')}
          value={dateOrderOf(format.date)}
          onChange={(event) => setFormat({ ...format, date: event.target.value as CsvFormat['date'] })}
        >
          {dateOrders.map((value) => (
            <option key={value} value={value}>
              {text(`bank.csv.date.${value}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('bank.csv.encoding')}
          value={format.encoding}
          onChange={(event) => setFormat({ ...format, encoding: event.target.value as CsvFormat['encoding'] })}
        >
          <option value="auto">{text('bank.csv.encoding.auto')}</option>
          {textEncodings.map((encoding) => (
            <option key={encoding} value={encoding}>
              {encoding}
            </option>
          ))}
        </SelectField>
        <TextField
          label={text('bank.csv.skip')}
          type="number"
          min={0}
          max={50}
          value={format.skip}
          onChange={(event) => setFormat({ ...format, skip: Number(event.target.value) })}
        />
        {columnNames.map((name) => (
          <TextField
            key={name}
            label={text(`bank.csv.column.${name}`)}
            value={format.columns[name]}
            maxLength={60}
            error={errors[`format.columns.${name}`]}
            onChange={(event) => setFormat({ ...format, columns: { ...format.columns, [name]: event.target.value } })}
          />
        ))}
        {format.columns.direction
          ? (['credit', 'debit'] as const).map((side) => (
              <TextField
                key={side}
                label={text(`bank.csv.word.${side}`)}
                hint={text('bank.csv.word.hint')}
                value={format.directionWords[side]}
                maxLength={60}
                onChange={(event) =>
                  setFormat({ ...format, directionWords: { ...format.directionWords, [side]: event.target.value } })
                }
              />
            ))
          : null}
        <div className="sm:col-span-2">
          <Button type="submit" variant="secondary" disabled={disabled !== undefined} busy={save.isPending}>
            {text('bank.csv.save')}
          </Button>
          <MutationProblem refusal={save.refusal} unreachable={save.unreachable} />
        </div>
      </form>
    </Section>
  )
}
