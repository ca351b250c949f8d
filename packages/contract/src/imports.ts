/** Imports of CSV and Excel files by operators: upload, mapping of columns, preview, commit, undo. */
import * as z from 'zod/mini'
import { endpoint, operator, type OperatorRole } from './endpoint.ts'
import { anyOf, listEndpoint } from './list-endpoint.ts'
import { boundedText, id, instant, listLimit } from './shapes.ts'
import { textEncodings } from './text-encodings.ts'

/**
 * What can be imported. `columns` are the columns that a file may have, by the name in an exported file; a file needs
 * the `required` ones. `roles` may import and export it. `onlyImport`: columns of other programs' files, which no
 * export has: the code of the product of a variant, the kind of a row (`variable`, `variation`), and pairs of columns
 * for the options.
 */
export const importKinds = {
  products: {
    roles: ['catalogue'],
    columns: [
      { name: 'code', required: true },
      { name: 'variant', required: false },
      { name: 'options', required: false },
      { name: 'name', required: false },
      { name: 'description', required: false },
      { name: 'category', required: false },
      { name: 'supplier', required: false },
      { name: 'supplierPrice', required: false },
      { name: 'suggestedPrice', required: false },
      { name: 'stock', required: false },
      { name: 'withdrawn', required: false },
      { name: 'parent', required: false, onlyImport: true },
      { name: 'rowType', required: false, onlyImport: true },
      { name: 'option1Name', required: false, onlyImport: true },
      { name: 'option1Value', required: false, onlyImport: true },
      { name: 'option2Name', required: false, onlyImport: true },
      { name: 'option2Value', required: false, onlyImport: true },
      { name: 'option3Name', required: false, onlyImport: true },
      { name: 'option3Value', required: false, onlyImport: true },
    ],
  },
  stock: {
    roles: ['catalogue', 'fulfilment'],
    columns: [
      { name: 'code', required: true },
      { name: 'variant', required: false },
      { name: 'stock', required: true },
    ],
  },
  prices: {
    roles: ['catalogue'],
    columns: [
      { name: 'code', required: true },
      { name: 'variant', required: false },
      { name: 'supplierPrice', required: false },
      { name: 'suggestedPrice', required: false },
    ],
  },
  shipments: {
    roles: ['fulfilment'],
    columns: [
      { name: 'order', required: true },
      { name: 'carrier', required: true },
      { name: 'trackingNumber', required: true },
    ],
  },
} as const satisfies Record<
  string,
  { roles: readonly OperatorRole[]; columns: readonly { name: string; required: boolean; onlyImport?: true }[] }
>
export type ImportKindName = keyof typeof importKinds
/** The columns of an exported file. */
export const exportColumns = (kind: ImportKindName): string[] =>
  importKinds[kind].columns.filter((column) => !('onlyImport' in column)).map(({ name }) => name)
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

/** Limits of one file. */
export const maxImportBytes = 32 * 1024 * 1024
export const maxImportRows = 50_000
/** Further columns are not read. */
export const maxImportColumns = 300
export const maxImportCell = 8000
/** The time after the commit in which an import can be undone, in milliseconds. */
export const importUndoWindow = 3_600_000

