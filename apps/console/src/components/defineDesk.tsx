import { apiQuery, useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import {
  formatCents,
  parseCents,
  type Endpoint,
  type OperatorRole,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import type { ListEndpoint, ListFilter } from '@quayside/contract/list-endpoint'
import { Button } from '@quayside/ui'
import { Plus } from 'lucide-react'
import { isValidElement, type ComponentProps, type ComponentType, type ReactElement, type ReactNode } from 'react'
import { useOperator } from '../app/operator.ts'
import { useActions } from '../hooks/useActions.ts'
import { useLoadOpened } from '../hooks/useLoadOpened.ts'
import { useUrlState } from '../hooks/useUrlState.ts'
import { formatAmount, type AmountText } from '../lib/format.ts'
import type { UrlState } from '../lib/router.ts'
import { parseShopItemKey, shopItemKey, type ShopItem } from '../lib/shopItem.ts'
import { createText, hasText, t } from '../lib/texts.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters, type Filter } from './Filters.tsx'
import { QueryState, EmptyNotice } from './QueryState.tsx'
import { Queue } from './Queue.tsx'
import { QueueLine } from './QueueLine.tsx'

type RowOf<L extends Endpoint> = ResponseBody<L> extends { list: (infer T)[] } ? T : never
type ValueOf<F> = F extends { values: readonly (infer V extends string)[] }
  ? V
  : F extends { kind: 'yes-no' }
    ? boolean
    : string
/** What is chosen in the address, by the filters of the list. */
type Chosen<L extends ListEndpoint> = { [name in keyof L['filters']]?: ValueOf<L['filters'][name]> }

/** How a filter of the list is shown. Without any of these it offers every value of the contract, and "All". */
type Field<V> = {
  /** Only these values, in this order. */
  values?: readonly V[]
  /** The value without a choice, when the contract names none. */
  first?: V
  /** Offers all of them as `every`, when no choice means `first`. */
  every?: true
  /** One of several lists: there is always a chosen one. */
  view?: true
  /** The words of a value, when they are not in the texts of the desk. */
  option?: (value: V) => string
}

/**
 * What a desk is: a list, its filters, its rows, and the page of an item.
 *
 * Its texts have keys of one form. `<name>.title`, `<name>.empty`, `<name>.empty.text` and `<name>.search`;
 * `<name>.filter.<filter>` is the name of a filter, `<name>.filter.<filter>.<value>` or `<name>.<filter>.<value>` that
 * of a value, and `<name>.filter.<filter>.none` what no choice means, else the name of the first value or "All".
 */
export type DeskDescription<L extends ListEndpoint, D extends Endpoint | undefined> = {
  name: string
  texts: Record<string, string>
  list: L
  /** The list as a file, with the same filters. */
  file?: Endpoint
  /** The filters that the page shows. Those of the contract that only links set need no field. */
  filters?: { [name in keyof L['filters']]?: Field<ValueOf<L['filters'][name]>> }
  /** More of the list's input, such as its order, for what is chosen. */
  input?: (chosen: Chosen<L>, search: UrlState) => Partial<RequestBody<L>>
  /** The items are named by shop and id: those of the row, or what this gives. */
  ofShops?: true | ((row: RowOf<L>) => ShopItem)
  /** One item with all that decides it. Without it the row is all there is. */
  detail?: D
  /** A line of the list. */
  row: (row: RowOf<L>, chosen: Chosen<L>) => ComponentProps<typeof QueueLine> | ReactElement
  /** The amount of a row in dollars: the list shows their sum. */
  sum?: (row: RowOf<L>) => string
  /** The opened item. */
  Item?: ComponentType<{ data: D extends Endpoint ? ResponseBody<D> : RowOf<L> }>
  /** The opened item by its key, when it needs more than one query; undefined for one that `detail` reads. */
  renderItem?: (key: string, row: RowOf<L> | undefined, refetchList: () => void) => ReactNode
  /** The form of a new item, at the key N. Its button has the text `<name>.new`. */
  Form?: ComponentType<{ onMade: (key: string) => void }>
  /** Who may make a new item; others read why in `<name>.may-not`. */
  makers?: readonly OperatorRole[]
  /** What stands between the head and the list, in place of filters. */
  Top?: ComponentType
  /** What stands above the list besides: sums, what is late, other buttons. */
  Head?: ComponentType<{ list: ReturnType<typeof useApiInfiniteQuery<L>> }>
}

/** The place of the form in the address. */
const newRow = 'new'

/** The screen of a desk, by its description. */
export function defineDesk<L extends ListEndpoint, D extends Endpoint | undefined = undefined>(
  desk: DeskDescription<L, D>,
): () => ReactElement {
  const { name, texts, ofShops, row: lineOf, renderItem, Form, Head, Top, makers } = desk
  const word = createText(texts)
  // The names and values of the filters are typed where a desk is described. Here they are texts.
  const described = desk as unknown as Described
  const detail: Endpoint | undefined = desk.detail
  const itemOf = typeof ofShops === 'function' ? ofShops : keyOfItem
  const detailQuery = detail && ((row: RowOf<L>) => apiQuery(detail, ofShops ? itemOf(row) : { id: idOf(row) }))
  const keyOf = ofShops ? (row: RowOf<L>) => shopItemKey(itemOf(row)) : idOf
  // `DeskDescription` says that the item's page takes what its detail answers.
  const Item = desk.Item as ComponentType<{ data: unknown }>

  function Opened({ detail: endpoint, input }: { detail: Endpoint; input: object }) {
    const query = useApiQuery(endpoint, input)
    return <QueryState query={query}>{(data) => <Item data={data} />}</QueryState>
  }

  function open(key: string, row: RowOf<L> | undefined, refetchList: () => void, onMade: (key: string) => void) {
    if (Form && key === newRow) return <Form onMade={onMade} />
    const own = renderItem?.(key, row, refetchList)
    if (own !== undefined) return own
    const input = ofShops ? parseShopItemKey(key) : { id: key }
    if (detail && input) return <Opened key={key} detail={detail} input={input} />
    if (row && !detail) return <Item key={key} data={row} />
    return <EmptyNotice title={hasText(texts, `${name}.gone`) ? word(`${name}.gone`) : t('queue.no-item')} />
  }

  return function Desk() {
    const [search, setSearch] = useUrlState()
    const chosen = chosenOf(described, search) as Chosen<L>
    const filter = { ...chosen, ...desk.input?.(chosen, search) } as RequestBody<L> & object
    const list = useApiInfiniteQuery<L>(desk.list, { ...filter, limit: 50 }, { keyOf })
    useLoadOpened(list, detail || renderItem ? undefined : search['row'])
    const fields = fieldsOf(described)
    const openForm = () => setSearch({ row: newRow })
    const { roles } = useOperator()
    const mayNot = !makers || makers.some((role) => roles.includes(role)) ? undefined : word(`${name}.may-not`)
    useActions(
      Form ? [{ id: `${name}.new`, label: word(`${name}.new`), keys: 'n', disabled: mayNot, run: openForm }] : [],
    )
    return (
      <Queue<RowOf<L>>
        title={word(`${name}.title`)}
        list={list}
        {...(detailQuery ? { detailQuery } : {})}
        actions={
          <>
            {desk.sum && list.rows.length > 0 ? (
              <span className="text-small font-semibold tabular-nums">
                {t(list.done ? 'queue.sum' : 'queue.sum.more', {
                  sum: sumOf(list.rows.map(desk.sum)),
                  n: list.rows.length,
                })}
              </span>
            ) : null}
            {Head ? <Head list={list} /> : null}
            {desk.file ? <ExportButton endpoint={desk.file} filter={filter} /> : null}
            {Form ? (
              <Button
                variant="secondary"
                disabled={mayNot !== undefined}
                title={mayNot}
                icon={<Plus aria-hidden className="size-4" />}
                onClick={openForm}
              >
                {word(`${name}.new`)}
              </Button>
            ) : null}
          </>
        }
        filters={Top ? <Top /> : fields.length > 0 ? <Filters filters={fields} /> : undefined}
        renderRow={(row) => {
          const line = lineOf(row, chosen)
          return isValidElement(line) ? line : <QueueLine {...(line as ComponentProps<typeof QueueLine>)} />
        }}
        renderDetail={(key, row) => open(key, row, list.refetch, (made) => setSearch({ row: made }, { replace: true }))}
        empty={{ title: word(`${name}.empty`), text: word(`${name}.empty.text`) }}
      />
    )
  }
}

const sumOf = (amounts: readonly string[]): AmountText =>
  formatAmount(formatCents(amounts.reduce((sum, amount) => sum + parseCents(amount), 0n)))

const idOf = (row: unknown): string => (row as { id: string }).id
const keyOfItem = (row: unknown): ShopItem => {
  const { shopId, id } = row as ShopItem
  return { shopId, id }
}

type Described = Pick<DeskDescription<ListEndpoint, Endpoint | undefined>, 'name' | 'texts' | 'list' | 'filters'>
type AnyField = Field<string | boolean>
const fieldOf = ({ filters = {} }: Described, name: string): AnyField | undefined =>
  (filters as Readonly<Record<string, AnyField>>)[name]

/** The parameter of the address of a filter. The search is `q` at every desk. */
const parameterOf = (name: string, { kind }: ListFilter): string => (kind === 'search' ? 'q' : name)

/** The value without a choice. */
const firstOf = (filter: ListFilter, field: AnyField | undefined): string | undefined => {
  const declared = filter.kind === 'choice' ? filter.first : undefined
  return typeof field?.first === 'string' ? field.first : declared
}

/** The filters as the address has them. A value that the contract does not know counts as none. */
function chosenOf(desk: Described, search: UrlState): Record<string, string | boolean> {
  const chosen: Record<string, string | boolean> = {}
  for (const [name, filter] of Object.entries(desk.list.filters)) {
    const given = search[parameterOf(name, filter)]
    const field = fieldOf(desk, name)
    const value =
      filter.kind === 'yes-no'
        ? given === 'yes' || (given === 'no' ? false : undefined)
        : filter.kind === 'choice'
          ? (filter.values.find((one) => one === given) ??
            (given === 'every' && field?.every ? undefined : firstOf(filter, field)))
          : given
    if (value !== undefined) chosen[name] = value
  }
  return chosen
}

/** The fields of the filters, with their words. */
function fieldsOf(desk: Described): Filter[] {
  const { name, texts, list, filters } = desk
  const word = createText(texts)
  const wordOf = (key: string) => (hasText(texts, key) ? word(key) : undefined)
  return Object.keys(filters ?? {}).map((filterName): Filter => {
    const filter = list.filters[filterName]!
    const field = fieldOf(desk, filterName)!
    const parameter = parameterOf(filterName, filter)
    if (filter.kind === 'search' || filter.kind === 'link')
      return { kind: 'search', name: parameter, label: word(`${name}.search`) }
    const key = `${name}.filter.${filterName}`
    const optionOf = (value: string) =>
      field.option?.(value) ?? wordOf(`${key}.${value}`) ?? word(`${name}.${filterName}.${value}`)
    const label = word(key)
    if (filter.kind === 'yes-no') {
      const options = ['yes', 'no'].flatMap((value) => {
        const words = wordOf(`${key}.${value}`)
        return words === undefined ? [] : [{ value, label: words }]
      })
      return { kind: 'choice', name: parameter, label, options }
    }
    const values = (field.values as readonly string[] | undefined) ?? filter.values
    if (field.view)
      return {
        kind: 'view',
        name: parameter,
        label,
        options: values.map((value) => ({ value, label: optionOf(value) })),
      }
    const first = firstOf(filter, field)
    const none = wordOf(`${key}.none`)
    const all = none ?? (first === undefined ? undefined : optionOf(first))
    const offered = [...values.filter((value) => value !== first || none), ...(field.every ? ['every'] : [])]
    return {
      kind: 'choice',
      name: parameter,
      label,
      options: offered.map((value) => ({ value, label: optionOf(value) })),
      ...(all === undefined ? {} : { all }),
    }
  })
}
