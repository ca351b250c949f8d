/** A list of the operators as a file. */
import * as z from 'zod/mini'
import { endpoint, type Access } from './endpoint.ts'

/** Rows of one file. A list that has more says so in its last line. */
export const maxExportedRows = 50_000

type ExportDeclaration<I, A> = { path: string; list: string; access: A; input: I }

/**
 * Declares the endpoint that gives the rows of a list as CSV. `list`: what the rows are. The columns are the fields of
 * the list's rows, those of an object inside as `object.field`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const exportEndpoint = <const I extends z.ZodMiniType, const A extends Access>({
  list,
  ...declared
}: ExportDeclaration<I, A>) =>
  endpoint({
    ...declared,
    api: 'platform',
    summary: `${list} as CSV, with the filter and the order of the list. At most 50,000 rows.`,
    readOnly: true,
    file: true,
    response: z.unknown(),
    refusals: ['request/too-many'],
  })
