/**
 * Guests of the demo: they buy at the storefront with plain forms, as a browser without script sends them, in several
 * languages and countries. What they know is what the pages say.
 */
import { randomBytes } from 'node:crypto'
import { orderStatus, type Language } from '@quayside/contract'
import { addressOf, isThisMachine, type Send } from './api-client.ts'

type Home = {
  lang: Language
  names: string[]
  street: string
  city: string
  postcode: string
  country: string
  /** Further fields of the country: state, district, the number that customs ask for. */
  more?: Record<string, string>
}

const homes: Home[] = [
  {
    lang: 'ar',
    names: ['ليلى حداد', 'عمر ناصر'],
    street: 'شارع النيل 12',
    city: 'القاهرة',
    postcode: '11511',
    country: 'EG',
  },
  {
    lang: 'ja',
    names: ['佐藤 美咲', '田中 蓮'],
    street: '港町 1-2-3',
    city: '横浜市',
    postcode: '231-0002',
    country: 'JP',
    more: { street2: '港ビル 5階', state: '神奈川県' },
  },
  {
    lang: 'pt',
    names: ['Ana Duarte', 'Bruno Costa'],
    street: 'Rua do Cais 8',
    city: 'Recife',
    postcode: '50030-230',
    country: 'BR',
    more: { district: 'Recife Antigo', state: 'PE', taxNumber: '529.982.247-25' },
  },
  {
    lang: 'fr',
    names: ['Inès Moreau', 'Hugo Petit'],
    street: '4 rue du Moulin',
    city: 'Nantes',
    postcode: '44000',
    country: 'FR',
  },
  {
    lang: 'tr',
    names: ['Elif Kaya', 'Deniz Yılmaz'],
    street: 'Sahil Sokak 21',
    city: 'İzmir',
    postcode: '35210',
    country: 'TR',
    more: { state: 'İzmir' },
  },
  {
    lang: 'ko',
    names: ['김서연', '박지호'],
    street: '해안로 15',
    city: '해운대구',
    postcode: '48058',
    country: 'KR',
    more: { state: '부산광역시', taxNumber: 'P123456789012' },
  },
  {
    lang: 'ru',
    names: ['Мария Иванова', 'Олег Петров'],
    street: 'ул. Набережная, 7',
    city: 'Алматы',
    postcode: '050000',
    country: 'KZ',
  },
  {
    lang: 'vi',
    names: ['Trần Thu Thủy', 'Lê Minh'],
    street: '18 Bạch Đằng',
    city: 'Đà Nẵng',
    postcode: '550000',
    country: 'VN',
  },
  {
    lang: 'zh-Hant',
    names: ['林雅婷', '陳志明'],
    street: '海岸路 30 號',
    city: '中正區',
    postcode: '202',
    country: 'TW',
    more: { state: '基隆市' },
  },
  {
    lang: 'en',
    names: ['Niamh Walsh', 'Oskar Quinn'],
    street: '3 Harbour Lane',
    city: 'Galway',
    postcode: 'H91 XY12',
    country: 'IE',
  },
  {
    lang: 'nl',
    names: ['Greta Vos', 'Jonas Jansen'],
    street: 'Kanaalstraat 40',
    city: 'Utrecht',
    postcode: '3531',
    country: 'NL',
  },
]

/** How many of the guests who can pay by PIX do it. */
const pixShare = 0.6

/** The code of the coupon of the main shop. Guests of the demo enter it now and then. */
export const mainCoupon = 'HARBOUR10'

/** A guest who has ordered: the address of the order's page, which is all that a guest needs. */
export type GuestOrder = { page: string; from: string; name: string; lang: Language }

