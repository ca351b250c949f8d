/**
 * Reads bank statements in ISO 20022 camt.053 (versions 02, 08 and 13) with a streaming parser. The document is read
 * in pieces and never held as a tree. A DOCTYPE is refused, so no entity is ever expanded.
 */
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { bankCurrencies, type BankCurrency } from '@quayside/contract'
import {
  centsOfText,
  checkDraft,
  FileProblems,
  isDay,
  plainText,
  type DraftLine,
  type FileDraft,
} from './statement-draft.ts'

/** Versions of the message that are read. Their differences in our elements: the status and the names of parties. */
const versions = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(02|08|13)$/
/** Bytes parsed before other requests get a turn. */
const pieceSize = 64 * 1024
/** Deepest element that is read. */
const maxDepth = 40

/** References that banks write where they have none. */
const emptyReference = /^(|NONREF|NOTPROVIDED|NOT PROVIDED|NONE|0+)$/i

class FileError extends Error {}

/** The elements of one entry or transaction, by path below it. An element that occurs often keeps all its texts. */
type Fields = Map<string, string[]>
const first = (fields: Fields, ...paths: string[]): string => {
  for (const path of paths) {
    const [text] = fields.get(path) ?? []
    if (text) return text
  }
  return ''
}
/** A date element, or the date of a date and time. */
const dayOf = (fields: Fields, path: string): string =>
  first(fields, `${path}/Dt`) || first(fields, `${path}/DtTm`).slice(0, 10)

type OpenStatement = {
  at: number
  fields: Fields
  balances: Fields[]
  entries: { at: number; fields: Fields; transactions: Fields[] }[]
}

/** Reads a file. Problems of single entries are collected; a broken document ends the reading. */
export async function readCamt(content: Buffer): Promise<FileDraft> {
  const problems = new FileProblems()
  const draft: FileDraft = { statements: [], problems }
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  let statement: OpenStatement | null = null
  let text = ''
  let currency = ''

  const fail = (problem: Parameters<FileProblems['add']>[1], value = ''): never => {
    problems.add(parser.line, problem, value)
    throw new FileError(problem)
  }
  const put = (fields: Fields, depth: number, value: string) => {
    const key = path.slice(depth).join('/')
    const texts = fields.get(key)
    if (texts) texts.push(value)
    else fields.set(key, [value])
  }

  parser.on('doctype', () => fail('doctype'))
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => {
    path.push(tag.local)
    text = ''
    if (path.length > maxDepth) fail('not-xml', 'too deep')
    if (path.length === 1) {
      if (tag.local !== 'Document' || !tag.uri.startsWith('urn:iso:std:iso:20022:tech:xsd:camt.053'))
        fail('not-statement', tag.local)
      if (!versions.test(tag.uri)) fail('version', tag.uri.split(':').at(-1))
    }
    if (path.length === 2 && tag.local !== 'BkToCstmrStmt') fail('not-statement', tag.local)
    const place = path.join('/')
    if (place === 'Document/BkToCstmrStmt/Stmt')
      statement = { at: parser.line, fields: new Map(), balances: [], entries: [] }
    if (statement && path.length === 4 && tag.local === 'Bal') statement.balances.push(new Map())
    if (statement && path.length === 4 && tag.local === 'Ntry')
      statement.entries.push({ at: parser.line, fields: new Map(), transactions: [] })
    if (statement && path.length === 6 && path[4] === 'NtryDtls' && tag.local === 'TxDtls')
      statement.entries.at(-1)!.transactions.push(new Map())
    currency = tag.attributes['Ccy']?.value ?? ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('cdata', (part) => {
    text += part
  })
  parser.on('closetag', () => {
    const value = text.trim()
    if (statement && path.length > 3 && value !== '') {
      const inside = path[3]
      const entry = statement.entries.at(-1)
      const written = currency ? `${currency} ${value}` : value
      if (inside === 'Bal') put(statement.balances.at(-1)!, 4, written)
      else if (inside === 'Ntry' && path[4] === 'NtryDtls' && path[5] === 'TxDtls')
        put(entry!.transactions.at(-1)!, 6, written)
      else if (inside === 'Ntry') put(entry!.fields, 4, written)
      else put(statement.fields, 3, written)
    }
    if (path.length === 3 && path[2] === 'Stmt' && statement) {
      finishStatement(statement, draft)
      statement = null
    }
    path.pop()
    text = ''
    currency = ''
  })

  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for (let from = 0; from < content.length; from += pieceSize) {
      const piece = content.subarray(from, from + pieceSize)
      parser.write(decoder.decode(piece, { stream: from + pieceSize < content.length }))
      await setImmediate()
    }
    parser.close()
    if (draft.statements.length === 0 && problems.total === 0) problems.add(1, 'empty')
  } catch (error) {
    if (!(error instanceof FileError)) problems.add(parser.line || 1, 'not-xml', String((error as Error).message))
  }
  return draft
}

