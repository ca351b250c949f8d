/**
 * Reads bank statements in ISO 20022 camt.053 (versions 02 to 13) with a streaming parser. The document is read in
 * pieces and never held as a tree. A DOCTYPE is refused, so no entity is ever expanded.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { bankCurrencies, maxBankFileLines, type BankCurrency } from '@quayside/contract'
import { bankPreviewEntries } from '@quayside/contract/bank'
import { decodeInPieces, encodingOfMark, UndecodableText } from '../../../platform/files/decode-text.ts'
import {
  centsOfText,
  checkDraft,
  countNote,
  emptyDraft,
  isDay,
  isRepeated,
  plainText,
  type DraftLine,
  type FileDraft,
  type FileProblems,
  type StatementDraft,
} from './statement-draft.ts'

/** Versions of the message that are read. Their differences in our elements: the status and the names of parties. */
const versions = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/
/** Deepest element that is read. */
const maxDepth = 40
/** The longest start tag, in characters: of one that is longer a file could make any number of attributes. */
const maxTag = 64 * 1024
/** Entries that are read before other requests get a turn. */
const entriesInTurn = 500

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

/** The encoding of an XML file: by its mark, or as its first line declares it. */
const encodingOfXml = (content: Buffer): string =>
  encodingOfMark(content) ??
  (content[0] === 0x3c && content[1] === 0 ? 'utf-16le' : null) ??
  (content[0] === 0 && content[1] === 0x3c ? 'utf-16be' : null) ??
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(content.toString('latin1', 0, 200))?.[1] ??
  'utf-8'

/** A statement, or one of its pages: an interim balance (ITBD) stands where a page continues. */
type Page = {
  at: number
  begins: boolean
  ends: boolean
  reversals: { at: number; value: string }[]
  draft: StatementDraft
}

/** Reads a file. Problems of single entries are collected; a broken document ends the reading. */
export async function readCamt(content: Buffer): Promise<FileDraft> {
  const draft = emptyDraft()
  const { problems } = draft
  const pages: Page[] = []
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  let statement: OpenStatement | null = null
  let text = ''
  let currency = ''
  let entries = 0
  let tagLength = 0
  const read: OpenStatement[] = []

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
  parser.on('opentagstart', () => {
    tagLength = 1
  })
  parser.on('opentag', (tag) => {
    tagLength = 0
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
    const isEntry = statement && path.length === 4 && tag.local === 'Ntry'
    const isTransaction = statement && path.length === 6 && path[4] === 'NtryDtls' && tag.local === 'TxDtls'
    // The first transaction of an entry is the entry.
    if (isEntry || (isTransaction && statement!.entries.at(-1)!.transactions.length > 0)) entries += 1
    if (entries > maxBankFileLines) fail('too-many', `> ${maxBankFileLines}`)
    if (statement && isEntry) statement.entries.push({ at: parser.line, fields: new Map(), transactions: [] })
    if (statement && isTransaction) statement.entries.at(-1)!.transactions.push(new Map())
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
      read.push(statement)
      statement = null
    }
    path.pop()
    text = ''
    currency = ''
  })

  const encoding = encodingOfXml(content)
  try {
    for await (const piece of decodeInPieces(content, encoding)) {
      parser.write(piece)
      if (tagLength > 0) tagLength += piece.length
      if (tagLength > maxTag) fail('not-xml', 'an element with too many attributes')
      for (const one of read.splice(0)) {
        const page = await finishStatement(one, draft)
        if (page) pages.push(page)
      }
    }
    parser.close()
    for (const page of joinPages(pages)) {
      const before = problems.total
      checkDraft(page.draft, page.at, problems)
      // Some banks mark a reversal with the side of the entry that it takes back.
      if (problems.total > before) for (const one of page.reversals) problems.add(one.at, 'reversal', one.value)
      draft.statements.push(page.draft)
    }
    const other = draft.notes.find(({ note }) => note === 'other-currency')
    if (draft.statements.length === 0 && problems.total === 0)
      problems.add(1, other ? 'currency' : 'empty', other?.value)
  } catch (error) {
    if (error instanceof UndecodableText) problems.add(parser.line || 1, 'encoding', encoding)
    else if (!(error instanceof FileError)) problems.add(parser.line || 1, 'not-xml', String((error as Error).message))
  }
  return draft
}

