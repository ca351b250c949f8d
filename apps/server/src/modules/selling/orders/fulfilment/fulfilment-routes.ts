/** The endpoints of the operators' orders: search, shipping of many, and their undoing. */
import { orderStatus, type Language, type OrderStatus } from '@quayside/contract'
import * as fulfilment from '@quayside/contract/fulfilment'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { AuditNotes } from '../../../../platform/security/audit.ts'
import { csvStart, writeCsvLine } from '../../../../platform/files/csv.ts'
import { readSortCursor, writeSortCursor } from '../../../../platform/http/cursor.ts'
import { withExport } from '../../../../platform/http/list-export.ts'
import { Download, defineRoute, type Call, type Route } from '../../../../platform/http/route.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { presentAddress } from '../../../../domain/postal-address.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { namedTaxNumber, openTaxNumber, taxNumberKind } from '../../../../domain/tax-number.ts'
import { listReportingCarriers } from '../../../shop/integrations/carrier-access.ts'
import { countDeadlines, countStatuses, listUsedCarriers, searchOrders } from './operator-order-store.ts'
import { findOrder } from '../order-store.ts'
import { insertPaper, listForPapers, listLinesForPapers } from './paper-store.ts'
import { presentFoundOrder } from '../present.ts'
import { isAddressOpen, readOperatorOrder } from './read-operator-order.ts'
import { reportNoSupplies } from '../pickup/report-no-supply.ts'
import { shipOrders, type RefusedOrder } from './ship-order.ts'
import { undoShipments } from './undo-shipments.ts'

const presentRefused = (lang: Language, refused: readonly RefusedOrder[]) =>
  refused.map(({ values, ...order }) => ({ ...order, sentence: refusalMessage(lang, order.reason, values) }))
const presentKeys = (orders: readonly { shop_id: string; id: string; code: string }[]) =>
  orders.map(({ shop_id, id, code }) => ({ shopId: shop_id, id, code }))

/**
 * Order numbers in one audit row. A row has room for some thousand letters; the history of each order names its
 * operator.
 */
const maxNoted = 200

/** Notes the orders of an act on many: their shops see it. */
function noteOrders(
  audit: AuditNotes,
  done: readonly { shop_id: string; code: string }[],
  refused: readonly unknown[],
): void {
  for (const { shop_id } of done) audit.shops.add(shop_id)
  const codes = done.slice(0, maxNoted).map(({ code }) => code)
  Object.assign(audit.detail, { done: done.length, refused: refused.length, orders: codes.join(' ') })
}

type OrderKeys = readonly { shopId: string; id: string }[]
const rowKeys = (keys: OrderKeys) => keys.map(({ shopId, id }) => ({ shop_id: shopId, id }))

/**
 * Orders whose papers show addresses. Refuses when one of them is unknown, no longer ships, or has letters that no font
 * has, unless these are to be printed as marks; writes who reads them.
 */
async function openAddresses(
  { ctx, actor, now, audit }: Pick<Call<typeof fulfilment.addressLabels>, 'ctx' | 'actor' | 'now' | 'audit'>,
  kind: 'packing-slips' | 'labels' | 'addresses',
  { orders: keys, printAnyway = false }: { orders: OrderKeys; printAnyway?: boolean | undefined },
  tx: Tx,
) {
  const orders = await listForPapers(tx, rowKeys(keys))
  if (orders.length < new Set(keys.map(({ id }) => id)).size) return refuse('order/not-found')
  if (!orders.every(isAddressOpen)) return refuse('order/address-closed')
  const paper = {
    id: newId(now.getTime()),
    kind,
    operatorId: actor.operatorId,
    orderIds: orders.map(({ id }) => id),
    at: now,
  }
  await insertPaper(tx, paper)
  for (const { shop_id } of orders) audit.shops.add(shop_id)
  Object.assign(audit.detail, { personal: 'addresses', orders: orders.length, paper: paper.id })
  const addressed = orders.map((order) => {
    const taxNumber = openTaxNumber(ctx.keys, order.id, order.tax_number)
    return {
      ...order,
      rawTaxNumber: taxNumber,
      taxNumber: taxNumber && namedTaxNumber(order.address.country, taxNumber),
    }
  })
  const missing = printAnyway ? [] : await (await papers()).unprintableOrders(addressed)
  if (missing.length > 0)
    return refuse('order/unprintable', {
      orders: missing.map(({ code, letters }) => `${code} (${letters.join(' ')})`).join(', '),
    })
  return addressed
}

/** Imported when the first paper is printed: the typesetter and the barcodes are large. */
const papers = () => import('./papers.ts')
const pdf = (name: string, now: Date, body: Buffer) =>
  new Download(`${name}-${now.toISOString().slice(0, 10)}.pdf`, 'application/pdf', body)

/** The columns of the file of addresses. `state` is the code where the post of the country writes codes. */
const addressColumns = [
  'order',
  'shop',
  'name',
  'phone',
  'street',
  'street2',
  'district',
  'city',
  'state',
  'postcode',
  'country',
  'taxNumberKind',
  'taxNumber',
  'pieces',
]

/** The names of the statuses, for files: `awaiting-shipment`. */
const statusWords = Object.fromEntries(
  Object.entries(orderStatus).map(([name, status]) => [
    status,
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]),
)