export const importStates = [
  'uploaded',
  'staging',
  'validating',
  'ready',
  'committing',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const importRowStates = [
  'staged',
  'add',
  'change',
  'leave',
  'bad',
  'added',
  'changed',
  'failed',
  'undone',
  'kept',
] as const
export type ImportRowState = (typeof importRowStates)[number]

const kind = z.enum(importKindNames)
const roles = ['catalogue', 'fulfilment'] as const
const readers = [...roles, 'auditor'] as const

const summary = z.object({
  id,
  kind,
  fileName: z.string(),
  bytes: z.int(),
  state: z.enum(importStates),
  operator: z.string(),
  createdAt: instant,
  /** The end of the commit. */
  committedAt: z.nullable(instant),
  total: z.int(),
  bad: z.int(),
  committed: z.int(),
})

/** How the file is read. */
const layout = z.object({
  /** Null for a workbook, and while several encodings would fit: then somebody has to choose. */
  encoding: z.nullable(z.enum(textEncodings)),
  /** The worksheets of a workbook; empty for a text file. */
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  /** The index in `sheets` of the one that is read. */
  sheet: z.int(),
  /** The line of the header. What stands above it is not read. */
  headerLine: z.int(),
})

const detail = z.object({
  ...summary.shape,
  format: z.enum(['csv', 'xlsx']),
  layout,
  /**
   * What the reading changed: cells whose HTML became text, rows that were left out because they hold no goods (such
   * as a further picture), and numbers that end in zeros as a spreadsheet writes a number that it has cut.
   */
  reading: z.object({ html: z.int(), leftOut: z.int(), cut: z.int() }),
  /** The columns of the file with the values of the first rows, and the import column that each is read as. */
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()), column: z.nullable(z.string()) })),
  /** Rows that the background work has read, validated, committed and undone. */
  progress: z.object({
    staged: z.int(),
    validated: z.int(),
    committed: z.int(),
    failed: z.int(),
    undone: z.int(),
    kept: z.int(),
  }),
  /** What a commit would do, in rows. Null until the file is validated. */
  preview: z.nullable(z.object({ add: z.int(), change: z.int(), leave: z.int(), bad: z.int() })),
  /** What a commit would do to shops: listings of changed products, and what would be taken off the shelf. */
  effect: z.nullable(z.object({ products: z.int(), listings: z.int(), shops: z.int(), offShelf: z.int() })),
  /** Why the file could not be read. */
  failure: z.nullable(z.string()),
  /** Until when the import can be undone; null when it cannot. */
  undoUntil: z.nullable(instant),
})

export const startImport = endpoint({
  api: 'platform',
  path: '/platform/import/start',
  summary:
    'Takes one CSV or XLSX file in the multipart field `file`, reads its header and first rows, and suggests which column is which. Nothing is imported yet.',
  access: operator(...roles),
  upload: true,
  ownTransaction: true,
  input: z.object({ kind }),
  response: detail,
  refusals: [
    'import/unreadable',
    'import/unreadable-line',
    'import/row-too-wide',
    'import/unpacks-too-large',
    'import/no-rows',
    'import/too-large',
    'request/too-many',
    'request/forbidden',
  ],
})

export const layOutImport = endpoint({
  api: 'platform',
  path: '/platform/import/layout',
  summary:
    'Reads the header and the first rows of an uploaded file again, in another encoding, from another worksheet, or with the header in another line. Without `headerLine` the header is looked for.',
  access: operator(...roles),
  input: z.strictObject({
    id,
    encoding: z.optional(z.enum(textEncodings)),
    sheet: z.optional(z.int().check(z.gte(0), z.lte(10_000))),
    headerLine: z.optional(z.int().check(z.gte(1), z.lte(maxImportRows))),
  }),
  response: detail,
  refusals: [
    'import/not-found',
    'import/moved-on',
    'import/unreadable',
    'import/unreadable-line',
    'import/row-too-wide',
    'import/unpacks-too-large',
    'import/no-rows',
    'request/forbidden',
  ],
})

export const mapImport = endpoint({
  api: 'platform',
  path: '/platform/import/mapping',
  summary:
    'Says which import column each column of the file is, in the order of the file, null for none. The background work then reads and validates all rows.',
  access: operator(...roles),
  input: z.strictObject({
    id,
    columns: z
      .array(z.nullable(z.string().check(z.maxLength(60))))
      .check(z.minLength(1), z.maxLength(maxImportColumns)),
  }),
  response: detail,
  refusals: [
    'import/not-found',
    'import/moved-on',
    'import/encoding-unknown',
    'import/column-missing',
    'import/column-twice',
    'request/forbidden',
  ],
})

