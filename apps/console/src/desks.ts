/** The desks of the console: path, name, who may open it, and the file with its screen. */
import type { OperatorRole } from '@quayside/contract'
import type { SearchKind } from '@quayside/contract/search'
import {
  Activity,
  ArrowDownToLine,
  Banknote,
  BookText,
  Boxes,
  ChartLine,
  CircleHelp,
  Factory,
  FileOutput,
  FileUp,
  Flag,
  IdCard,
  KeyRound,
  Landmark,
  Megaphone,
  MessageCircle,
  MessageSquareQuote,
  MessagesSquare,
  Package,
  PackageOpen,
  PenLine,
  ReceiptText,
  Scale,
  ScanSearch,
  ScrollText,
  ShieldQuestion,
  ShieldUser,
  SlidersHorizontal,
  Star,
  Tags,
  TicketPercent,
  Truck,
  Undo2,
  UserRound,
  UserSearch,
  Users,
  Vault,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { workDesks } from './desks/work/desks.ts'
import type { DeskName, DeskPath } from './lib/router.ts'
import { t } from './lib/texts.ts'

/** The rooms of the desks, in the order of the list. Money has three: what goes out, what comes in, and the books. */
export const deskGroups = ['work', 'out', 'in', 'books', 'goods', 'platform'] as const

export type Desk = {
  path: DeskPath
  icon: LucideIcon
  /** The room of the desk; null for a page that stands elsewhere. */
  group: (typeof deskGroups)[number] | null
  /** The roles that may open it; `any` for every operator. */
  roles: readonly OperatorRole[] | 'any'
  /** What the search of the palette opens here: the parameter `row` gets its id. */
  finds?: SearchKind
  /** What the search finds whose rows this desk lists: its own search gets the code. */
  lists?: SearchKind
  /** Its items are named by shop and id (`shopItemKey`), not by the id alone. */
  isShopItem?: true
  load: () => Promise<{ default: () => ReactNode }>
}

export const desks: readonly Desk[] = [
  ...workDesks.map((desk) => (desk.path === '/shops' ? { ...desk, finds: 'shop' as const } : desk)),
  {
    path: '/inbox',
    icon: MessagesSquare,
    group: 'work',
    roles: ['support', 'auditor'],
    load: () => import('./desks/inbox/InboxDesk.tsx'),
  },
  {
    path: '/order-talks',
    icon: MessageCircle,
    group: 'work',
    roles: ['support', 'auditor'],
    load: () => import('./desks/order-talks/OrderTalksDesk.tsx'),
  },
  {
    path: '/reviews',
    icon: Star,
    group: 'work',
    roles: ['review', 'support', 'auditor'],
    load: () => import('./desks/reviews/ReviewsDesk.tsx'),
  },
  {
    path: '/reports',
    icon: Flag,
    group: 'work',
    roles: ['review', 'support', 'auditor'],
    load: () => import('./desks/reports/ReportsDesk.tsx'),
  },
  {
    path: '/screening',
    icon: ScanSearch,
    group: 'work',
    roles: ['review', 'finance', 'auditor'],
    isShopItem: true,
    load: () => import('./desks/screening/ScreeningDesk.tsx'),
  },
  {
    path: '/privacy',
    icon: ShieldUser,
    group: 'work',
    roles: ['support', 'owner', 'auditor'],
    load: () => import('./desks/privacy/PrivacyDesk.tsx'),
  },
  {
    path: '/buyers',
    icon: Users,
    group: 'work',
    roles: ['support', 'finance', 'auditor'],
    load: () => import('./desks/buyers/BuyersDesk.tsx'),
  },
  {
    path: '/self-dealing',
    icon: UserSearch,
    group: 'work',
    roles: ['support', 'finance', 'auditor'],
    load: () => import('./desks/self-dealing/SelfDealingDesk.tsx'),
  },
  {
    path: '/announcements',
    icon: Megaphone,
    group: 'platform',
    roles: ['support', 'owner', 'auditor'],
    load: () => import('./desks/announcements/AnnouncementsDesk.tsx'),
  },
  {
    path: '/replies',
    icon: MessageSquareQuote,
    group: 'platform',
    roles: ['support', 'auditor'],
    load: () => import('./desks/replies/RepliesDesk.tsx'),
  },
  {
    path: '/payment-accounts',
    icon: Landmark,
    group: 'in',
    roles: ['finance', 'support', 'auditor'],
    load: () => import('./desks/payment-accounts/PaymentAccountsDesk.tsx'),
  },
  {
    path: '/products',
    icon: Package,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'support', 'auditor'],
    finds: 'product',
    load: () => import('./desks/products/ProductsDesk.tsx'),
  },
  {
    path: '/categories',
    icon: Tags,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'support', 'auditor'],
    load: () => import('./desks/categories/CategoriesDesk.tsx'),
  },
  {
    path: '/suppliers',
    icon: Factory,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'finance', 'auditor'],
    finds: 'supplier',
    load: () => import('./desks/suppliers/SuppliersDesk.tsx'),
  },
  {
    path: '/stock',
    icon: Boxes,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'auditor'],
    load: () => import('./desks/stock/StockDesk.tsx'),
  },
  {
    path: '/imports',
    icon: FileUp,
    group: 'goods',
    roles: ['catalogue', 'fulfilment', 'auditor'],
    finds: 'import',
    load: () => import('./desks/imports/ImportsDesk.tsx'),
  },
  {
    path: '/fulfilment',
    icon: Truck,
    group: 'goods',
    roles: ['fulfilment'],
    load: () => import('./desks/fulfilment/FulfilmentDesk.tsx'),
  },
  {
    path: '/orders',
    icon: PackageOpen,
    group: 'goods',
    roles: ['fulfilment', 'finance', 'support', 'auditor'],
    finds: 'order',
    lists: 'buyer',
    isShopItem: true,
    load: () => import('./desks/orders/OrdersDesk.tsx'),
  },
  {
    path: '/carriers',
    icon: KeyRound,
    group: 'platform',
    roles: ['owner', 'fulfilment', 'auditor'],
    load: () => import('./desks/carriers/CarriersDesk.tsx'),
  },
  {
    path: '/settings',
    icon: SlidersHorizontal,
    group: 'platform',
    roles: ['owner', 'finance', 'auditor'],
    load: () => import('./desks/settings/SettingsDesk.tsx'),
  },
  {
    path: '/system',
    icon: Activity,
    group: 'platform',
    // Finance sees the events of the card processor only.
    roles: ['owner', 'finance', 'auditor'],
    load: () => import('./desks/system/SystemDesk.tsx'),
  },
  {
    path: '/approvals',
    icon: PenLine,
    group: 'work',
    roles: 'any',
    finds: 'act',
    load: () => import('./desks/approvals/ApprovalsDesk.tsx'),
  },
  {
    path: '/audit',
    icon: ScrollText,
    group: 'platform',
    roles: ['owner', 'auditor'],
    load: () => import('./desks/audit/AuditDesk.tsx'),
  },
  {
    path: '/withdrawals',
    icon: Banknote,
    group: 'out',
    roles: ['finance', 'auditor'],
    finds: 'withdrawal',
    isShopItem: true,
    load: () => import('./desks/withdrawals/WithdrawalsDesk.tsx'),
  },
  {
    path: '/payouts',
    icon: FileOutput,
    group: 'out',
    roles: ['finance', 'auditor'],
    finds: 'payout',
    load: () => import('./desks/payouts/PayoutsDesk.tsx'),
  },
  {
    path: '/refunds',
    icon: Undo2,
    group: 'out',
    roles: ['support', 'finance', 'auditor'],
    finds: 'refund',
    isShopItem: true,
    load: () => import('./desks/refunds/RefundsDesk.tsx'),
  },
  {
    path: '/disputes',
    icon: ShieldQuestion,
    group: 'books',
    roles: ['finance', 'support', 'auditor'],
    finds: 'dispute',
    isShopItem: true,
    load: () => import('./desks/disputes/DisputesDesk.tsx'),
  },
  {
    path: '/recharges',
    icon: ArrowDownToLine,
    group: 'in',
    roles: ['finance', 'auditor'],
    finds: 'deposit',
    isShopItem: true,
    load: () => import('./desks/recharges/RechargesDesk.tsx'),
  },
  {
    path: '/bank',
    icon: Landmark,
    group: 'in',
    roles: ['finance', 'auditor'],
    finds: 'bank-line',
    load: () => import('./desks/bank/BankLinesDesk.tsx'),
  },
  {
    path: '/statements',
    icon: ReceiptText,
    group: 'in',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/bank/StatementsDesk.tsx'),
  },
  {
    path: '/unidentified',
    icon: CircleHelp,
    group: 'in',
    roles: ['finance', 'auditor'],
    finds: 'unidentified-money',
    load: () => import('./desks/unidentified/UnidentifiedDesk.tsx'),
  },
  {
    path: '/treasury',
    icon: Vault,
    group: 'books',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/treasury/TreasuryDesk.tsx'),
  },
  {
    path: '/adjustments',
    icon: Scale,
    group: 'books',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/adjustments/AdjustmentsDesk.tsx'),
  },
  {
    path: '/coupons',
    icon: TicketPercent,
    group: 'goods',
    roles: ['finance', 'auditor'],
    finds: 'coupon',
    load: () => import('./desks/coupons/CouponsDesk.tsx'),
  },
  {
    path: '/books',
    icon: BookText,
    group: 'books',
    roles: ['finance', 'auditor'],
    load: () => import('./desks/books/BooksDesk.tsx'),
  },
  {
    path: '/figures',
    icon: ChartLine,
    group: 'platform',
    roles: ['owner', 'finance', 'auditor'],
    load: () => import('./desks/figures/FiguresDesk.tsx'),
  },
  {
    path: '/people',
    icon: IdCard,
    group: 'platform',
    roles: ['owner', 'auditor'],
    finds: 'operator',
    load: () => import('./desks/people/PeopleDesk.tsx'),
  },
  {
    path: '/account',
    icon: UserRound,
    group: null,
    roles: 'any',
    load: () => import('./desks/account/AccountDesk.tsx'),
  },
]

/** The name of the desk at a path. */
export const deskLabel = (path: DeskPath): string => t(`desk.${path.slice(1) as DeskName}`)

export const mayOpen = ({ roles }: Desk, held: readonly OperatorRole[]): boolean =>
  roles === 'any' || roles.some((role) => held.includes(role))

/** The desks that a person with these roles may open, in the order of the list. */
export const desksOf = (held: readonly OperatorRole[]): Desk[] => desks.filter((desk) => mayOpen(desk, held))
