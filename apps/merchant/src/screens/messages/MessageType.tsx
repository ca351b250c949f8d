import type { MessageType } from '@quayside/contract'
import {
  ClipboardList,
  HandCoins,
  Headset,
  Megaphone,
  MessageCircle,
  ShieldCheck,
  Store,
  WalletCards,
} from 'lucide-react'

const icons: Record<MessageType, typeof Store> = {
  orders: ClipboardList,
  buyers: MessageCircle,
  refunds: HandCoins,
  money: WalletCards,
  security: ShieldCheck,
  shop: Store,
  support: Headset,
  announcement: Megaphone,
}

/** The icon of a type of message. Its name must be shown beside it. */
export function TypeIcon({ type }: { type: MessageType }) {
  const Icon = icons[type]
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent"
    >
      <Icon className="size-5" />
    </span>
  )
}
