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
import { screenTargets } from './screen-targets.ts'

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
      href: link(paths.onlineRecharge, { way: 'pix', amount: amount ?? undefined }),
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
  return found(
    request,
    screenTargets.map(({ path, query, names: [title, ...names] }) => ({
      key: link(path, query),
      title: t(title),
      names: names.map((name) => t(name)),
      href: link(path, query),
      icon: <SquareArrowRight className="mirror" />,
    })),
  )
}
