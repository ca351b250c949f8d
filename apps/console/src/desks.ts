/** The desks of the console: path, name, who may open it, and the file with its screen. */
import type { OperatorRole } from '@quayside/contract'
import type { SearchKind } from '@quayside/contract/search'
import {
  Activity,
  ArrowDownToLine,
  Banknote,
  BookText,
  Boxes,
  CircleHelp,
  Factory,
  FileOutput,
  FileUp,
  IdCard,
  Landmark,
  Megaphone,
  MessageSquareQuote,
  MessagesSquare,
  Package,
  PackageOpen,
  PenLine,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldQuestion,
  SlidersHorizontal,
  Star,
  Tags,
  Truck,
  Undo2,
  UserRound,
  UserSearch,
  Vault,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { workDesks } from './desks/work/desks.ts'
import type common from './locales/en/common.ts'

export type Desk = {
  path: `/${string}`
  label: keyof typeof common
  icon: LucideIcon
  /** The group in the list of desks; null for a page that stands elsewhere. */
  group: 'work' | 'goods' | 'money' | 'platform' | null
  /** The roles that may open it; `any` for every operator. */
  roles: readonly OperatorRole[] | 'any'
  /** What the search of the palette opens here: the parameter `row` gets its id. */
  finds?: SearchKind
  /** The value of `row` when it is not the id alone. */
  rowOf?: (found: { shopId: string | null; id: string }) => string
  load: () => Promise<{ default: () => ReactNode }>
}

export const desks: readonly Desk[] = [
  ...workDesks.map((desk) => (desk.path === '/shops' ? { ...desk, finds: 'shop' as const } : desk)),
  {
    path: '/inbox',
    label: 'desk.inbox',
    icon: MessagesSquare,
    group: 'work',
    roles: ['support', 'auditor'],
    load: () => import('./desks/inbox/InboxDesk.tsx'),
  },
  {
    path: '/reviews',
    label: 'desk.reviews',
    icon: Star,
    group: 'work',
    roles: ['review', 'support', 'auditor'],
    load: () => import('./desks/reviews/ReviewsDesk.tsx'),
  },
  {
    path: '/self-dealing',
    label: 'desk.self-dealing',
    icon: UserSearch,
    group: 'work',
    roles: ['support', 'finance', 'auditor'],
    load: () => import('./desks/self-dealing/SelfDealingDesk.tsx'),
  },
  {
    path: '/announcements',
    label: 'desk.announcements',
    icon: Megaphone,
    group: 'platform',
    roles: ['support', 'owner', 'auditor'],
    load: () => import('./desks/announcements/AnnouncementsDesk.tsx'),
  },
  {
    path: '/replies',
    label: 'desk.replies',
    icon: MessageSquareQuote,
    group: 'platform',
    roles: ['support', 'auditor'],
    load: () => import('./desks/replies/RepliesDesk.tsx'),
  },
  {
    path: '/payment-accounts',
    label: 'desk.payment-accounts',
    icon: Landmark,
    group: 'money',
    roles: ['finance', 'support', 'auditor'],
    load: () => import('./desks/payment-accounts/PaymentAccountsDesk.tsx'),
  },
  {
    path: '/products',
    label: 'desk.products',
    icon: Package,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'support', 'auditor'],
    finds: 'product',
    load: () => import('./desks/products/ProductsDesk.tsx'),
  },
  {
    path: '/categories',
    label: 'desk.categories',
    icon: Tags,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'support', 'auditor'],
    load: () => import('./desks/categories/CategoriesDesk.tsx'),
  },
  {
    path: '/suppliers',
    label: 'desk.suppliers',
    icon: Factory,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'finance', 'auditor'],
    load: () => import('./desks/suppliers/SuppliersDesk.tsx'),
  },
  {
    path: '/stock',
    label: 'desk.stock',
    icon: Boxes,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'auditor'],
    load: () => import('./desks/stock/StockDesk.tsx'),
  },
  {
    path: '/imports',
    label: 'desk.imports',
    icon: FileUp,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'auditor'],
    load: () => import('./desks/imports/ImportsDesk.tsx'),
  },
  {
    path: '/fulfilment',
    label: 'desk.fulfilment',
    icon: Truck,
    group: 'goods',
    roles: ['fulfilment'],
    load: () => import('./desks/fulfilment/FulfilmentDesk.tsx'),
  },
  {
    path: '/orders',
    label: 'desk.orders',
    icon: PackageOpen,
    group: 'goods',
    roles: ['fulfilment', 'finance', 'support', 'auditor'],
    finds: 'order',
    rowOf: ({ shopId, id }) => `${shopId}.${id}`,
    load: () => import('./desks/orders/OrdersDesk.tsx'),
  },
  {
    path: '/settings',
    label: 'desk.settings',
    icon: SlidersHorizontal,
    group: 'platform',
    roles: ['owner', 'finance', 'auditor'],
    load: () => import('./desks/settings/SettingsDesk.tsx'),
  },
  {
    path: '/system',
    label: 'desk.system',
    icon: Activity,
    group: 'platform',
    roles: ['owner', 'auditor'],
    load: () => import('./desks/system/SystemDesk.tsx'),
  },
  {
    path: '/approvals',
    label: 'desk.approvals',
    icon: PenLine,
    group: 'work',
    roles: 'any',
    load: () => import('./desks/approvals/ApprovalsDesk.tsx'),
  },
  {
    path: '/audit',
    label: 'desk.audit',
    icon: ScrollText,
    group: 'platform',
    roles: ['owner', 'auditor'],
    load: () => import('./desks/audit/AuditDesk.tsx'),
  },
  {
    path: '/withdrawals',
    label: 'desk.withdrawals',
    icon: Banknote,
    group: 'money',
    roles: ['finance', 'auditor'],
    finds: 'withdrawal',
    rowOf: ({ shopId, id }) => `${shopId}_${id}`,
    load: () => import('./desks/withdrawals/WithdrawalsDesk.tsx'),
  },
  {
    path: '/payouts',
    label: 'desk.payouts',
    icon: FileOutput,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/payouts/PayoutsDesk.tsx'),
  },
  {
    path: '/refunds',
    label: 'desk.refunds',
    icon: Undo2,
    group: 'money',
    roles: ['support', 'finance', 'auditor'],
    finds: 'refund',
    rowOf: ({ shopId, id }) => `${shopId}_${id}`,
    load: () => import('./desks/refunds/RefundsDesk.tsx'),
  },
  {
    path: '/disputes',
    label: 'desk.disputes',
    icon: ShieldQuestion,
    group: 'money',
    roles: ['finance', 'support', 'auditor'],
    load: () => import('./desks/disputes/DisputesDesk.tsx'),
  },
  {
    path: '/recharges',
    label: 'desk.recharges',
    icon: ArrowDownToLine,
    group: 'money',
    roles: ['finance', 'auditor'],
    finds: 'deposit',
    rowOf: ({ shopId, id }) => `${shopId}_${id}`,
    load: () => import('./desks/recharges/RechargesDesk.tsx'),
  },
  {
    path: '/bank',
    label: 'desk.bank',
    icon: Landmark,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/bank/BankLinesDesk.tsx'),
  },
  {
    path: '/statements',
    label: 'desk.statements',
    icon: ReceiptText,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/bank/StatementsDesk.tsx'),
  },
  {
    path: '/unidentified',
    label: 'desk.unidentified',
    icon: CircleHelp,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/unidentified/UnidentifiedDesk.tsx'),
  },
  {
    path: '/treasury',
    label: 'desk.treasury',
    icon: Vault,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/treasury/TreasuryDesk.tsx'),
  },
  {
    path: '/adjustments',
    label: 'desk.adjustments',
    icon: Scale,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/adjustments/AdjustmentsDesk.tsx'),
  },
  {
    path: '/books',
    label: 'desk.books',
    icon: BookText,
    group: 'money',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/books/BooksDesk.tsx'),
  },
  {
    path: '/people',
    label: 'desk.people',
    icon: IdCard,
    group: 'platform',
    roles: ['owner', 'auditor'],
    finds: 'operator',
    load: () => import('./desks/people/PeopleDesk.tsx'),
  },
  {
    path: '/account',
    label: 'desk.account',
    icon: UserRound,
    group: null,
    roles: 'any',
    load: () => import('./desks/account/AccountDesk.tsx'),
  },
]

export const mayOpen = ({ roles }: Desk, held: readonly OperatorRole[]): boolean =>
  roles === 'any' || roles.some((role) => held.includes(role))

/** The desks that a person with these roles may open, in the order of the list. */
export const desksOf = (held: readonly OperatorRole[]): Desk[] => desks.filter((desk) => mayOpen(desk, held))
