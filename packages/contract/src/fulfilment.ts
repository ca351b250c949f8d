/** The desk of fulfilment: orders of all shops for operators, shipping of many orders, and their papers. */
import * as z from 'zod/mini'
import { variantOption } from './catalogue.ts'
import { couponBearers } from './coupons.ts'
import { endpoint, operator } from './endpoint.ts'
import { exportEndpoint } from './list-export.ts'
import { money, signedMoney } from './money.ts'
import {
  cancelReasons,
  fundingSources,
  declined,
  noSupply,
  noSupplyReasons,
  orderEventKinds,
  orderEventSources,
  trackingNumber,
} from './orders.ts'
import { disputeStates } from './payments.ts'
import { boundedText, cursor, day, empty, id, instant, paging, shownAddress, orderParcel } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** Orders in one act of shipping, of undoing, or in one PDF. */
export const maxShipments = 500
/** Orders that one act reports as not deliverable. Each is a refund. */
export const maxNoSupply = 100
/** Days without a scan after which a shipped order is looked at. */
export const silentDays = 5

const status = z.literal([1, 2, 3, 4, 5, 6, 7])
const orderKey = z.strictObject({ shopId: id, id })
const parcel = z.strictObject({ shopId: id, id, carrier: staffText(2, 60), trackingNumber })
const refused = z.object({ shopId: id, id, code: z.string(), reason: z.string(), sentence: z.string() })
const refusedOrders = z.array(refused)

const operatorOrder = z.object({
  id,
  shopId: id,
  shopCode: z.string(),
  shopName: z.string(),
  code: z.string(),
  status,
  title: z.string(),
  quantity: z.int(),
  totalPayment: money,
  totalCost: money,
  /** The country that the parcel goes to. */
  country: z.string(),
  placedAt: instant,
  pickedUpAt: z.nullable(instant),
  /** Null unless the order awaits shipment. */
  shipBy: z.nullable(instant),
  shippedAt: z.nullable(instant),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** The carrier reports its parcels by signed calls. */
  signedCarrier: z.boolean(),
  /** How many parcels it has; the carrier and the number are those of the first one. */
  parcelCount: z.int(),
  /** The last report on the parcel since the shipment, by its carrier or typed. Null without one. */
  scannedAt: z.nullable(instant),
  /** One operator has reported the delivery of a parcel; a second one must confirm it. */
  deliverySaid: z.boolean(),
})
export type OperatorOrder = z.output<typeof operatorOrder>

/** Deadlines by which the orders that await shipment are listed and counted. */
export const shipDeadlines = ['late', 'today', 'later'] as const
export type ShipDeadline = (typeof shipDeadlines)[number]
export const orderSorts = ['deadline', 'newest', 'oldest'] as const

const orderFilter = {
  search: z.optional(boundedText(0, 100)),
  status: z.optional(status),
  deadline: z.optional(z.enum(shipDeadlines)),
  silent: z.optional(z.boolean()),
  carrier: z.optional(boundedText(0, 60)),
  /** The range of days of the order in UTC, both included. */
  from: z.optional(day),
  to: z.optional(day),
  sort: z._default(z.enum(orderSorts), 'newest'),
}

