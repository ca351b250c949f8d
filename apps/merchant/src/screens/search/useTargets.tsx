import { languages } from '@quayside/contract'
import { chooseTheme, toast, type Theme } from '@quayside/ui'
import {
  BadgeDollarSign,
  CirclePlus,
  CircleArrowOutUpRight,
  Languages,
  PackageCheck,
  SquareArrowRight,
  SunMoon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useI18n, useT } from '../../lib/i18n.tsx'
import { localeOf } from '../../lib/intl-fallback-ga.ts'
import { renewPushSubscription } from '../../lib/web-push.ts'
import { matches, type Request } from './matches.ts'

/** A result that opens a screen, or does something at once that can be undone as quickly. */
export type Target = {
  key: string
  title: string
  detail?: string
  icon: ReactNode
  /** The names by which it is found, besides the title. */
  names?: readonly string[]
  href?: string
  act?: () => void
}

const themes: Theme[] = ['light', 'dark', 'system']
const found = (request: Request, targets: Target[]) =>
  targets.filter(({ title, names = [] }) => matches(request.words, [title, ...names]))

/** The acts that a request names. Those about money open their screen with the amount; nothing moves here. */
export function useActs(request: Request, awaitingPickup: number): Target[] {
  const t = useT()
  const format = useFormat()
  const { lang, choose } = useI18n()
  const { amount } = request
  const detail = amount ? { detail: format.money(amount) } : {}
  const money: Target[] = [
    {
      key: 'withdraw',
      title: t('withdraw.title'),
      names: [t('my.withdraw'), t('withdraw.records')],
      icon: <CircleArrowOutUpRight className="mirror" />,
      href: link(paths.withdraw, { amount: amount ?? undefined }),
      ...detail,
    },
    {
      key: 'recharge',
      title: t('recharge.channel.card'),
      names: [t('recharge.title'), t('my.recharge'), t('recharge.records')],
      icon: <CirclePlus />,
      href: link(paths.onlineRecharge, { amount: amount ?? undefined }),
      ...detail,
    },
    {
      key: 'pix',
      title: t('recharge.channel.pix'),
      names: [t('recharge.title')],
      icon: <BadgeDollarSign />,
      href: link(paths.pixRecharge, { amount: amount ?? undefined }),
      ...detail,
    },
  ]
  const pickUp: Target[] =
    awaitingPickup > 0
      ? [
          {
            key: 'pickup',
            title: t('orders.pickup-all', { n: awaitingPickup }),
            names: [t('common.all'), t('orders.pickup'), t('status.5')],
            icon: <PackageCheck />,
            href: link(paths.orders, { status: 5, pickup: 'all' }),
          },
        ]
      : []
  const nameOf = new Intl.DisplayNames([localeOf(lang)], { type: 'language' })
  const device: Target[] = [
    ...languages
      .filter(({ code }) => code !== lang)
      .map(({ code, name }) => ({
        key: code,
        title: name,
        detail: t('common.language'),
        names: [nameOf.of(code) ?? '', code],
        icon: <Languages />,
        act: () =>
          void choose(code).then(
            () => void renewPushSubscription().catch(() => undefined),
            () => toast(t('common.failed')),
          ),
      })),
    ...themes.map((theme) => ({
      key: theme,
      title: t(`common.theme.${theme}`),
      detail: t('common.theme'),
      names: [t('common.theme')],
      icon: <SunMoon />,
      act: () => chooseTheme(theme),
    })),
  ]
  // A bare amount is meant for one of the ways of money.
  if (amount && request.words.length === 0) return money.slice(0, 2)
  return [...found(request, [...money, ...pickUp]), ...(amount ? [] : found(request, device))]
}

/** The screens that a request names. */
export function useScreens(request: Request): Target[] {
  const t = useT()
  const named: [key: string, href: string, title: string, ...names: string[]][] = [
    ['home', link(paths.home), t('tab.home'), t('home.curve'), t('home.best')],
    ['round', link(paths.round), t('round.title')],
    ['orders', link(paths.orders), t('orders.title')],
    ['products', link(paths.products), t('products.title')],
    ['manage', link(paths.products, { select: '1' }), t('products.manage')],
    ['distribution', link(paths.distribution), t('dist.title')],
    ['categories', link(paths.categories), t('categories.title')],
    ['money', link(paths.money), t('money.title')],
    ['funds', link(paths.funds), t('funds.title')],
    ['finance', link(paths.finance), t('finance.title'), t('orders.record')],
    ['pending', link(paths.finance, { part: 'pending' }), t('finance.pending.title')],
    ['statement', link(paths.statement), t('finance.statement')],
    ['verify', link(paths.verify), t('finance.verify')],
    ['recharges', link(paths.rechargeRecords), t('recharge.records')],
    ['withdrawals', link(paths.withdrawRecords), t('withdraw.records')],
    ['refunds', link(paths.refunds), t('refunds.title')],
    ['buyers', link(paths.buyerTalks), t('orders.talk.all')],
    ['messages', link(paths.messages), t('messages.title')],
    ['notifications', link(paths.notifications), t('messages.choose')],
    ['service', link(paths.service), t('my.service')],
    ['shop', link(paths.setting), t('shop.title'), t('shop.name-logo'), t('shop.zone')],
    ['basic', link(paths.baseInfo), t('shop.basic'), t('shop.basic.text')],
    ['banners', link(paths.banners), t('shop.banners')],
    ['reviews', link(paths.reviews), t('reviews.title')],
    ['my', link(paths.my), t('my.title'), t('my.logout'), t('common.language'), t('common.theme')],
    ['account', link(paths.personalInfo), t('account.title')],
    ['password', link(paths.changeLoginPassword), t('account.password')],
    ['pay-password', link(paths.changePaymentPassword), t('my.pay-password')],
    ['passkeys', link(paths.passkeys), t('passkeys.title')],
    ['devices', link(paths.devices), t('account.devices')],
    ['acts', link(paths.acts), t('account.acts')],
    ['integrations', link(paths.integrations), t('integrations.title')],
  ]
  return found(
    request,
    named.map(([key, href, title, ...names]) => ({
      key,
      title,
      names,
      href,
      icon: <SquareArrowRight className="mirror" />,
    })),
  )
}
