import { queryClient, Refused, uploadFile, useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  bankCurrencies,
  bankFileFormats,
  csvDateFormats,
  importBankFile,
  listBankAccounts,
  saveCsvFormat,
  type BankFileFormat,
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

/** The import of a statement by file: every wrong row is named, or the statements stand in the list. */
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
    onChange: (event: { target: { value: string } }) => setHead({ ...head, [name]: event.target.value }),
  })
  return (
    <Detail title={text('bank.import.title')}>
      <Section title={text('bank.import.title')}>
        <form
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void send('import')
          }}
        >
          <SelectField
            label={text('bank.import.format')}
            value={format}
            onChange={(event) => setFormat(event.target.value as BankFileFormat)}
          >
            {bankFileFormats.map((value) => (
              <option key={value} value={value}>
                {text(`bank.import.format.${value}`)}
              </option>
            ))}
          </SelectField>
          <FileField
            label={text('bank.import.file')}
            accept={format === 'csv' ? '.csv,.txt,text/csv' : '.xml,application/xml,text/xml'}
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
            <Button type="submit" disabled={!file || noRight !== undefined} busy={busy}>
              {text('bank.import.run')}
            </Button>
            <Button
              variant="secondary"
              disabled={!file || busy || noRight !== undefined}
              onClick={() => void send('check')}
            >
              {text('bank.import.check')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          {failure ? <MutationProblem {...failure} /> : null}
        </form>
        {outcome ? <Outcome {...outcome} /> : null}
      </Section>
      <CsvFormatForm disabled={noRight} />
    </Detail>
  )
}

function Outcome({ mode, result }: { mode: 'check' | 'import'; result: Result }) {
  const { problems, totalProblems, statements } = result
  return (
    <div role="status" className="flex flex-col gap-2">
      {totalProblems > 0 ? (
        <>
          <p className="font-semibold text-danger">{text('bank.import.wrong', { n: totalProblems })}</p>
          <ul className="flex flex-col gap-1">
            {problems.map(({ line, problem, value }, i) => (
              <li key={`${line} ${problem} ${i}`} className="flex gap-3">
                <span className="w-16 shrink-0 text-muted tabular-nums">{text('bank.import.line', { line })}</span>
                <span dir="auto">
                  {text(`bank.problem.${problem}`, {
                    value: problem === 'totals-differ' ? formatDecimal(value) : value,
                  })}
                </span>
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
    </div>
  )
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const columnNames = ['date', 'amount', 'credit', 'debit', 'payer', 'reference', 'entryReference', 'balance'] as const
const emptyFormat: CsvFormat = {
  currency: 'USD',
  delimiter: ',',
  decimal: '.',
  date: 'YYYY-MM-DD',
  skip: 0,
  columns: { date: '', amount: '', credit: '', debit: '', payer: '', reference: '', entryReference: '', balance: '' },
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
          value={format.date}
          onChange={(event) => setFormat({ ...format, date: event.target.value as CsvFormat['date'] })}
        >
          {csvDateFormats.map((value) => (
            <option key={value} value={value}>
              {value}
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