type Form = { action: string; fields: Record<string, string> }
type Shown = { url: string; html: string; status: number }

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const attributeOf = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The forms of a page that are sent by POST, with their hidden fields and the first choice of each list. */
export function formsOf({ html, url }: Pick<Shown, 'html' | 'url'>): Form[] {
  return [...html.matchAll(/<form ([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].map(([, head, body]) => ({
    action: new URL(unescaped(/action="([^"]*)"/.exec(head!)![1]!), url).href,
    fields: Object.fromEntries([
      ...[...body!.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        unescaped(value!),
      ]),
      // The first that can be chosen wins, so the list is read backwards.
      ...[...body!.matchAll(/<input [^>]*type="radio"[^>]*>/g)]
        .filter(([input]) => !input.includes('disabled'))
        .toReversed()
        .map(([input]) => [attributeOf(input, 'name'), unescaped(attributeOf(input, 'value'))]),
      ...[...body!.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(([, name, options]) => [
        name!,
        unescaped(/<option value="([^"]*)"(?![^>]*disabled)/.exec(options!)?.[1] ?? ''),
      ]),
    ]) as Record<string, string>,
  }))
}

/** A browser without script: it keeps cookies, follows redirections and sends forms. It visits this machine only. */
export function openGuestBrowser(
  lang: Language,
  from: string,
  { signal, session, send = fetch }: { signal?: AbortSignal | undefined; session?: string; send?: Send } = {},
) {
  const cookies = new Map(session === undefined ? [] : [['session', session]])
  const go = async (address: string, init: RequestInit = {}, hops = 0): Promise<Shown> => {
    const url = new URL(address)
    // Another transport than the network stays inside this process.
    if (send === fetch && !isThisMachine(url.hostname)) throw new Error('the demo only speaks to this machine')
    const limit = AbortSignal.timeout(20_000)
    const answer = await send(url, {
      ...init,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        accept: 'text/html',
        'accept-language': lang,
        'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) QuaysideDemo/1.0',
        'x-forwarded-for': addressOf(from),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...init.headers,
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=', 2)
      cookies.set(name!, value ?? '')
    }
    const to = answer.headers.get('location')
    const html = await answer.text()
    if (to === null || answer.status < 300 || answer.status > 399) return { url: url.href, html, status: answer.status }
    if (hops > 5) throw new Error(`${url.pathname} leads round in circles`)
    return go(new URL(to, url).href, {}, hops + 1)
  }
  return {
    open: (address: string) => go(address),
    send: ({ action, fields }: Form, given: Record<string, string> = {}) =>
      go(action, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, ...given }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(action).origin },
      }),
    /** The cookie of the log-in. */
    session: () => cookies.get('session'),
  }
}

/** Presses the button of a shop's page that follows it, or stops following it. */
export async function followAtShop(
  browser: ReturnType<typeof openGuestBrowser>,
  address: string,
  follow: boolean,
): Promise<void> {
  const form = formTo(await browser.open(address), /\/follow\/\w+$/)
  if (!form) return
  const { url } = await browser.send(form, { follow: follow ? 'yes' : 'no' })
  if (!new URL(url).pathname.endsWith('/account/follows')) throw new Error(`a follow led to ${new URL(url).pathname}`)
}

export const formTo = (shown: Shown, part: RegExp): Form | undefined =>
  formsOf(shown).find(({ action }) => part.test(new URL(action).pathname))
/** The form of a page that must have it. */
export function requiredForm(shown: Shown, part: RegExp): Form {
  const form = formTo(shown, part)
  if (!form) throw new Error(`${shown.url} has no form to ${part.source} (status ${shown.status})`)
  return form
}

const randomItem = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

const productsOf = ({ html }: Shown, shop: string): string[] => [
  ...new Set(
    [...html.matchAll(/href="(\/[\w-]+\/s\/(\w+)\/p\/[^"#]+)"/g)].flatMap(([, path, code]) =>
      code === shop ? unescaped(path!) : [],
    ),
  ),
]

/** Types the name of one of a shop's products into the search of its page, and returns what is found of the shop. */
async function searchFor(browser: ReturnType<typeof openGuestBrowser>, front: Shown, shop: string): Promise<string[]> {
  const names = [...front.html.matchAll(/class="tile-name[^"]*"[^>]*><bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name!)
  const action = /<form(?=[^>]*role="search")[^>]*action="([^"]*)"/.exec(front.html)?.[1]
  if (names.length === 0 || action === undefined) throw new Error('a shop has no names or no search')
  const words = unescaped(randomItem(names))
  const found = await browser.open(
    `${new URL(unescaped(action), front.url).href}?${new URLSearchParams({ q: words }).toString()}`,
  )
  return productsOf(found, shop)
}

/**
 * A guest opens a shop, chooses or searches a product, orders it and pays. Returns null if nothing could be bought.
 * Throws when a page does not lead on, because that is a fault of the pages.
 */
