/** One search over everything that an operator may see, for the console's palette. */
import * as z from 'zod/mini'
import { anyOperator, endpoint, type OperatorRole } from './endpoint.ts'
import { operatorRoles } from './operators.ts'
import { boundedText, id } from './shapes.ts'

export const searchKinds = [
  'shop',
  'order',
  'withdrawal',
  'deposit',
  'refund',
  'dispute',
  'payout',
  'unidentified-money',
  'product',
  'supplier',
  'operator',
  'buyer',
  'import',
  'bank-line',
  'coupon',
  'act',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Who finds each kind: the roles that may open its desk (`apps/console/src/desks.test.ts`). */
export const searchRoles: Record<SearchKind, readonly OperatorRole[]> = {
  shop: ['support', 'review', 'finance', 'auditor'],
  order: ['fulfilment', 'support', 'finance', 'auditor'],
  withdrawal: ['finance', 'auditor'],
  deposit: ['finance', 'auditor'],
  refund: ['finance', 'support', 'auditor'],
  dispute: ['finance', 'support', 'auditor'],
  payout: ['finance', 'auditor'],
  'unidentified-money': ['finance', 'auditor'],
  product: ['catalogue', 'fulfilment', 'support', 'auditor'],
  supplier: ['catalogue', 'fulfilment', 'finance', 'auditor'],
  operator: ['owner', 'auditor'],
  // The e-mail address is shown, so only those who speak with buyers find them.
  buyer: ['support', 'auditor'],
  import: ['catalogue', 'fulfilment', 'auditor'],
  'bank-line': ['finance', 'auditor'],
  coupon: ['finance', 'auditor'],
  // Of the acts each person finds those of the own desks, and those that the person proposed.
  act: operatorRoles,
}

export const searchPlatform = endpoint({
  api: 'platform',
  path: '/platform/search',
  summary:
    'Finds shops, orders, withdrawals, recharges, refunds, disputes, bank files, unidentified money, products, suppliers, operators, buyers, imports, entries of bank statements, coupons of the platform and signed acts: codes by their beginning, names, tracking numbers, the whole e-mail address of a buyer, payer and reference of an entry, file names, the processor’s reference of a dispute, and acts by the shop or the code of their subject. Only what the roles of the operator may see, at most five of a kind.',
  access: anyOperator,
  readOnly: true,
  input: z.strictObject({ text: boundedText(3, 60) }),
  response: z.object({
    list: z.array(
      z.object({
        kind: z.enum(searchKinds),
        id,
        /** The shop that it belongs to; null for what is no shop’s. */
        shopId: z.nullable(id),
        /**
         * The code that people see; of an operator or a buyer, the e-mail address; of an entry of the bank, its
         * reference.
         */
        code: z.string(),
        /** The name, the file name, the payer, or the name of the shop. */
        name: z.string(),
      }),
    ),
  }),
  refusals: [],
})
