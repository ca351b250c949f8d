/** Mails about orders as text and as HTML, from the same parts. */
import { asCents, directionOf, formatCents, inReais, type Language, type VariantOption } from '@quayside/contract'
import { shownSums } from '@quayside/contract/tax'
import type { StorefrontMessage } from '@quayside/locales'
import { formatValue, mailLetter, mailMessage, placeValue, storefrontMessages } from '@quayside/locales/catalogues'
import type { Content } from '../../people/outbox/write-message.ts'
import type { OrderMailKind, OrderMailRow } from './store.ts'

/** One line of an order, or one order of a list. `url` makes it a link. */
type Row = { name: string; value: string | null; url?: string }

const cents = (value: bigint): string => formatCents(asCents(value))
const isolate = (text: string): string => `\u2068${text}\u2069`

/** The texts of the order's page, with values for a mail. A mail says what the page says. */
function textsOf(lang: Language) {
  const t = storefrontMessages(lang)
  return (key: StorefrontMessage, values: Record<string, string | number> = {}): string =>
    t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placeValue(lang, value)])))
}

const eventOf = {
  placed: 'store.event.placed',
  paid: 'store.event.paid',
  shipped: 'store.event.shipped',
  received: 'store.event.received',
  cancelled: 'store.event.cancelled',
  refunded: 'store.event.refunded',
  answered: 'store.service.answered',
  'shop-answered': 'store.talk.answered',
  'refund-objected': 'store.event.refund-objected',
  'refund-declined': 'store.event.refund-declined',
} as const satisfies Record<OrderMailKind, StorefrontMessage>

const paidFor = ({ total_payment, coupon_platform, shipping, tax }: OrderMailRow): bigint =>
  total_payment - coupon_platform + shipping + tax

/** What happened, and what comes next or where the money is. */
function sentencesOf(lang: Language, mail: OrderMailRow, protectionDays: number): string[] {
  const t = textsOf(lang)
  const reais = (centavos: bigint) => inReais(lang, cents(centavos))
  const until = (at: Date | null) => ({ until: (at ?? mail.at).toISOString() })
  switch (mail.kind) {
    case 'placed':
      return mail.pix_centavos === null
        ? [t('store.order.unpaid', until(mail.pay_until))]
        : [
            t('store.pix.pay-by', {
              reais: reais(mail.pix_centavos),
              total: cents(paidFor(mail)),
              ...until(mail.pix_by),
            }),
            t('store.pix.wait', { limit: mail.pay_until.toISOString() }),
          ]
    case 'paid':
      return [t('store.order.paid', until(mail.pickup_until)), t('store.order.money-held')]
    case 'shipped':
      return [
        t('store.order.shipped'),
        ...mail.parcels.map(
          ({ carrier, number }) => `${t('store.order.tracking')}: ${isolate(`${carrier} ${number}`)}`,
        ),
        t('store.order.money-held'),
      ]
    case 'received':
      return [t('store.order.received', until(mail.settles_at)), t('store.product.refund', { days: protectionDays })]
    case 'cancelled':
      return [
        t('store.order.cancelled'),
        mail.paid_at === null
          ? t('store.order.money-none')
          : mail.refund_centavos === null
            ? t('store.order.money-due', { amount: cents(paidFor(mail)) })
            : t('store.pix.money-due', { amount: cents(paidFor(mail)), reais: reais(mail.refund_centavos) }),
      ]
    case 'refunded':
      return [
        mail.refund_centavos === null
          ? t('store.order.money-sent', { amount: cents(mail.amount!) })
          : t('store.pix.money-sent', { amount: cents(mail.amount!), reais: reais(mail.refund_centavos) }),
      ]
    case 'answered':
      return [t('store.service.mail')]
    case 'shop-answered':
      return [t('store.talk.mail')]
    case 'refund-objected':
      return [t('store.refund.objected', until(mail.decide_by)), t('store.refund.reasons-mail')]
    case 'refund-declined':
      return [t('store.refund.declined'), t('store.refund.reasons-mail'), t('store.refund.disagree')]
  }
}

