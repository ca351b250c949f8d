import { orderStatus, type OrderStatus } from '@quayside/contract'
import type { Tone } from '@quayside/ui'
import { Ban, BadgeCheck, CreditCard, Hand, Package, PackageCheck, Truck, type LucideIcon } from 'lucide-react'

/** Colour and icon of each status, beside its name. */
export const statusLook: Record<OrderStatus, { tone: Tone; Icon: LucideIcon }> = {
  [orderStatus.awaitingPayment]: { tone: 'neutral', Icon: CreditCard },
  [orderStatus.awaitingPickup]: { tone: 'accent', Icon: Hand },
  [orderStatus.awaitingShipment]: { tone: 'info', Icon: Package },
  [orderStatus.shipped]: { tone: 'info', Icon: Truck },
  [orderStatus.received]: { tone: 'success', Icon: PackageCheck },
  [orderStatus.completed]: { tone: 'success', Icon: BadgeCheck },
  [orderStatus.cancelled]: { tone: 'danger', Icon: Ban },
}