export async function buyAsGuest(
  storefront: string,
  shop: string,
  {
    pays,
    rest,
    signal,
    coupon,
    // The demo's bank reports each code, so that who does not pay takes none.
    pix = pays && Math.random() < pixShare,
    home = randomItem(homes),
    searches = Math.random() < 0.3,
  }: {
    pays: boolean
    rest: () => Promise<void>
    signal?: AbortSignal
    coupon?: string | undefined
    pix?: boolean
    home?: Home
    searches?: boolean
  },
): Promise<GuestOrder | null> {
  const { lang, street, city, postcode, country } = home
  const name = randomItem(home.names)
  const from = `guest ${randomBytes(6).toString('hex')}`
  const browser = openGuestBrowser(lang, from, { signal })
  const front = await browser.open(`${storefront}/${lang}/s/${shop}`)
  let products = productsOf(front, shop)
  if (products.length === 0) return null
  await rest()
  if (searches) {
    const found = await searchFor(browser, front, shop)
    // Cheaper offers of other shops may fill the first page: then the guest goes back to the shop.
    if (found.length > 0) products = found
    await rest()
  }
  const product = await browser.open(`${storefront}${randomItem(products)}`)
  const add = formTo(product, /\/cart$/)
  if (!add) return null
  await rest()
  let cart = await browser.send(add, { quantity: Math.random() < 0.8 ? '1' : '2' })
  const entry = coupon === undefined ? undefined : formTo(cart, /\/cart\/coupon$/)
  // A coupon that takes nothing off is no reason not to buy.
  if (entry) cart = await browser.send(entry, { code: coupon! })
  const checkout = /href="(\/[\w-]+\/checkout\/\w+)"/.exec(cart.html)?.[1]
  // Somebody else was faster.
  if (checkout === undefined) return null
  const first = await browser.open(`${storefront}${checkout}`)
  const form = formTo(first, /\/checkout\//)
  if (!form) return null
  await rest()
  const email = `${randomBytes(5).toString('hex')}@guests.demo.quayside.example`
  const typed = { email, name, street, city, postcode, country, phone: '', ...home.more }
  /** The way to pay, if the form offers one. */
  const wayIn = ({ html }: Pick<Shown, 'html'>): Record<string, string> =>
    pix && html.includes('name="way" value="pix"') ? { way: 'pix' } : {}
  let processor = await browser.send(form, { ...typed, ...wayIn(first) })
  // Shipping and tax follow the typed country: the page shows the new total and asks once more.
  const again = processor.status === 422 ? formTo(processor, /\/checkout\//) : undefined
  if (again && again.fields['total'] !== form.fields['total']) {
    await rest()
    processor = await browser.send(again, { ...typed, ...wayIn(processor) })
  }
  // The bank reports what was paid by PIX, and not the guest.
  const code = /^(\/[\w-]+\/orders\/[\w-]+)\/pix$/.exec(new URL(processor.url).pathname)
  if (code) return { page: new URL(code[1]!, processor.url).href, from, name, lang }
  const payment = formTo(processor, /^\/test-processor\//)
  if (!payment)
    throw new Error(`the checkout led to ${new URL(processor.url).pathname} with status ${processor.status}`)
  const back = /href="([^"]*\/orders\/[^"]*)"/.exec(processor.html)?.[1]
  if (!back) throw new Error('the processor has no way back to the order')
  if (pays) await browser.send(payment)
  const page = new URL(unescaped(back))
  return { page: `${page.origin}${page.pathname}`, from, name, lang }
}

/** What a guest does on the page of an order. */
export type GuestWish = 'confirm' | 'refund' | 'review'

/**
 * Opens the page of an order and does the wished thing if the page offers it. Guests accept the goods, or ask for money
 * back, when they have arrived. Returns whether it was done.
 */
export async function actAsGuest(
  order: GuestOrder,
  wish: GuestWish,
  stars: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const browser = openGuestBrowser(order.lang, order.from, { signal })
  const page = await browser.open(order.page)
  const form = formTo(page, new RegExp(`/${wish}$`))
  if (!form) return false
  const arrived = formTo(page, /\/confirm$/)?.fields['status'] === String(orderStatus.received)
  if (wish !== 'review' && !arrived) return false
  const given: Record<GuestWish, Record<string, string>> = {
    confirm: {},
    refund: { reason: 'damaged', amount: '', text: '' },
    review: { rating: String(stars), text: '' },
  }
  return (await browser.send(form, given[wish])).status === 200
}

/** Writes to the shop about an order, at the page that the order's page leads to. Returns whether it was sent. */
export async function askShopAsGuest(order: GuestOrder, text: string, signal?: AbortSignal): Promise<boolean> {
  const browser = openGuestBrowser(order.lang, order.from, { signal })
  const page = await browser.open(order.page)
  const path = /href="([^"]*\/orders\/[^"/]+\/shop)(?:#[^"]*)?"/.exec(page.html)?.[1]
  if (path === undefined) return false
  const form = formTo(await browser.open(new URL(unescaped(path), order.page).href), /\/shop$/)
  if (!form) return false
  return (await browser.send(form, { text })).status === 200
}