/** The mail about one order. `url`: the address of its page. `protectionDays`: for refunds of this order. */
export function composeOrderMail(
  lang: Language,
  mail: OrderMailRow,
  lines: readonly { name: string; options: readonly VariantOption[]; quantity: number; sum: bigint }[],
  { url, protectionDays }: { url: string; protectionDays: number },
): Content {
  const t = textsOf(lang)
  const amount = (value: bigint) => String(formatValue(lang, cents(value)))
  const tax = { amount: mail.tax, rate: mail.tax_rate, included: mail.tax_included }
  const rate = String(tax.rate / 100)
  const shown = shownSums(
    tax,
    lines.map(({ sum }) => sum),
    mail.shipping,
    mail.discount,
  )
  const rows: Row[] = [
    ...lines.map(({ name, options, quantity }, i) => ({
      name: `${quantity} × ${isolate([name, ...options.map(({ value }) => value)].join(', '))}`,
      value: amount(shown.lines[i]!),
    })),
    ...(mail.coupon === null
      ? []
      : [{ name: t('store.coupon', { code: mail.coupon }), value: amount(-shown.discount) }]),
    ...(mail.shipping > 0n ? [{ name: t('store.shipping'), value: amount(shown.shipping) }] : []),
    ...(tax.rate > 0 && !tax.included ? [{ name: t('store.tax', { rate }), value: amount(tax.amount) }] : []),
    { name: t('store.total'), value: amount(paidFor(mail)) },
    ...(tax.rate > 0 && tax.included
      ? [{ name: t('store.tax.included', { amount: cents(tax.amount), rate }), value: null }]
      : []),
  ]
  return compose(lang, {
    subject: `${t('store.order.title', { code: mail.code })}: ${t(eventOf[mail.kind])}`,
    lead: t('store.sold-by', { shop: mail.shop_name }),
    sentences: sentencesOf(lang, mail, protectionDays),
    rows,
    url,
  })
}

/** The mail with the pages of all orders of an address. */
export function composeOrderLinks(
  lang: Language,
  orders: readonly { code: string; shop_name: string; placed_at: Date; url: string }[],
): Content {
  const t = textsOf(lang)
  const rows = orders.map(({ code, shop_name, placed_at, url }) => ({
    name: `${t('store.order.title', { code })} · ${isolate(shop_name)} · ${placeValue(lang, placed_at.toISOString())}`,
    value: null,
    url,
  }))
  return compose(lang, {
    subject: mailMessage(lang, 'mail.order-links.subject', {}),
    lead: null,
    sentences: [mailMessage(lang, 'mail.order-links.text', {})],
    rows,
    url: null,
  })
}

type Parts = {
  subject: string
  lead: string | null
  sentences: readonly string[]
  rows: readonly Row[]
  url: string | null
}

function compose(lang: Language, parts: Parts): Content {
  const { subject, lead, sentences, rows, url } = parts
  const written = rows.map((row) =>
    row.url
      ? `${row.name}\n${row.url}`
      : row.value === null
        ? row.name
        : `${row.name}: ${placeAmount(lang, row.value)}`,
  )
  const page = url === null ? [] : [`${mailMessage(lang, 'mail.order-page', {})}\n${url}`]
  const keep = mailMessage(lang, 'mail.order-keep', {})
  return {
    subject,
    text: mailLetter(
      lang,
      [...sentences, [...(lead === null ? [] : [lead]), ...written].join('\n'), ...page, keep].join('\n\n'),
    ),
    html: document(lang, parts, keep),
  }
}

/** An amount that is already formatted stays one run in a right-to-left line. */
const placeAmount = (lang: Language, value: string): string =>
  directionOf(lang) === 'rtl' ? `\u2066${value}\u2069` : value

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)
const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`

/** Mail programs read styles in attributes only, and load nothing from elsewhere. */
function document(lang: Language, { subject, lead, sentences, rows, url }: Parts, keep: string): string {
  const cell = 'padding:10px 0;border-bottom:1px solid #e4dfd3;vertical-align:top'
  const table = rows
    .map(({ name, value, url: link }) => {
      const label = link ? `<a href="${escaped(link)}" style="color:#1c1a16">${escaped(name)}</a>` : escaped(name)
      const amount =
        value === null
          ? ''
          : `<td dir="ltr" align="${directionOf(lang) === 'rtl' ? 'left' : 'right'}" style="${cell};white-space:nowrap">${escaped(value)}</td>`
      return `<tr><td style="${cell}">${label}</td>${amount}</tr>`
    })
    .join('')
  const button =
    url === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#f2b705;color:#1c1400;font-weight:600;text-decoration:none">${escaped(mailMessage(lang, 'mail.order-page', {}))}</a></p>`
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head><body style="margin:0;background:#fbf9f5"><div style="max-width:560px;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1a16"><p style="margin:0 0 24px;font-size:20px;font-weight:600">Quayside</p><div style="padding:24px;border-radius:16px;background:#ffffff"><h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(subject)}</h1>${[mailMessage(lang, 'mail.greeting', {}), ...sentences].map(paragraph).join('')}${lead === null ? '' : `<p style="margin:24px 0 0;color:#6b6558">${escaped(lead)}</p>`}<table role="presentation" width="100%" style="border-collapse:collapse">${table}</table>${button}</div><p style="margin:24px 0 0;font-size:14px;color:#6b6558">${escaped(keep)}</p></div></body></html>`
}
