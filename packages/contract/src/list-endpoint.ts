/**
 * A list of the operators whose filters are declared once. The API validates them, the console makes its fields of
 * them, and the file of the list takes the same.
 */
import * as z from 'zod/mini'
import { endpoint, type Access, type Endpoint } from './endpoint.ts'
import { exportEndpoint } from './list-export.ts'
import type { RefusalName } from './refusals.ts'
import { boundedText, cursor, paging } from './shapes.ts'

/**
 * A filter: its schema, and what a page needs to show it. `choice`: one of `values`; `first` is the value without a
 * choice. `yes-no`: only those for which it is true, or only the others. `search`: typed text. `link`: only a link
 * sets it, such as the shop whose rows are listed.
 */
export type ListFilter<S extends z.ZodMiniType = z.ZodMiniType> =
  | { kind: 'choice'; values: readonly string[]; first?: string; schema: S }
  | { kind: 'yes-no'; schema: S }
  | { kind: 'search'; schema: S }
  | { kind: 'link'; schema: S }

export type ListFilters = Readonly<Record<string, ListFilter>>

/** One of these values, or any of them. */
/* @__NO_SIDE_EFFECTS__ */
export const anyOf = <const V extends readonly string[]>(values: V) => ({
  kind: 'choice' as const,
  values,
  schema: z.optional(z.enum(values)),
})
/** One of these values; `first` when none is given. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const V extends readonly string[]>(values: V, first: V[number]) => ({
  kind: 'choice' as const,
  values,
  first,
  schema: z._default(z.enum(values), first),
})
/* @__NO_SIDE_EFFECTS__ */
export const yesNo = () => ({ kind: 'yes-no' as const, schema: z.optional(z.boolean()) })
/** Typed text of at most `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const searched = (max: number) => ({ kind: 'search' as const, schema: z.optional(boundedText(0, max)) })
/* @__NO_SIDE_EFFECTS__ */
export const linked = <S extends z.ZodMiniType>(schema: S) => ({
  kind: 'link' as const,
  schema: z.optional(schema),
})

type Schemas<F extends ListFilters> = { -readonly [name in keyof F]: F[name]['schema'] }

/* @__NO_SIDE_EFFECTS__ */
const schemasOf = <F extends ListFilters>(filters: F): Schemas<F> =>
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema])) as Schemas<F>

/** `counted`: the response says how many rows match. `numbered`: also, a page can be asked for by its number. */
type Pages = 'counted' | 'numbered' | undefined
type Input<F extends ListFilters, P extends Pages> = z.ZodMiniObject<
  { limit: typeof paging.limit; cursor: typeof cursor } & (P extends 'numbered'
    ? { page: typeof paging.page }
    : unknown) &
    Schemas<F>,
  z.core.$strict
>
type Page<R extends z.ZodMiniType, P extends Pages> = z.ZodMiniObject<
  { list: z.ZodMiniArray<R>; cursor: z.ZodMiniNullable<z.ZodMiniString> } & (P extends string
    ? { total: ReturnType<typeof z.int> }
    : unknown),
  z.core.$strip
>

export type ListEndpoint<
  F extends ListFilters = ListFilters,
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> = Endpoint<I, O, A> & { filters: F }

/** Declares a list of the operators, a page at a time. `row`: one of its rows. */
/* @__NO_SIDE_EFFECTS__ */
export const listEndpoint = <
  const F extends ListFilters,
  const R extends z.ZodMiniType,
  const A extends Access,
  const P extends Pages = undefined,
>({
  filters,
  row,
  pages,
  pageSize,
  refusals = [],
  ...declared
}: {
  path: string
  summary: string
  access: A
  filters: F
  row: R
  pages?: P
  /** Rows of a page, when the caller names no `limit`. */
  pageSize?: number
  refusals?: readonly RefusalName[]
  tags?: Endpoint['tags']
}): ListEndpoint<F, Input<F, P>, Page<R, P>, A> => ({
  ...endpoint({
    ...declared,
    api: 'platform',
    readOnly: true,
    input: z.strictObject({
      limit: pageSize === undefined ? paging.limit : z._default(paging.limit, pageSize),
      ...(pages === 'numbered' ? { page: paging.page } : {}),
      cursor,
      ...schemasOf(filters),
    }) as unknown as Input<F, P>,
    response: z.object({
      ...(pages ? { total: z.int() } : {}),
      list: z.array(row),
      cursor: z.nullable(z.string()),
    }) as unknown as Page<R, P>,
    refusals,
  }),
  filters,
})

/** Declares the file of a list: its filters, and its rows as CSV. `list`: what the rows are. */
/* @__NO_SIDE_EFFECTS__ */
export const fileOf = <F extends ListFilters, A extends Access>(
  { access, filters }: Pick<ListEndpoint<F, z.ZodMiniType, z.ZodMiniType, A>, 'access' | 'filters'>,
  declared: { path: string; list: string },
) => exportEndpoint({ ...declared, access, input: z.strictObject(schemasOf(filters)) })
