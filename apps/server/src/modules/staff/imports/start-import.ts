import { maxImportBytes, type ImportKindName } from '@quayside/contract/imports'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { FileFormat } from './file-row.ts'
import { isHeaderOf, suggestMapping } from './known-headers.ts'
import { lock, type Mover } from './move-import.ts'
import { formatOf, layOutFile, readFile, type ChosenLayout } from './read-file.ts'
import { findImport, insertImport, updateHead, type ImportHead, type ImportRow } from './store.ts'

/** First rows that are shown beside the columns. */
const sampleRows = 5

/** Stores an uploaded file as a new import, with its header, first rows and a suggested mapping. */
export async function startImport(
  ctx: AppContext,
  request: FastifyRequest,
  { kind, operatorId, at }: { kind: ImportKindName; operatorId: string; at: Date },
): Promise<ImportRow> {
  const { name, content } = await readUpload(request)
  const format = formatOf(content)
  const head = await readHead(kind, format, content, {})
  const storageKey = await ctx.storage.put(content)
  const id = newId()
  return withTransaction(ctx.db, async (tx) => {
    await insertImport(tx, {
      id,
      kind,
      fileName: name,
      format,
      storageKey,
      bytes: content.length,
      operatorId,
      head,
      at,
    })
    return (await findImport(tx, id, [kind]))!
  })
}

/** Reads the header and the first rows of an uploaded file again, as somebody chose. */
export async function layOutImport(ctx: AppContext, tx: Tx, mover: Mover, id: string, chosen: ChosenLayout) {
  const { kind, format, storage_key } = await lock(tx, mover, id, ['uploaded'])
  await updateHead(tx, id, await readHead(kind, format, await ctx.storage.get(storage_key), chosen))
}

/** Lays a file out. Returns its header, its first rows, and a suggested mapping. */
async function readHead(
  kind: ImportKindName,
  format: FileFormat,
  content: Buffer,
  chosen: ChosenLayout,
): Promise<ImportHead> {
  const { layout, sheets } = await layOutFile(format, content, chosen, isHeaderOf(kind))
  const rows: string[][] = []
  for await (const { cells } of readFile(format, content, layout)) {
    rows.push(cells)
    if (rows.length > sampleRows) break
  }
  const [header, ...samples] = rows
  // The first of several sheets may be empty: a person can choose another one.
  if (!header || (samples.length === 0 && sheets.length < 2)) return refuse('import/no-rows')
  const headers = header.map((text) => text.slice(0, 200))
  return {
    layout,
    sheets,
    headers,
    samples: samples.map((cells) => headers.map((_, index) => (cells[index] ?? '').slice(0, 200))),
    mapping: suggestMapping(kind, headers),
  }
}

/** Reads the file of the request into memory. */
async function readUpload(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  if (!request.isMultipart()) return refuse('request/unsupported-type')
  try {
    const part = await request.file({ limits: { fileSize: maxImportBytes } })
    if (part?.fieldname === 'file') {
      const content = await part.toBuffer()
      if (content.length === 0) return refuse('import/no-rows')
      return { name: cleanName(part.filename), content }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      refuse('import/too-large', { megabytes: maxImportBytes / 1024 / 1024 })
    if (error instanceof Error && ('statusCode' in error || 'reason' in error)) throw error
    return refuse('request/malformed')
  }
  return refuse('import/unreadable')
}

/** The name of the file without folders, control and direction characters. */
const cleanName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Control}\p{Format}"]/gu, '').slice(0, 120) || 'file'