/** An amount with its currency, as `put` wrote it. */
function amountOf(written: string): { currency: string; cents: bigint | null } {
  const [, currency = '', number = ''] = /^([A-Z]{3}) (.*)$/.exec(written) ?? []
  return { currency, cents: centsOfText(number) }
}

function finishStatement(open: OpenStatement, { statements, problems }: FileDraft): void {
  const { fields } = open
  const before = problems.total
  const account = first(fields, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  if (!account) problems.add(open.at, 'account-missing')
  const statement = first(fields, 'Id', 'ElctrncSeqNb', 'LglSeqNb')

  const balance = (...codes: string[]) => {
    for (const code of codes) {
      const found = open.balances.filter((one) => first(one, 'Tp/CdOrPrtry/Cd') === code)
      const one = code === 'CLBD' ? found.at(-1) : found[0]
      if (!one) continue
      const { currency, cents } = amountOf(first(one, 'Amt'))
      if (cents === null) continue
      return { currency, cents: first(one, 'CdtDbtInd') === 'DBIT' ? -cents : cents, day: dayOf(one, 'Dt') }
    }
    problems.add(open.at, 'balance-missing', codes[0])
    return null
  }
  const opening = balance('OPBD', 'PRCD')
  const closing = balance('CLBD')
  const currency = closing?.currency ?? first(fields, 'Acct/Ccy')
  if (closing && !bankCurrencies.includes(currency as BankCurrency)) problems.add(open.at, 'currency', currency)

  const lines: DraftLine[] = []
  const references = new Set<string>()
  const add = (at: number, line: Omit<DraftLine, 'line'>) => {
    const reference = line.entryReference
    if (reference && references.has(reference)) problems.add(at, 'reference-twice', reference)
    if (reference) references.add(reference)
    lines.push({ ...line, line: lines.length + 1 })
  }
  for (const entry of open.entries) {
    const status = first(entry.fields, 'Sts/Cd', 'Sts')
    // Pending entries and information are not part of the balance.
    if (status !== '' && status !== 'BOOK') continue
    readEntry(entry, currency, problems, add)
  }

  const from = dayOf(fields, 'FrToDt/FrDtTm') || first(fields, 'FrToDt/FrDtTm').slice(0, 10) || (opening?.day ?? '')
  const to = first(fields, 'FrToDt/ToDtTm').slice(0, 10) || (closing?.day ?? '')
  for (const day of [from, to]) if (!isDay(day)) problems.add(open.at, 'date', day)
  if (problems.total > before || !opening || !closing) return
  const draft = {
    account,
    statement: plainText(statement || `${from} ${to}`).slice(0, 60),
    currency: currency as BankCurrency,
    // The day of a previous closing balance can be the day before the statement.
    from: from > to ? to : from,
    to,
    opening: opening.cents,
    closing: closing.cents,
    lines,
  }
  checkDraft(draft, open.at, problems)
  statements.push(draft)
}

/** Adds the line of an entry, or one for each transaction of a collective entry that states all amounts. */
function readEntry(
  { at, fields, transactions }: OpenStatement['entries'][number],
  accountCurrency: string,
  problems: FileProblems,
  add: (at: number, line: Omit<DraftLine, 'line'>) => void,
): void {
  const before = problems.total
  const { currency, cents } = amountOf(first(fields, 'Amt'))
  if (cents === null || cents === 0n) problems.add(at, 'amount', first(fields, 'Amt'))
  if (currency !== accountCurrency) problems.add(at, 'currency', currency)
  const sign = first(fields, 'CdtDbtInd')
  if (sign !== 'CRDT' && sign !== 'DBIT') problems.add(at, 'side', sign)
  const valueDate = dayOf(fields, 'ValDt') || dayOf(fields, 'BookgDt')
  if (!isDay(valueDate)) problems.add(at, 'date', valueDate)
  if (problems.total > before || cents === null) return

  const side = sign === 'CRDT' ? ('credit' as const) : ('debit' as const)
  const bankReference = ownReference(first(fields, 'AcctSvcrRef'))
  const parts = transactions.map((transaction) => partOf(transaction, accountCurrency))
  const stated = parts.every((part): part is bigint => part !== null)
  if (transactions.length > 1 && stated && parts.reduce((sum, part) => sum + part, 0n) === cents) {
    transactions.forEach((transaction, index) => {
      const own = ownReference(first(transaction, 'Refs/AcctSvcrRef'))
      add(at, {
        side,
        amount: parts[index]!,
        valueDate,
        ...wordsOf(transaction, fields, side),
        charges: chargesOf(transaction, accountCurrency),
        // Banks repeat the entry's reference in its transactions: the place tells them apart.
        entryReference:
          own && own !== bankReference ? own : bankReference ? `${bankReference}/${index + 1}`.slice(0, 60) : null,
      })
    })
    return
  }
  const transaction = transactions[0] ?? new Map()
  add(at, {
    side,
    amount: cents,
    valueDate,
    ...wordsOf(transaction, fields, side),
    // A bank states them once, at the entry or at its only transaction.
    charges:
      chargesOf(fields, accountCurrency) ??
      (transactions.length === 1 ? chargesOf(transaction, accountCurrency) : null),
    entryReference:
      bankReference ?? (transactions.length === 1 ? ownReference(first(transaction, 'Refs/AcctSvcrRef')) : null),
  })
}

// `NtryRef` is no identity: banks number the entries of each statement with it.
const ownReference = (text: string): string | null => (emptyReference.test(text) ? null : plainText(text).slice(0, 60))

/** Cents of one transaction of a collective entry in the account's currency; null when it is not stated. */
function partOf(transaction: Fields, accountCurrency: string): bigint | null {
  const { currency, cents } = amountOf(first(transaction, 'Amt', 'AmtDtls/TxAmt/Amt'))
  return currency === accountCurrency && cents !== 0n ? cents : null
}

/**
 * Charges that the bank took out of the amount, in the account's currency: one record, or the total of several. A record
 * that the amount does not include (`ChrgInclInd` false) has an entry of its own. Version 02 has no such mark.
 */
function chargesOf(fields: Fields, accountCurrency: string): bigint | null {
  const records = fields.get('Chrgs/Rcrd/Amt') ?? fields.get('Chrgs/Amt') ?? []
  const marks = [...(fields.get('Chrgs/Rcrd/ChrgInclInd') ?? []), ...(fields.get('Chrgs/ChrgInclInd') ?? [])]
  const sides = [...(fields.get('Chrgs/Rcrd/CdtDbtInd') ?? []), ...(fields.get('Chrgs/CdtDbtInd') ?? [])]
  // Where one record is included and another is not, nothing says which amount belongs to which.
  if (marks.includes('false') || marks.includes('0') || sides.includes('CRDT')) return null
  const stated = records.length > 0 ? records : (fields.get('Chrgs/TtlChrgsAndTaxAmt') ?? [])
  let sum = 0n
  for (const one of stated) {
    const { currency, cents } = amountOf(one)
    if (currency !== accountCurrency || cents === null) return null
    sum += cents
  }
  return sum > 0n ? sum : null
}

/** The counterparty, and everything that says what the entry is for. */
function wordsOf(transaction: Fields, entry: Fields, side: 'credit' | 'debit'): { payer: string; reference: string } {
  const [party, ultimate] = side === 'credit' ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  const payer = first(
    transaction,
    `RltdPties/${party}/Nm`,
    `RltdPties/${party}/Pty/Nm`,
    `RltdPties/${ultimate}/Nm`,
    `RltdPties/${ultimate}/Pty/Nm`,
  )
  const endToEnd = first(transaction, 'Refs/EndToEndId')
  const words = [
    ...(emptyReference.test(endToEnd) ? [] : [endToEnd]),
    ...(transaction.get('RmtInf/Ustrd') ?? []),
    ...(transaction.get('RmtInf/Strd/CdtrRefInf/Ref') ?? []),
  ]
  if (words.length === 0) words.push(first(transaction, 'AddtlTxInf') || first(entry, 'AddtlNtryInf'))
  return { payer: plainText(payer), reference: plainText(words.join(' ')) }
}
