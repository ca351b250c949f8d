/** The import of a file of bank statements, or of an archive of them: all or nothing, every wrong row named. */
import { createHash, randomBytes } from 'node:crypto'
import {
  bankPreviewEntries,
  formatCents,
  maxBankFileProblems,
  type BankFileFormat,
  type ResponseBody,
  type importBankFile,
} from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { limitConcurrency } from '../../../platform/database/concurrency.ts'
import { newId } from '../../../platform/database/ids.ts'
import { isArchive, readArchive, UnreadableArchive } from '../../../platform/files/read-archive.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { decrypt, encrypt } from '../../../platform/security/encryption.ts'
import { readCamt } from './read-camt.ts'
import { readCsv, type CsvHead } from './read-csv.ts'
import { emptyDraft, type FileDraft, type FileProblems, type StatementDraft } from './statement-draft.ts'
import {
  bankFileKeyContext,
  accountKey,
  findBankFile,
  lockBankFileByHash,
  findCsvFormat,
  insertBankFile,
  insertStatement,
} from './store.ts'

type FileInput = Omit<CsvHead, 'account'> & {
  format: BankFileFormat
  mode: 'check' | 'import'
  name: string
  account?: string | undefined
}
type ImportResult = ResponseBody<typeof importBankFile>

/** Files of one archive, and their bytes when unpacked. */
const archiveLimits = { files: 50, bytes: 40 * 1024 * 1024 }

// A file of ten megabytes is held in memory as bytes and as entries.
const inTurn = limitConcurrency(2, 10)

/** Imports the file of a multipart request. Nothing is written when a row is wrong, or in the mode `check`. */
export const importFile = (
  ctx: AppContext,
  request: FastifyRequest,
  operatorId: string,
  input: FileInput,
  now: Date,
): Promise<ImportResult> =>
  inTurn(async () => {
    const content = await readUpload(request)
    const draft = await readDraft(ctx, content, input)
    const { problems } = draft
    if (problems.total > 0) return resultOf(null, [], draft)
    try {
      return await withTransaction(ctx.db, async (tx) => {
        const fileId = await storeFile(ctx, tx, content, input, operatorId, now)
        const statements = await insertDrafts(tx, draft.statements, fileId, operatorId, now, problems)
        const result = resultOf(problems.total > 0 ? null : fileId, statements, draft)
        // A rollback: a check writes nothing, and a file is imported as a whole.
        if (input.mode === 'check' || problems.total > 0) throw new NothingKept({ ...result, fileId: null })
        return result
      })
    } catch (error) {
      if (error instanceof NothingKept) return error.result
      throw error
    }
  })

/** Ends a transaction without its changes. */
class NothingKept extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('rolled back')
    this.result = result
  }
}

const resultOf = (
  fileId: string | null,
  statements: ImportResult['statements'],
  { problems, notes, header, entries }: FileDraft,
): ImportResult => ({
  fileId,
  statements,
  problems: problems.list,
  totalProblems: problems.total,
  notes,
  preview: {
    header,
    entries: entries.map(({ at, amount, balance, valueDate, side, currency, payer, reference }) => ({
      line: at,
      valueDate,
      side,
      currency,
      amount: formatCents(amount),
      payer,
      reference,
      balance: balance === null ? null : formatCents(balance),
    })),
  },
})

/** Reads a file, or every file of an archive. */
async function readDraft(ctx: AppContext, content: Buffer, input: FileInput): Promise<FileDraft> {
  if (!isArchive(content)) return readOne(ctx, content, input)
  const all = emptyDraft()
  try {
    for (const { name, content: unpacked } of await readArchive(content, archiveLimits)) {
      const one = await readOne(ctx, unpacked, input)
      all.statements.push(...one.statements)
      all.notes.push(...one.notes)
      all.entries.push(...one.entries.slice(0, bankPreviewEntries - all.entries.length))
      if (all.header.length === 0) all.header = one.header
      all.problems.total += one.problems.total
      all.problems.list.push(...one.problems.list.map((problem) => ({ ...problem, part: name.slice(-100) })))
    }
    all.problems.list.splice(maxBankFileProblems)
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error
    all.problems.add(1, 'archive')
  }
  return all
}

async function readOne(ctx: AppContext, content: Buffer, input: FileInput): Promise<FileDraft> {
  if (input.format === 'camt.053') return readCamt(content)
  const { account } = input
  const format = account ? await findCsvFormat(ctx.db, account) : undefined
  if (account && format) return readCsv(content, format, { ...input, account })
  const draft = emptyDraft()
  draft.problems.add(1, account ? 'format-missing' : 'account-missing', account)
  return draft
}

async function insertDrafts(
  tx: Tx,
  drafts: readonly StatementDraft[],
  fileId: string,
  operatorId: string,
  now: Date,
  problems: FileProblems,
): Promise<ImportResult['statements']> {
  const statements: ImportResult['statements'] = []
  for (const draft of drafts) {
    const id = newId()
    const kept = await insertStatement(
      tx,
      {
        ...draft,
        id,
        fileId,
        account: accountKey(draft.account),
        lines: draft.lines.map(({ valueDate, ...line }) => ({ ...line, id: newId(), value_date: valueDate })),
      },
      operatorId,
      now,
    )
    if (kept === 'differs') problems.add(1, 'statement-differs', draft.statement)
    else
      statements.push({
        id: kept.id,
        account: accountKey(draft.account),
        statement: draft.statement,
        currency: draft.currency,
        from: draft.from,
        to: draft.to,
        opening: formatCents(draft.opening),
        closing: formatCents(draft.closing),
        added: kept.added,
        known: kept.known,
      })
  }
  return statements
}

/** Stores the file encrypted, once: the same bytes are the same file. Returns its id. */
async function storeFile(
  ctx: AppContext,
  tx: Tx,
  content: Buffer,
  { name, format, mode }: FileInput,
  operatorId: string,
  at: Date,
): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest()
  const known = await lockBankFileByHash(tx, sha256)
  if (known) return known.id
  const id = newId()
  const key = randomBytes(32)
  const storageKey = mode === 'check' ? 'not stored' : await ctx.storage.put(encrypt(key, content, `bank file ${id}`))
  await insertBankFile(tx, {
    id,
    name: name || `statement.${isArchive(content) ? 'zip' : format === 'csv' ? 'csv' : 'xml'}`,
    format,
    storage_key: storageKey,
    wrapped_key: ctx.keys.seal('bank-file', key, bankFileKeyContext(id)),
    bytes: content.length,
    sha256,
    operatorId,
    at,
  })
  return id
}

/** The name and the content of a stored file. */
export async function readBankFile(ctx: AppContext, id: string): Promise<{ name: string; content: Buffer }> {
  const row = await findBankFile(ctx.db, id)
  if (!row) return refuse('file/not-found')
  const key = ctx.keys.open('bank-file', row.wrapped_key, bankFileKeyContext(id))
  return { name: row.name, content: decrypt(key, await ctx.storage.get(row.storage_key), `bank file ${id}`) }
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return refuse('request/unsupported-type')
  let content: Buffer | undefined
  try {
    const part = await request.file()
    if (part?.fieldname === 'file') content = await part.toBuffer()
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    return refuse('request/malformed')
  }
  return content && content.length > 0 ? content : refuse('file/unreadable')
}