/** Joins the pages of a statement: one ends with an interim balance, and the next of the account begins with it. */
function joinPages(pages: readonly Page[]): Page[] {
  const joined: Page[] = []
  for (const page of pages) {
    const last = joined.at(-1)
    const [before, next] = [last?.draft, page.draft]
    const continues = last && !last.ends && !page.begins
    if (!continues || !before || before.account !== next.account || before.closing !== next.opening) {
      joined.push(page)
      continue
    }
    before.lines.push(...next.lines.map((line, at) => ({ ...line, line: before.lines.length + at + 1 })))
    before.closing = next.closing
    if (next.to > before.to) before.to = next.to
    last.reversals.push(...page.reversals)
    last.ends = page.ends
  }
  return joined
}

/** An amount with its currency, as `put` wrote it. */
function amountOf(written: string): { currency: string; cents: bigint | null } {
  const [, currency = '', number = ''] = /^([A-Z]{3}) (.*)$/.exec(written) ?? []
  return { currency, cents: centsOfText(number) }
}

/** Reads the statement or page; undefined for one with problems or of another currency. */
async function finishStatement(open: OpenStatement, draft: FileDraft): Promise<Page | undefined> {
  const { fields } = open
  const { problems } = draft
  const before = problems.total
  const account = first(fields, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  const stated = open.balances.map((one) => ({
    code: first(one, 'Tp/CdOrPrtry/Cd'),
    ...amountOf(first(one, 'Amt')),
    sign: first(one, 'CdtDbtInd') === 'DBIT' ? -1n : 1n,
    day: dayOf(one, 'Dt'),
  }))
  const of = (code: string) => stated.filter((one) => one.code === code && one.cents !== null)
  const interim = of('ITBD')
  const opening = of('OPBD')[0] ?? of('PRCD')[0] ?? interim[0]
  const closing = of('CLBD').at(-1) ?? interim.findLast((one) => one !== opening)
  const currency = closing?.currency ?? opening?.currency ?? first(fields, 'Acct/Ccy')
  if (currency && !bankCurrencies.includes(currency as BankCurrency)) {
    draft.notes.push({ note: 'other-currency', value: `${plainText(account)} (${plainText(currency)})`.slice(0, 100) })
    return undefined
  }
  if (!account) problems.add(open.at, 'account-missing')
  if (!opening) problems.add(open.at, 'balance-missing', 'OPBD')
  if (!closing) problems.add(open.at, 'balance-missing', 'CLBD')

  const lines: DraftLine[] = []
  const reversals: Page['reversals'] = []
  const references = new Set<string>()
  const add = (at: number, line: Omit<DraftLine, 'line'>) => {
    if (isRepeated(references, line)) problems.add(at, 'reference-twice', line.entryReference!)
    lines.push({ ...line, line: lines.length + 1 })
    if (draft.entries.length < bankPreviewEntries)
      draft.entries.push({ ...line, at, currency: currency as BankCurrency, balance: null })
  }
  for (const [index, entry] of open.entries.entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) await nextTurn()
    const status = first(entry.fields, 'Sts/Cd', 'Sts')
    // Pending entries and information are not part of the balance.
    if (status !== '' && status !== 'BOOK') continue
    if (amountOf(first(entry.fields, 'Amt')).cents === 0n) {
      countNote(draft, 'zero-entries')
      continue
    }
    readEntry(entry, currency, problems, add)
    const side = first(entry.fields, 'CdtDbtInd')
    if (/^(true|1)$/.test(first(entry.fields, 'RvslInd')))
      reversals.push({ at: entry.at, value: `${first(entry.fields, 'Amt')} ${side}` })
  }

  const from = first(fields, 'FrToDt/FrDtTm').slice(0, 10) || (opening?.day ?? '')
  const to = first(fields, 'FrToDt/ToDtTm').slice(0, 10) || (closing?.day ?? '')
  for (const day of [from, to]) if (!isDay(day)) problems.add(open.at, 'date', day)
  if (problems.total > before || !opening || !closing) return undefined
  return {
    at: open.at,
    begins: opening.code !== 'ITBD',
    ends: closing.code !== 'ITBD',
    reversals,
    draft: {
      account,
      statement: plainText(first(fields, 'Id', 'ElctrncSeqNb', 'LglSeqNb') || `${from} ${to}`).slice(0, 60),
      currency: currency as BankCurrency,
      // The day of a previous closing balance can be the day before the statement.
      from: from > to ? to : from,
      to,
      opening: opening.cents! * opening.sign,
      closing: closing.cents! * closing.sign,
      lines,
    },
  }
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
  if (cents === null) problems.add(at, 'amount', first(fields, 'Amt'))
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
 * Charges that the bank took out of the amount, in the account's currency: one record, or the total of several. A
 * record that the amount does not include (`ChrgInclInd` false) has an entry of its own. Version 02 has no such mark.
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