export const commitImport = endpoint({
  api: 'platform',
  path: '/platform/import/commit',
  summary: 'Starts the commit of the valid rows of a validated import. Rows that would change nothing are left alone.',
  access: operator(...roles),
  input: z.strictObject({ id }),
  response: detail,
  refusals: ['import/not-found', 'import/moved-on', 'import/nothing-to-do', 'request/forbidden'],
})

export const cancelImport = endpoint({
  api: 'platform',
  path: '/platform/import/cancel',
  summary: 'Stops an import. Rows committed before stay, and can be undone.',
  access: operator(...roles),
  input: z.strictObject({ id }),
  response: detail,
  refusals: ['import/not-found', 'import/moved-on', 'request/forbidden'],
})

export const retryImport = endpoint({
  api: 'platform',
  path: '/platform/import/retry',
  summary: 'Validates the rows again that were bad, failed or not committed; the valid ones can then be committed.',
  access: operator(...roles),
  input: z.strictObject({ id }),
  response: detail,
  refusals: ['import/not-found', 'import/moved-on', 'import/nothing-to-do', 'request/forbidden'],
})

export const undoImport = endpoint({
  api: 'platform',
  path: '/platform/import/undo',
  summary:
    'Takes back what an import committed, within an hour. What changed again since stays as it is and is counted.',
  access: operator(...roles),
  input: z.strictObject({ id }),
  response: detail,
  refusals: ['import/not-found', 'import/moved-on', 'import/undo-over', 'import/nothing-to-do', 'request/forbidden'],
})

export const listImports = listEndpoint({
  path: '/platform/import/list',
  summary: 'Imports of the kinds that the operator may see, newest first.',
  access: operator(...readers),
  filters: { kind: anyOf(importKindNames) },
  row: summary,
  pageSize: 30,
})

export const importDetail = endpoint({
  api: 'platform',
  path: '/platform/import/detail',
  summary: 'One import: its columns, its progress, and what a commit would do.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({ id }),
  response: detail,
  refusals: ['import/not-found'],
})

export const importRows = endpoint({
  api: 'platform',
  path: '/platform/import/rows',
  summary:
    'Rows of an import in the order of the file, of one state or all: the cells of the file, what was understood, and what is wrong.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({
    id,
    state: z.optional(z.enum(importRowStates)),
    after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    limit: listLimit,
  }),
  response: z.object({
    list: z.array(
      z.object({
        line: z.int(),
        state: z.enum(importRowStates),
        cells: z.array(z.string()),
        /** The fields that a commit changes, or has changed, with the values before and after. */
        changes: z.array(
          z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
        ),
        /** `column` is the header in the file; null when the row as a whole is wrong. */
        problems: z.array(z.object({ column: z.nullable(z.string()), sentence: z.string() })),
      }),
    ),
    /** The last line of this page; null on the last page. */
    after: z.nullable(z.int()),
  }),
  refusals: ['import/not-found'],
})

export const importFile = endpoint({
  api: 'platform',
  path: '/platform/import/file',
  summary: 'The file of an import as it was uploaded.',
  access: operator(...readers),
  readOnly: true,
  file: true,
  input: z.strictObject({ id }),
  response: z.unknown(),
  refusals: ['import/not-found'],
})

export const importBadRows = endpoint({
  api: 'platform',
  path: '/platform/import/bad-rows',
  summary:
    'The bad and failed rows of an import as CSV: the columns of its file, then the line and what is wrong. The file can be corrected and imported.',
  access: operator(...readers),
  readOnly: true,
  file: true,
  input: z.strictObject({ id }),
  response: z.unknown(),
  refusals: ['import/not-found'],
})

export const exportFile = endpoint({
  api: 'platform',
  path: '/platform/export/file',
  summary: 'What matches a filter as CSV, in the columns of the import. An import of this file changes nothing.',
  access: operator(...readers),
  readOnly: true,
  file: true,
  input: z.strictObject({ kind, filter: z._default(z.record(z.string(), boundedText(0, 100)), {}) }),
  response: z.unknown(),
  refusals: ['request/forbidden'],
})

export type ImportDetail = z.output<typeof detail>
export type ImportSummary = z.output<typeof summary>
