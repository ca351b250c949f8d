/** The platform's bank statements: import by file or by API, their entries, and what each entry is evidence of. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, oneOf, searched } from './list-endpoint.ts'
import { money, signedMoney } from './money.ts'
import { boundedText, cursor, day, empty, id, instant, ok, paging } from './shapes.ts'
import { textEncodings } from './text-encodings.ts'

export const bankCurrencies = ['USD', 'BRL'] as const
export type BankCurrency = (typeof bankCurrencies)[number]
const currency = z.enum(bankCurrencies)

/** The direction of an entry: `credit` is incoming money. */
export const bankSides = ['credit', 'debit'] as const
export type BankSide = (typeof bankSides)[number]

export const importBankLines = endpoint({
  api: 'platform',
  path: '/platform/bank/import',
  summary:
    'Imports a bank statement with all its entries. The opening balance plus the entries must equal the closing balance. An entry of an earlier statement is not imported again. It is recognised by the bank’s own reference, or, without a reference, by its content and its position among equal entries.',
  access: operator('finance'),
  largeBody: true,
  input: z.strictObject({
    /** The account number in the bank's notation; spaces and upper or lower case do not matter. */
    account: boundedText(4, 60),
    statement: boundedText(1, 60),
    currency,
    /** The first and the last day of the statement. */
    from: day,
    to: day,
    opening: signedMoney,
    closing: signedMoney,
    lines: z
      .array(
        z.strictObject({
          line: z.int().check(z.gte(1), z.lte(1_000_000)),
          side: z.enum(bankSides),
          amount: money,
          valueDate: day,
          /** The counterparty: the payer or the payee. */
          payer: boundedText(0, 140),
          reference: boundedText(0, 140),
          /** The bank’s own id of the entry. An entry of another side or amount, such as a fee, can have the same. */
          entryReference: z.optional(boundedText(1, 60)),
          /** What the bank took out of the entry as charges. The amount is already less by them. */
          charges: z.optional(money),
        }),
      )
      .check(z.maxLength(1000)),
  }),
  response: z.object({ added: z.int(), known: z.int() }),
  refusals: ['bank/totals-differ', 'bank/statement-differs'],
})

/** The kinds of things that an entry is evidence of. */
export const bankLinePurposes = [
  'recharge',
  'payment',
  'payout',
  'return',
  'unidentified',
  'unidentified-return',
  'treasury',
  'refund',
  'refund-return',
] as const
export type BankLinePurpose = (typeof bankLinePurposes)[number]

const bankLine = z.object({
  id,
  account: z.string(),
  side: z.enum(bankSides),
  statement: z.string(),
  line: z.int(),
  currency,
  amount: money,
  valueDate: z.string(),
  payer: z.string(),
  reference: z.string(),
  /** What the bank took out of the entry as charges; null when it states none. */
  charges: z.nullable(money),
})

/** What an entry is evidence of. `shopId` is null for the platform's own money. */
const bankLineUse = z.object({
  purpose: z.enum(bankLinePurposes),
  id,
  code: z.nullable(z.string()),
  shopId: z.nullable(id),
  shop: z.nullable(z.string()),
})

export const listBankLines = listEndpoint({
  path: '/platform/bank/list',
  summary:
    'Entries of bank statements by value date, oldest first: those that are evidence of nothing yet, those that are used, or all. Filters: side, account, exact reference, and a search in payer, reference and amount.',
  access: operator('finance', 'auditor'),
  filters: {
    use: oneOf(['unused', 'used', 'all'], 'unused'),
    side: anyOf(bankSides),
    account: linked(boundedText(0, 60)),
    reference: linked(boundedText(0, 140)),
    search: searched(60),
  },
  row: z.object({ ...bankLine.shape, use: z.nullable(bankLineUse) }),
  pages: 'numbered',
})

export const exportBankLines = fileOf(listBankLines, {
  path: '/platform/bank/export',
  list: 'Entries of bank statements',
})

export const bankLineDetail = endpoint({
  api: 'platform',
  path: '/platform/bank/line/detail',
  summary: 'One entry of a bank statement: what it is evidence of, who imported it, and every statement that has it.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...bankLine.shape,
    entryReference: z.nullable(z.string()),
    importedAt: instant,
    importedBy: z.object({ id, name: z.string() }),
    use: z.nullable(bankLineUse),
    statements: z.array(z.object({ id, statement: z.string(), line: z.int() })),
  }),
  refusals: ['deposit/line-unknown'],
})

