import type { OperatorOrder } from '@quayside/contract'
import {
  Ban,
  CircleCheck,
  CircleDollarSign,
  Clock,
  PackageCheck,
  PackageOpen,
  Truck,
  type LucideIcon,
} from 'lucide-react'
import type { Tone } from '@quayside/ui'
import { createText } from '../../lib/texts.ts'
import orders from '../../locales/en/orders.ts'

export const text = createText(orders)

export const statusLooks: Record<OperatorOrder['status'], { tone: Tone; icon: LucideIcon }> = {
  1: { tone: 'neutral', icon: CircleDollarSign },
  2: { tone: 'warning', icon: PackageOpen },
  3: { tone: 'info', icon: Truck },
  4: { tone: 'success', icon: PackageCheck },
  5: { tone: 'neutral', icon: Clock },
  6: { tone: 'success', icon: CircleCheck },
  7: { tone: 'neutral', icon: Ban },
}
