import { importKinds, maxImportBytes, maxImportColumns, type ImportKindName } from '@quayside/contract/imports'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { formatOf, readFile } from './read-file.ts'
import { findImport, insertImport, type ImportRow } from './store.ts'

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
  const [header, ...samples] = await readFirstRows(format, content)
  if (!header || samples.length === 0) return refuse('import/no-rows')
  const headers = header.map((text) => text.slice(0, 200))
  if (headers.length > maxImportColumns) refuse('import/too-many-columns', { most: maxImportColumns })
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
      headers,
      samples: samples.map((cells) => headers.map((_, index) => (cells[index] ?? '').slice(0, 200))),
      mapping: suggestMapping(kind, headers),
      at,
    })
    return (await findImport(tx, id, [kind]))!
  })
}

async function readFirstRows(format: 'csv' | 'xlsx', content: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readFile(format, content)) {
    rows.push(cells)
    if (rows.length > sampleRows) break
  }
  return rows
}

/** Letters and digits of a column name: "Supplier price" and "supplier_price" are the same column. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '')

/** The import column of each header by its name, each column once. */
function suggestMapping(kind: ImportKindName, headers: readonly string[]): string[] {
  const open = new Map(importKinds[kind].columns.map(({ name }) => [plain(name), name as string]))
  return headers.map((header) => {
    const column = open.get(plain(header))
    if (column) open.delete(plain(header))
    return column ?? ''
  })
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