const bankStatement = z.object({
  id,
  account: z.string(),
  statement: z.string(),
  currency,
  from: z.string(),
  to: z.string(),
  opening: signedMoney,
  closing: signedMoney,
  /**
   * Closing balance of the account's statement before this one; null for the first. Differs from `opening` in a gap.
   */
  previousClosing: z.nullable(signedMoney),
  credits: z.object({ lines: z.int(), amount: money }),
  debits: z.object({ lines: z.int(), amount: money }),
  /** Entries that are evidence of nothing yet. */
  unused: z.int(),
  importedAt: instant,
  importedBy: z.object({ id, name: z.string() }),
  /** The imported file; null for a statement that came through the API. */
  file: z.nullable(z.object({ id, name: z.string() })),
})

export const listBankStatements = listEndpoint({
  path: '/platform/bank/statement/list',
  summary: 'Imported bank statements, the newest last day first, each with its balances and the sums of its entries.',
  access: operator('finance', 'auditor'),
  filters: { account: linked(boundedText(0, 60)) },
  row: bankStatement,
  pages: 'numbered',
})

export const bankStatementDetail = endpoint({
  api: 'platform',
  path: '/platform/bank/statement/detail',
  summary: 'One bank statement with its entries in their order, each with what it is evidence of.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({ ...paging, id, cursor }),
  response: z.object({
    ...bankStatement.shape,
    list: z.array(z.object({ ...bankLine.shape, use: z.nullable(bankLineUse) })),
    cursor: z.nullable(z.string()),
  }),
  refusals: ['books/not-found'],
})

export const bankFileFormats = ['camt.053', 'csv'] as const
export type BankFileFormat = (typeof bankFileFormats)[number]

/** Why a file or a row of it cannot be imported. The console has a sentence for each. */
export const bankFileProblems = [
  'archive',
  'encoding',
  'not-xml',
  'doctype',
  'not-statement',
  'version',
  'not-csv',
  'empty',
  'format-missing',
  'column-missing',
  'column-twice',
  'account-missing',
  'balance-missing',
  'currency',
  'amount',
  'date',
  'side',
  'period',
  'reference-twice',
  'columns',
  'too-many',
  'totals-differ',
  'reversal',
  'statement-differs',
] as const
export type BankFileProblem = (typeof bankFileProblems)[number]
/** What a file contains and an import leaves out: the number of entries or rows, or the account with its currency. */
export const bankFileNotes = ['zero-entries', 'rows-without-entry', 'other-currency'] as const
export type BankFileNote = (typeof bankFileNotes)[number]
/** Problems that one response names. */
export const maxBankFileProblems = 200
/** Entries of one file. */
export const maxBankFileLines = 20_000

export const importBankFile = endpoint({
  api: 'platform',
  path: '/platform/bank/statement/import',
  summary:
    'Imports the statements of a camt.053 file (versions 02 to 13) or of a CSV file, or of a ZIP archive of such files, in the multipart field `file`. All or nothing: when a row is wrong, the response names every wrong row with its line and the reason, and nothing is imported. Accounts in other currencies and entries of zero are left out and named. `mode` `check` imports nothing either. The file is kept. For a CSV file the account has a saved format, and the query names what the file does not say: `statement`, `from`, `to`, `opening`, `closing`.',
  access: operator('finance'),
  upload: true,
  ownTransaction: true,
  input: z.object({
    format: z.enum(bankFileFormats),
    mode: z._default(z.enum(['check', 'import']), 'import'),
    name: z._default(boundedText(0, 120), ''),
    account: z.optional(boundedText(4, 60)),
    statement: z.optional(boundedText(1, 60)),
    from: z.optional(day),
    to: z.optional(day),
    opening: z.optional(signedMoney),
    closing: z.optional(signedMoney),
  }),
  response: z.object({
    /** The stored file; null when nothing was imported. */
    fileId: z.nullable(id),
    statements: z.array(
      z.object({
        id,
        account: z.string(),
        statement: z.string(),
        currency,
        from: z.string(),
        to: z.string(),
        opening: signedMoney,
        closing: signedMoney,
        added: z.int(),
        known: z.int(),
      }),
    ),
    problems: z.array(
      z.object({
        /** Line of the file, from 1. */
        line: z.int(),
        problem: z.enum(bankFileProblems),
        /** The wrong value, or what is missing. */
        value: z.string(),
        /** The file of the archive that has the line. */
        part: z.optional(z.string()),
      }),
    ),
    /** Number of problems, also those that the list has no place for. */
    totalProblems: z.int(),
    /** What was left out. */
    notes: z.array(z.object({ note: z.enum(bankFileNotes), value: z.string() })),
    /** The first entries as they were understood, and the header row of a CSV file. */
    preview: z.object({
      header: z.array(z.string()),
      entries: z.array(
        z.object({
          line: z.int(),
          valueDate: z.string(),
          side: z.enum(bankSides),
          currency,
          amount: money,
          payer: z.string(),
          reference: z.string(),
          balance: z.nullable(signedMoney),
        }),
      ),
    }),
  }),
  refusals: ['file/unreadable', 'file/too-large', 'request/too-many'],
})