export const fulfilmentRoutes = (): Route[] => [
  ...withExport(
    defineRoute(
      fulfilment.searchOrders,
      async ({ ctx, now }, { cursor, status, ...search }, db) => {
        const { sort, limit } = search
        const after = readSortCursor(cursor, sort)
        const [rows, reporting] = await Promise.all([
          searchOrders(db, { ...search, status: status as OrderStatus | undefined, after }, now),
          listReportingCarriers(ctx, db, now),
        ])
        const last = rows.length < limit ? undefined : rows.at(-1)
        const value = last && (sort === 'deadline' ? last.ship_by! : last.placed_at)
        return {
          list: rows.map((row) => presentFoundOrder(row, reporting)),
          cursor: last ? writeSortCursor(sort, value!.toISOString(), last.id) : null,
        }
      },
      { audit: { subject: 'order', act: 'searched', detail: ({ cursor: _cursor, ...filter }) => filter } },
    ),
    fulfilment.exportOrders,
    'orders',
    { status: statusWords },
  ),

  defineRoute(
    fulfilment.fulfilmentCounts,
    async ({ ctx, now }, _input, db) => {
      const [statuses, { silent, ...deadlines }, used, reporting] = await Promise.all([
        countStatuses(db),
        countDeadlines(db, now),
        listUsedCarriers(db, now),
        listReportingCarriers(ctx, db, now),
      ])
      const signed = reporting.map((name) => ({ name, signed: true }))
      const known = new Set(signed.map(({ name }) => name.toLowerCase()))
      return {
        statuses: Object.fromEntries(statuses.map(({ status, n }) => [status, n])),
        deadlines,
        silent,
        carriers: [
          ...signed,
          ...used.filter(({ name }) => !known.has(name.toLowerCase())).map(({ name }) => ({ name, signed: false })),
        ],
      }
    },
    { audit: { unwritten: 'Counts and names of carriers are no personal data.' } },
  ),

  defineRoute(
    fulfilment.operatorOrderDetail,
    async ({ ctx, now }, key, db) => readOperatorOrder(db, await listReportingCarriers(ctx, db, now), key),
    { audit: { subject: 'order' } },
  ),

  defineRoute(
    fulfilment.orderAddress,
    async ({ ctx }, { shopId, id }, db) => {
      const order = await findOrder(db, shopId, id)
      if (!order) return refuse('order/not-found')
      if (!isAddressOpen(order)) return refuse('order/address-closed')
      const taxNumber = openTaxNumber(ctx.keys, order.id, order.tax_number)
      return {
        ...presentAddress(order.address),
        taxNumber: taxNumber && namedTaxNumber(order.address.country, taxNumber),
      }
    },
    { audit: { subject: 'order', detail: () => ({ personal: 'address' }) } },
  ),

  defineRoute(
    fulfilment.shipOrders,
    async ({ ctx, actor, lang, now, audit }, { parcels }, tx) => {
      const { shipped, refused } = await shipOrders(ctx, tx, actor.operatorId, parcels, now)
      noteOrders(audit, shipped, refused)
      return { shipped: presentKeys(shipped), refused: presentRefused(lang, refused) }
    },
    { audit: { subject: 'shipment', act: 'shipped' } },
  ),

  defineRoute(
    fulfilment.undoShipments,
    async ({ actor, lang, now, audit }, { orders }, tx) => {
      const { undone, refused } = await undoShipments(tx, actor.operatorId, orders, now)
      noteOrders(audit, undone, refused)
      return { undone: presentKeys(undone), refused: presentRefused(lang, refused) }
    },
    { audit: { subject: 'shipment', act: 'undone' } },
  ),

  defineRoute(
    fulfilment.cannotSupplyOrders,
    async ({ actor, lang, now, audit }, { orders, ...why }, tx) => {
      const { cancelled, refused } = await reportNoSupplies(tx, actor.operatorId, orders, why, now)
      noteOrders(audit, cancelled, refused)
      return { cancelled: presentKeys(cancelled), refused: presentRefused(lang, refused) }
    },
    { audit: { subject: 'order', act: 'decided' } },
  ),

  defineRoute(
    fulfilment.pickList,
    async ({ now }, { orders }, db) => {
      const [found, lines] = [await listForPapers(db, rowKeys(orders)), await listLinesForPapers(db, rowKeys(orders))]
      if (found.length === 0) return refuse('order/not-found')
      return pdf('pick-list', now, await (await papers()).pickListOf(found, lines, now))
    },
    { audit: { unwritten: 'A pick list has products and numbers of orders, no persons.' } },
  ),

  defineRoute(
    fulfilment.packingSlips,
    async (call, input, tx) => {
      const found = await openAddresses(call, 'packing-slips', input, tx)
      const lines = await listLinesForPapers(tx, rowKeys(input.orders))
      return pdf('packing-slips', call.now, await (await papers()).slipsOf(found, lines, call.now))
    },
    { audit: { subject: 'shipment', act: 'read' } },
  ),

  defineRoute(
    fulfilment.addressFile,
    async (call, input, tx) => {
      const found = await openAddresses(call, 'addresses', { ...input, printAnyway: true }, tx)
      const lines = found.map(({ code, shop_name, address, quantity, rawTaxNumber }) => [
        code,
        shop_name,
        address.name,
        address.phone,
        address.street,
        address.street2,
        address.district,
        address.city,
        address.state,
        address.postcode,
        address.country,
        rawTaxNumber && (taxNumberKind(address.country) ?? '').toUpperCase(),
        rawTaxNumber,
        String(quantity),
      ])
      const csv = [addressColumns, ...lines].map((line) => writeCsvLine(line.map((cell) => cell ?? '')))
      return new Download(
        `addresses-${call.now.toISOString().slice(0, 10)}.csv`,
        'text/csv; charset=utf-8',
        Buffer.from(csvStart + csv.join('')),
      )
    },
    { audit: { subject: 'shipment', act: 'exported' } },
  ),

  defineRoute(
    fulfilment.addressLabels,
    async (call, input, tx) => {
      const found = await openAddresses(call, 'labels', input, tx)
      return pdf('labels', call.now, await (await papers()).labelsOf(found, call.now))
    },
    { audit: { subject: 'shipment', act: 'read' } },
  ),
]
