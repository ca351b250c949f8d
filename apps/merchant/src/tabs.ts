/** The tabs of the app, and the destinations that have no tab. */
import { BagFilled, ClipboardFilled, HouseFilled, PersonFilled } from '@quayside/ui'
import { ClipboardList, House, ShoppingBag, UserRound } from 'lucide-react'
import { paths } from './paths.ts'

const destinations = [
  { key: paths.home, word: 'tab.home', Icon: House, Active: HouseFilled },
  { key: paths.products, word: 'tab.product', Icon: ShoppingBag, Active: BagFilled },
  { key: paths.orders, word: 'tab.order', Icon: ClipboardList, Active: ClipboardFilled },
  { key: paths.my, word: 'tab.my', Icon: UserRound, Active: PersonFilled },
] as const
/** A setting of the platform: four tabs, or two with the other two destinations on the home screen. */
const tabCount = document.querySelector<HTMLMetaElement>('meta[name="quayside-tabs"]')?.content === '2' ? 2 : 4
export const tabs = destinations.slice(0, tabCount)
export const destinationsWithoutTab = destinations.slice(tabCount)