export const bankFile = endpoint({
  api: 'platform',
  path: '/platform/bank/file',
  summary: 'The file of a bank statement, as it was imported.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  file: true,
  input: z.strictObject({ id }),
  response: z.unknown(),
  refusals: ['file/not-found'],
})

/**
 * The order of year, month and day. Any separator, a year of two digits and names of months are read in each. The last
 * two are what was offered before that: `DD.MM.YYYY` is `DD/MM/YYYY`, and `YYYYMMDD` is `YYYY-MM-DD`.
 */
export const csvDateFormats = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'] as const
export type CsvDateFormat = (typeof csvDateFormats)[number]

const column = boundedText(0, 60)
/** How to read the CSV files of one account. A column is named as in the header row. An empty name: no such column. */
export const csvFormat = z.strictObject({
  currency,
  delimiter: z.enum([',', ';', '	', '|']),
  decimal: z.enum(['.', ',']),
  date: z.enum(csvDateFormats),
  /** `auto`: UTF-8, UTF-16, or Windows-1252 if nothing else fits. */
  encoding: z._default(z.enum(['auto', ...textEncodings]), 'auto'),
  /** The words of the direction column. Empty: the usual ones, such as D and C, S and H, Af and Bij. */
  directionWords: z._default(z.strictObject({ credit: column, debit: column }), { credit: '', debit: '' }),
  /** Lines before the header row. */
  skip: z.int().check(z.gte(0), z.lte(50)),
  columns: z.strictObject({
    date: boundedText(1, 60),
    /** Signed amount; a debit is negative. Either this column, or `credit` and `debit`. */
    amount: column,
    credit: column,
    debit: column,
    /** Says whether an amount without sign is a credit or a debit. */
    direction: z._default(column, ''),
    payer: column,
    reference: column,
    /** The bank's own id of the entry. */
    entryReference: column,
    /** Balance after the entry. With it the file states its opening and closing balance itself. */
    balance: column,
  }),
})
export type CsvFormat = z.output<typeof csvFormat>
/** The entries that a preview shows. */
export const bankPreviewEntries = 10

export const listBankAccounts = endpoint({
  api: 'platform',
  path: '/platform/bank/account/list',
  summary:
    'The bank accounts of the imported statements: the last day and closing balance, the entries that are evidence of nothing yet, and how CSV files of the account are read.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        account: z.string(),
        currency,
        lastDay: z.nullable(z.string()),
        closing: z.nullable(signedMoney),
        unusedCredits: z.object({ lines: z.int(), amount: money }),
        unusedDebits: z.object({ lines: z.int(), amount: money }),
        csv: z.nullable(csvFormat),
      }),
    ),
  }),
  refusals: [],
})

export const saveCsvFormat = endpoint({
  api: 'platform',
  path: '/platform/bank/csv-format/save',
  summary: 'Saves how CSV files of one account are read, in place of what was saved before.',
  access: operator('finance'),
  input: z.strictObject({ account: boundedText(4, 60), format: csvFormat }),
  response: ok,
  refusals: [],
})