export const searchOrders = endpoint({
  api: 'platform',
  path: '/platform/order/search',
  summary:
    'Orders of all shops. `search` finds the beginning of an order number, of a tracking number, of a buyer’s name or of a shop’s code or name, or the whole e-mail address of a buyer. `deadline` lists orders that await shipment; `silent` lists orders that were shipped five days ago or earlier and have no scan. The sort by deadline is for orders that await shipment.',
  access: operator('fulfilment', 'finance', 'support', 'auditor'),
  readOnly: true,
  input: z.strictObject({ limit: paging.limit, cursor, ...orderFilter }),
  response: z.object({ list: z.array(operatorOrder), cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const exportOrders = exportEndpoint({
  path: '/platform/order/export',
  list: 'Orders of all shops',
  access: operator('fulfilment', 'finance', 'support', 'auditor'),
  input: z.strictObject(orderFilter),
})

export const fulfilmentCounts = endpoint({
  api: 'platform',
  path: '/platform/order/counts',
  summary:
    'How many orders are in each status, how many await shipment by deadline, how many were shipped five days ago and have no scan, and which carriers are known: those with signed reports first, then those of the last ninety days.',
  access: operator('fulfilment', 'finance', 'support', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    statuses: z.record(z.string(), z.int()),
    deadlines: z.object({ late: z.int(), today: z.int(), later: z.int() }),
    silent: z.int(),
    carriers: z.array(z.object({ name: z.string(), signed: z.boolean() })),
  }),
  refusals: [],
})

export const operatorOrderDetail = endpoint({
  api: 'platform',
  path: '/platform/order/detail',
  summary:
    'One order for operators: lines, money, the bookings of the ledger, refund orders and disputes, the history with who said each event, and where the conversation with the shop is. The address has an endpoint of its own.',
  access: operator('fulfilment', 'finance', 'support', 'auditor'),
  readOnly: true,
  input: orderKey,
  response: z.object({
    ...operatorOrder.shape,
    parcels: z.array(
      z.object({
        ...orderParcel.shape,
        /** Its carrier reports its parcels by signed calls. */
        signedCarrier: z.boolean(),
        addedAt: instant,
        deliverySaid: z.boolean(),
        /** Entered besides the first one, and without a report of its carrier. */
        removable: z.boolean(),
      }),
    ),
    buyer: z.string(),
    /** What the buyer paid for shipping, and the days to the arrival that were promised. */
    shipping: money,
    /** The tax on goods and shipping, and its rate in hundredths of a percent. */
    tax: money,
    taxRate: z.int(),
    /** The coupon of the order, and who bears what it took off. */
    coupon: z.nullable(z.object({ code: z.string(), bearer: z.enum(couponBearers), discount: money })),
    promised: z.nullable(z.object({ from: z.int(), to: z.int() })),
    commission: money,
    totalEarnings: money,
    profit: signedMoney,
    refunded: money,
    disputed: money,
    escrow: money,
    funding: z.nullable(z.enum(fundingSources)),
    paidAt: z.nullable(instant),
    pickupUntil: z.nullable(instant),
    receivedAt: z.nullable(instant),
    settlesAt: z.nullable(instant),
    completedAt: z.nullable(instant),
    cancelledAt: z.nullable(instant),
    cancelReason: z.nullable(z.enum(cancelReasons)),
    noSupply,
    declined,
    lines: z.array(
      z.object({
        /** The code of the variant. */
        productCode: z.string(),
        name: z.string(),
        options: z.array(variantOption),
        picture: z.nullable(z.string()),
        quantity: z.int(),
        sellingPrice: money,
        purchasePrice: money,
      }),
    ),
    payment: z.nullable(z.object({ processor: z.string(), reference: z.string(), amount: money, capturedAt: instant })),
    /** The newest PIX code of the buyer: what the bank's entry has to name, and the reais. `open`: it can be paid. */
    pix: z.nullable(z.object({ reference: z.string(), reais: money, payBy: instant, open: z.boolean() })),
    books: z.array(
      z.object({
        transferId: id,
        event: z.string(),
        /** The kind of who booked it: `operator`, `clock`. */
        by: z.string(),
        at: instant,
        lines: z.array(z.object({ account: z.string(), debit: money, credit: money })),
      }),
    ),
    refunds: z.array(z.object({ id, code: z.string(), state: z.string(), amount: money, at: instant })),
    disputes: z.array(z.object({ id, state: z.enum(disputeStates), amount: money, at: instant })),
    history: z.array(
      z.object({
        at: instant,
        /** The time that a carrier reported, when it lay in the future: `at` is then the time of the report. */
        reportedAt: z.nullable(instant),
        kind: z.enum(orderEventKinds),
        status: z.nullable(status),
        source: z.enum(orderEventSources),
        note: z.nullable(z.string()),
        parcel: z.nullable(z.int()),
        /** The name of the operator who said it. Null for other sources. */
        operator: z.nullable(z.string()),
        /** The report is signed by the carrier. A scan of an operator is typed. */
        signed: z.boolean(),
      }),
    ),
    /** Null while the shop has never written to customer service. */
    conversation: z.nullable(z.object({ lastAt: instant, waitingSince: z.nullable(instant) })),
    /** Whether the address may be read now: only while the order is being shipped. */
    addressOpen: z.boolean(),
    may: z.object({
      ship: z.nullable(z.string()),
      undo: z.nullable(z.string()),
      cannotSupply: z.nullable(z.string()),
      scan: z.nullable(z.string()),
    }),
  }),
  refusals: ['order/not-found'],
})

export const orderAddress = endpoint({
  api: 'platform',
  path: '/platform/order/address',
  summary: 'The address of one order, for who ships it and only while it waits for shipment or is on its way.',
  access: operator('fulfilment'),
  readOnly: true,
  input: orderKey,
  response: z.object({
    ...shownAddress.shape,
    /** What customs of the country ask for, with its name: `CPF 529.982.247-25`. */
    taxNumber: z.nullable(z.string()),
  }),
  refusals: ['order/not-found', 'order/address-closed'],
})

const shipmentOutcome = z.object({
  shipped: z.array(z.object({ shopId: id, id, code: z.string() })),
  refused: refusedOrders,
})

export const shipOrders = endpoint({
  api: 'platform',
  path: '/platform/order/ship/many',
  summary:
    'Hands up to 500 parcels to their carriers. An order that stands in it several times gets several parcels. Each order is shipped whole or not at all; the response names every one that was refused, with its reason. The same key sends the same response and ships nothing twice.',
  access: operator('fulfilment'),
  idempotent: true,
  largeBody: true,
  input: z.strictObject({ parcels: z.array(parcel).check(z.minLength(1), z.maxLength(maxShipments)) }),
  response: shipmentOutcome,
  refusals: ['request/key-missing', 'request/key-reused'],
})

export const undoShipments = endpoint({
  api: 'platform',
  path: '/platform/order/ship/undo',
  summary:
    'Takes back up to 500 shipments until the carrier’s first own scan: the orders await shipment again, at least for one more day. Refused for an order with a refund or a dispute. The response names every one that was refused.',
  access: operator('fulfilment'),
  idempotent: true,
  largeBody: true,
  input: z.strictObject({
    orders: z.array(orderKey).check(z.minLength(1), z.maxLength(maxShipments)),
    reason: staffText(3, 200),
  }),
  response: z.object({ undone: z.array(z.object({ shopId: id, id, code: z.string() })), refused: refusedOrders }),
  refusals: ['request/key-missing', 'request/key-reused'],
})

export const cannotSupplyOrders = endpoint({
  api: 'platform',
  path: '/platform/order/cannot-supply/many',
  summary:
    'The supplier cannot deliver up to 100 orders: each cost returns to where it came from, each buyer is refunded, and merchant and buyer read the reason. The response names every one that was refused.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({
    orders: z.array(orderKey).check(z.minLength(1), z.maxLength(maxNoSupply)),
    reason: z.enum(noSupplyReasons),
    note: staffText(0, 200),
  }),
  response: z.object({ cancelled: z.array(z.object({ shopId: id, id, code: z.string() })), refused: refusedOrders }),
  refusals: ['request/key-missing', 'request/key-reused'],
})

/** The papers of orders. */
export const orderPapers = ['pick-list', 'packing-slips', 'labels', 'addresses'] as const
export type OrderPaper = (typeof orderPapers)[number]
const paperInput = z.strictObject({ orders: z.array(orderKey).check(z.minLength(1), z.maxLength(maxShipments)) })
/** `printAnyway`: letters that no font has are printed as a mark. */
const addressPaperInput = z.extend(paperInput, { printAnyway: z.optional(z.boolean()) })

export const pickList = endpoint({
  api: 'platform',
  path: '/platform/order/pick-list',
  summary: 'What to take from the shelves for up to 500 orders, by product, as a PDF. It names no buyer.',
  access: operator('fulfilment'),
  file: true,
  readOnly: true,
  largeBody: true,
  input: paperInput,
  response: z.unknown(),
  refusals: ['order/not-found'],
})

export const packingSlips = endpoint({
  api: 'platform',
  path: '/platform/order/packing-slips',
  summary:
    'A packing slip for each of up to 500 orders that await shipment or are on their way, as a PDF. Refused once when an address has a letter that cannot be printed; `printAnyway` prints a mark for it.',
  access: operator('fulfilment'),
  file: true,
  largeBody: true,
  input: addressPaperInput,
  response: z.unknown(),
  refusals: ['order/not-found', 'order/address-closed', 'order/unprintable'],
})

export const addressFile = endpoint({
  api: 'platform',
  path: '/platform/order/addresses',
  summary:
    'The addresses of up to 500 orders that await shipment or are on their way, as CSV for the program of a carrier: each part in a column of its own, with the number that customs of the country ask for.',
  access: operator('fulfilment'),
  file: true,
  largeBody: true,
  input: paperInput,
  response: z.unknown(),
  refusals: ['order/not-found', 'order/address-closed'],
})

export const addressLabels = endpoint({
  api: 'platform',
  path: '/platform/order/labels',
  summary:
    'An address label with the order number as a code for each of up to 500 orders that await shipment or are on their way, as a PDF: eight on a page. Refused once when an address has a letter that cannot be printed; `printAnyway` prints a mark for it.',
  access: operator('fulfilment'),
  file: true,
  largeBody: true,
  input: addressPaperInput,
  response: z.unknown(),
  refusals: ['order/not-found', 'order/address-closed', 'order/unprintable'],
})
