/** Addresses of the world: through the forms without script into orders, papers and copies of the own data. */
import { inflateSync } from 'node:zlib'
import {
  addressFile,
  addressLabels,
  orderAddress,
  orderDetail,
  packingSlips,
  placeOrder,
  shipOrders,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  aBuyer,
  address as corkAddress,
  anOperator,
  anOrder,
  aStockedShop,
  placeTestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { countLeft, rotateKeys } from '../../../composition/rotate-keys.ts'
import { readPerson } from '../../people/privacy/person.ts'

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: origin },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

/** A guest with a piece in the cart, without script. */
async function aGuest() {
  let cookie = ''
  const ip = `10.7.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  const headers = () => ({ 'user-agent': 'Mozilla/5.0 Chrome/156.0', ...(cookie && { cookie }) })
  const post = async (url: string, fields: Record<string, string>) => {
    const answer = await server.app.storefront.inject({
      method: 'POST',
      url,
      headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded', origin },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: ip,
    })
    const set = [answer.headers['set-cookie'] ?? []].flat().find((one) => /^(__Host-)?cart=/.test(one))
    if (set) cookie = set.split(';')[0]!
    return answer
  }
  await post('/en/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const url = `/en/checkout/${shop.shopCode}`
  const form = async () =>
    hidden((await server.app.storefront.inject({ url, headers: headers(), remoteAddress: ip })).body)
  return { form, submit: (fields: Record<string, string>) => post(url, fields), ip }
}

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
/** What the page has in its fields of the address, hidden ones included. */
const valuesIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
      const [name, value] = [/ name="(\w+)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1]]
      return name && value ? [[name, value] as const] : []
    }),
  )

type Person = Record<'email' | 'name' | 'street' | 'country', string> & Record<string, string>
/** Real forms of addresses. Persons, streets and numbers are invented. */
const people: Person[] = [
  {
    country: 'IE',
    email: 'n.field+shop@example.com',
    name: 'Niamh Field',
    street: 'Rathmore',
    city: 'Co. Mayo',
    postcode: 'F23 KP04',
    phone: '+353 85 000 0000',
  },
  { country: 'IE', email: 'sean@example.com', name: 'Sean Field', street: 'Old Mill', city: 'Clifden' },
  {
    country: 'HK',
    email: 'hk@example.com',
    name: '陳大文',
    street: '彌敦道 1 號 12 樓 C 室',
    city: '旺角',
    state: '九龍',
  },
  {
    country: 'JP',
    email: 'jp@example.com',
    name: '山田 太郎',
    street: '架空町2丁目3番4号',
    street2: 'フィールドビル501',
    city: '千代田区',
    state: '東京都',
    postcode: '100-0001',
    phone: '090-0000-0000',
  },
  {
    country: 'BR',
    email: 'br@example.com',
    name: 'João Campo',
    street: 'Rua das Árvores, 123',
    street2: 'apto 45',
    district: 'Jardim',
    city: 'São Paulo',
    state: 'SP',
    postcode: '01234-567',
    taxNumber: '52998224725',
  },
  {
    country: 'US',
    email: 'us@example.com',
    name: 'Mara Field',
    street: '12 Test Street',
    street2: 'Apt 4B',
    city: 'Springfield',
    state: 'IL',
    postcode: '62704-1234',
    phone: '(217) 555-0123',
  },
  {
    country: 'KR',
    email: 'kr@example.com',
    name: '김 필드',
    street: '테스트로 12길 34, 101동 1001호',
    city: '강남구',
    state: '서울특별시',
    postcode: '06000',
    taxNumber: 'P123456789012',
  },
  {
    country: 'ID',
    email: 'id@example.com',
    name: 'Suharto',
    street: 'Jalan Percobaan No. 5 RT 03 RW 04',
    city: 'Jakarta',
    postcode: '10110',
  },
  { country: 'MM', email: 'mm@example.com', name: 'U', street: 'No. 5 Test Road', city: 'Yangon', postcode: '11181' },
  {
    country: 'CN',
    email: 'cn@example.com',
    name: '李',
    street: '测试路 1 号',
    city: '杭州市',
    state: '浙江省',
    postcode: '310000',
  },
  { country: 'AE', email: 'ae@example.com', name: 'محمد بن عبدالله', street: 'شارع الاختبار، مبنى ٥', city: 'دبي' },
  {
    country: 'EG',
    email: 'eg@example.com',
    name: 'ليلى',
    street: '١٢ شارع النيل',
    city: 'القاهرة',
    postcode: '١١٥١١',
    phone: '٠١٠٠٠٠٠٠٠٠٠',
  },
  {
    country: 'IN',
    email: 'in@example.com',
    name: 'A. P. J. Field',
    street: 'H.No. 12-3-456/7/A, Beside Test Temple, Field Nagar Colony, Ward 8',
    city: 'Hyderabad',
    state: 'Telangana',
    postcode: '500001',
  },
  {
    country: 'DE',
    email: 'de@example.com',
    name: 'Dr.-Ing. Jürgen von und zu Field-Müßiggang',
    street: 'Straße des 17. Juni 135, Hinterhaus, 3. OG links',
    city: 'Berlin',
    postcode: '10623',
  },
  {
    country: 'FR',
    email: 'fr@example.com',
    name: 'Anne-Sophie d’Été',
    street: '12 bis, rue du Général-de-l’Essai',
    city: 'Saint-Rémy-en-Bouzemont',
    postcode: '51290',
  },
  {
    country: 'TH',
    email: 'th@example.com',
    name: 'สมชาย ทดสอบ',
    street: '99/9 หมู่ 9 ถนนทดสอบ',
    city: 'กรุงเทพมหานคร',
    postcode: '10110',
  },
  {
    country: 'GE',
    email: 'ge@example.com',
    name: 'ნინო ველი',
    street: 'ტესტის ქუჩა 5',
    city: 'თბილისი',
    postcode: '0105',
  },
  {
    country: 'GR',
    email: 'gr@example.com',
    name: 'Νίκος Δοκιμή',
    street: 'Οδός Δοκιμής 5',
    city: 'Αθήνα',
    postcode: '105 57',
  },
  {
    country: 'IL',
    email: 'il@example.com',
    name: 'דנה שדה',
    street: 'רחוב הבדיקה 5',
    city: 'תל אביב',
    postcode: '6100000',
  },
  {
    country: 'NL',
    email: 'nl@example.com',
    name: 'Bas van der Field',
    street: `${'X'.repeat(95)} 100`,
    city: 'Den Haag',
    postcode: '2511',
  },
  {
    country: 'GB',
    email: 'gb@example.com',
    name: 'Test 🎁 Field',
    street: 'Flat 2/1, 5 Test Wynd',
    city: 'Edinburgh',
    postcode: 'EH1 1AA',
  },
  {
    country: 'DE',
    email: 'max@müller-field.de',
    name: 'Max Field',
    street: 'Testweg 1',
    city: 'Köln',
    postcode: '50667',
  },
  {
    country: 'CN',
    email: '测试@例子.中国',
    name: '王小明',
    street: '测试路 2 号',
    city: '上海市',
    state: '上海市',
    postcode: '200000',
  },
  {
    country: 'ES',
    email: 'Maria.FIELD@Example.COM',
    name: 'Maria Field',
    street: 'Calle Prueba 1',
    city: 'Madrid',
    postcode: '28001',
  },
  {
    country: 'XK',
    email: 'xk@example.com',
    name: 'Arta Field',
    street: 'Rruga Provë 1',
    city: 'Prishtina',
    postcode: '10000',
  },
  {
    country: 'TW',
    email: 'tw@example.com',
    name: '林 小田',
    street: '測試路 3 號 4 樓之 2',
    city: '大安區',
    state: '台北市',
    postcode: '106',
  },
]

type Placed = {
  id: string
  buyer_id: string
  address: Record<string, string>
  tax_number: Buffer | null
  email: string
}
const lastOrder = async () =>
  (await queryOne(
    server.owner,
    sql<Placed>`select o.id, o.buyer_id, o.address, o.tax_number, b.email from orders o join buyer b on b.id = o.buyer_id
      where o.shop_id = ${shop.shopId} order by o.placed_at desc, o.id desc limit 1`,
  ))!

test.each(people)('$country: $name orders without script', async (person) => {
  const guest = await aGuest()
  const sent = await guest.submit({ ...(await guest.form()), ...person })
  expect(sent.statusCode, sent.body.match(/id="wrong-\w+"/g)?.join() ?? '').toBe(303)
  const order = await lastOrder()
  const { email, taxNumber, ...typed } = person
  expect(order.address).toMatchObject(typed)
  expect(order.email).toBe(
    { 'max@müller-field.de': 'max@xn--mller-field-thb.de', '测试@例子.中国': '测试@xn--fsqu00a.xn--fiqs8s' }[email] ??
      email.toLowerCase(),
  )
  // The number for customs is sealed, and stands nowhere else.
  expect(order.tax_number === null).toBe(taxNumber === undefined)
  expect(JSON.stringify(order.address)).not.toContain(taxNumber ?? '\0')
})

test('another country shows its fields; nothing typed is lost, and nothing is ordered', async () => {
  const guest = await aGuest()
  const before = await lastOrder()
  const typed = { email: 'bea@buyer.example', name: 'Bea', street: '1 Pier Road', city: 'Cork', postcode: 'T12' }
  const first = await guest.form()
  const inHongKong = await guest.submit({ ...first, ...typed, country: 'HK', show: 'fields' })
  expect(inHongKong.statusCode).toBe(200)
  expect(inHongKong.body).not.toContain('aria-invalid')
  // Hong Kong has no postcode: it is kept beside the form.
  expect(inHongKong.body).toContain('<input type="hidden" name="postcode" value="T12"/>')
  expect(inHongKong.body).not.toContain('>Illinois<')
  const inIllinois = await guest.submit({ ...valuesIn(inHongKong.body), country: 'US', show: 'fields' })
  expect(valuesIn(inIllinois.body)).toMatchObject(typed)
  expect(inIllinois.body).toContain('ZIP code')
  expect(inIllinois.body).toMatch(/<option value="IL">Illinois/)
  const fields = valuesIn(inIllinois.body)
  const without = await guest.submit({ ...fields, country: 'US' })
  expect(without.statusCode).toBe(422)
  expect(without.body).toContain('id="wrong-state"')
  expect((await lastOrder()).id).toBe(before.id)
  expect((await guest.submit({ ...fields, country: 'US', state: 'IL' })).statusCode).toBe(303)
  expect((await lastOrder()).address).toEqual({
    name: 'Bea',
    phone: null,
    street: '1 Pier Road',
    city: 'Cork',
    state: 'IL',
    postcode: 'T12',
    country: 'US',
  })
})

test('Brazil needs a right CPF; another country keeps none', async () => {
  const brazil = people.find(({ country }) => country === 'BR')!
  const guest = await aGuest()
  for (const taxNumber of ['', '529.982.247-24']) {
    const refused = await guest.submit({ ...(await guest.form()), ...brazil, taxNumber })
    expect([refused.statusCode, refused.body.includes('id="wrong-taxNumber"')]).toEqual([422, true])
  }
  const sent = await guest.submit({
    ...(await guest.form()),
    ...corkAddress,
    phone: '',
    email: 'a@b.example',
    taxNumber: '52998224725',
  })
  expect(sent.statusCode).toBe(303)
  expect((await lastOrder()).tax_number).toBeNull()
})

test('the API takes an address as before, and one with all parts', async () => {
  const buyer = await aBuyer(server)
  const order = (address: Record<string, unknown>) =>
    server.call(
      placeOrder,
      {
        shop: shop.shopCode,
        lines: [{ listingId: shop.listings[0]!.id, quantity: 1, price: shop.listings[0]!.price }],
        address: { ...corkAddress, country: 'BR', ...address },
      },
      { token: buyer.token, key: newId() },
    )
  expect((await order({})).status).toBe(200)
  expect(await order({ taxNumber: '1' })).toMatchObject({ fields: { 'address.taxNumber': expect.any(String) } })
  expect((await order({ state: 'São Paulo', street2: 'apto 4', taxNumber: '529.982.247-25' })).status).toBe(200)
  expect(await lastOrder()).toMatchObject({
    address: { street2: 'apto 4', state: 'SP' },
    tax_number: expect.any(Buffer),
  })
})

/** An order to Brazil with a number for customs, paid and picked up. */
async function toBrazil() {
  const order = await anOrder(server, shop, { status: 2 })
  const sealed = server.app.ctx.keys.seal('tax-number', Buffer.from('529.982.247-25'), `tax-number ${order.id}`)
  const address = {
    ...people.find(({ country }) => country === 'BR')!,
    phone: null,
    email: undefined,
    taxNumber: undefined,
  }
  await sql`alter table orders disable trigger user`.execute(server.owner)
  await sql`update orders set address = ${JSON.stringify(address)}, tax_number = ${sealed} where id = ${order.id}`.execute(
    server.owner,
  )
  await sql`alter table orders enable trigger user`.execute(server.owner)
  return order
}

test('who ships reads the lines and the number; the merchant reads no number', async () => {
  const order = await toBrazil()
  const { token } = await anOperator(server, 'fulfilment')
  const lines = ['João Campo', 'Rua das Árvores, 123', 'apto 45', 'Jardim', 'São Paulo-SP', '01234-567']
  expect(await server.must(orderAddress, { shopId: shop.shopId, id: order.id }, { token })).toMatchObject({
    lines,
    state: 'SP',
    taxNumber: 'CPF 529.982.247-25',
  })
  const { shippingAddress } = await server.must(orderDetail, { id: order.id }, { token: shop.token })
  expect(shippingAddress).toMatchObject({ lines, district: 'Jardim' })
  expect(JSON.stringify(shippingAddress)).not.toContain('529')
  // Before it is paid, the merchant sees neither street nor district.
  const open = await placeTestOrder(server, shop)
  const closed = await server.must(orderDetail, { id: open.id }, { token: shop.token })
  expect(closed.shippingAddress.lines).toEqual(['Bea Buyer', '•••', 'Cork', '•••'])
})

/** The lines of a PDF as they are set: each text object, by the tables of its fonts. */
function linesOfPdf(pdf: Buffer): { text: string; size: number }[] {
  const raw = pdf.toString('latin1')
  const objects = new Map([...raw.matchAll(/(\d+) 0 obj\n([^]*?)endobj/g)].map(([, id, body]) => [id!, body!]))
  const streamOf = (body: string) => {
    const start = body.indexOf('stream\n') + 7
    const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return (body.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const [, name, id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = new Map<string, string>()
    const cmap = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1] ?? '')
    if (cmap)
      for (const [, from, list] of streamOf(cmap).matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
        for (const [i, [, hex]] of [...list!.matchAll(/<([\w ]+)>/g)].entries())
          map.set(
            (parseInt(from!, 16) + i).toString(16).padStart(4, '0'),
            Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
          )
    fonts.set(name!, map)
  }
  const lines: { text: string; size: number; y: string }[] = []
  for (const body of objects.values()) {
    if (!body.includes('stream') || !body.includes('FlateDecode')) continue
    const content = streamOf(body)
    if (!content.includes('BT')) continue
    for (const [, text] of content.matchAll(/BT\n([^]*?)ET/g)) {
      const [, y] = /1 0 0 1 [\d.-]+ ([\d.-]+) Tm/.exec(text!) ?? []
      const [, font, size] = /\/(F\d+) ([\d.]+) Tf/.exec(text!) ?? []
      const shown = [...text!.matchAll(/<(\w+)>/g)]
        .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
        .map((glyph) => fonts.get(font!)?.get(glyph.toLowerCase()) ?? '?')
        .join('')
      const last = lines.at(-1)
      if (last && last.y === y) last.text += shown
      else lines.push({ text: shown, size: Number(size), y: y ?? '' })
    }
  }
  return lines
}

test('labels and slips have the whole address in the order of its country, and long streets in several lines', async () => {
  const brazil = await toBrazil()
  const long = await anOrder(server, shop, { status: 2 })
  const street = `${'Beside Test Temple, Field Nagar Colony, '.repeat(4)}Ward 8 ${'X'.repeat(30)}`
  const address = {
    ...corkAddress,
    name: 'A. P. J. Field',
    street,
    city: 'Hyderabad',
    state: 'Telangana',
    postcode: '500001',
    country: 'IN',
  }
  await sql`alter table orders disable trigger user`.execute(server.owner)
  await sql`update orders set address = ${JSON.stringify(address)} where id = ${long.id}`.execute(server.owner)
  await sql`alter table orders enable trigger user`.execute(server.owner)
  const { token } = await anOperator(server, 'fulfilment')
  for (const { path } of [addressLabels, packingSlips]) {
    const answer = await server.app.console.inject({
      method: 'POST',
      url: path,
      headers: { token, 'content-type': 'application/json', lang: 'en' },
      payload: JSON.stringify({ orders: [brazil, long].map(({ id }) => ({ shopId: shop.shopId, id })) }),
    })
    expect(answer.statusCode).toBe(200)
    const lines = linesOfPdf(answer.rawPayload)
    const text = lines.map((line) => line.text).join('\n')
    expect(text).toMatch(
      /João Campo\nRua das Árvores, 123\napto 45\nJardim\nSão Paulo-SP\n01234-567\nBRAZIL\nCPF 529\.982\.247-25/,
    )
    // Every letter of the street, over several lines, none of them shrunk or cut.
    const from = lines.findIndex((line) => line.text === 'A. P. J. Field') + 1
    const to = lines.findIndex((line) => line.text === 'Hyderabad 500001')
    const set = lines.slice(from, to)
    expect(set.length).toBeGreaterThan(2)
    expect(set.map((line) => line.text).join(' ')).toBe(street)
    expect(new Set(set.map(({ size }) => size)).size).toBe(1)
    expect(set[0]!.size).toBeGreaterThanOrEqual(9)
    expect(text).not.toContain('…')
    expect(text).toMatch(/Telangana\nINDIA/)
  }
})

test('the copy of the own data has the number, a new key seals it anew, and the erasure takes it', async () => {
  const guest = await aGuest()
  const korea = people.find(({ country }) => country === 'KR')!
  expect((await guest.submit({ ...(await guest.form()), ...korea })).statusCode).toBe(303)
  const order = await lastOrder()
  const { ctx } = server.app
  const copy = await readPerson(server.owner, ctx.keys, { party: 'buyer', id: order.buyer_id }, server.clock.now())
  expect(copy).toMatchObject({ sections: { orders: [{ tax_number: 'P123456789012', address: { city: '강남구' } }] } })
  expect((await countLeft(server.owner, ctx.settings.keys)).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['orders.tax_number', 'buyer_address.tax_number']),
  )
  expect(await rotateKeys(server.owner, ctx.settings.keys, () => undefined)).toBe(0)
  await sql`update orders set status = 7, cancelled_at = now(), cancel_reason = 'buyer' where id = ${order.id}`.execute(
    server.owner,
  )
  await sql`select erase_buyer(${order.buyer_id}, ${server.clock.now()})`.execute(server.owner)
  const erased = await queryOne(
    server.owner,
    sql<Placed>`select id, address, tax_number from orders where id = ${order.id}`,
  )
  expect(erased).toMatchObject({ tax_number: null, address: { city: '—', state: '—', country: 'KR' } })
})

const askAsDesk = (token: string, path: string, ids: readonly string[]) =>
  server.app.console.inject({
    method: 'POST',
    url: path,
    headers: { token, 'content-type': 'application/json', lang: 'en' },
    payload: JSON.stringify({ orders: ids.map((id) => ({ shopId: shop.shopId, id })) }),
  })

test('the file of addresses has each part in a column of its own, and names who read it', async () => {
  const { id } = await toBrazil()
  const { token, id: operatorId } = await anOperator(server, 'fulfilment')
  const answer = await askAsDesk(token, addressFile.path, [id])
  expect(answer.headers['content-type']).toContain('text/csv')
  const [header, line] = answer.body.replace('\ufeff', '').split('\r\n')
  const cells = (text: string) => text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', ''))
  const row = Object.fromEntries(cells(header!).map((name, i) => [name, cells(line!)[i]]))
  expect(row).toMatchObject({
    name: 'João Campo',
    street: 'Rua das Árvores, 123',
    street2: 'apto 45',
    district: 'Jardim',
    city: 'São Paulo',
    state: 'SP',
    postcode: '01234-567',
    country: 'BR',
    taxNumberKind: 'CPF',
    taxNumber: '529.982.247-25',
  })
  const { rows } = await sql<{ kind: string }>`
    select kind from order_paper where operator_id = ${operatorId} and ${id} = any(order_ids)`.execute(server.owner)
  expect(rows).toEqual([{ kind: 'addresses' }])
})

test('an order with two parcels has a label for each, and its slip names both', async () => {
  const { id } = await toBrazil()
  const { token } = await anOperator(server, 'fulfilment')
  const parcels = ['HP4711', 'HP4712'].map((trackingNumber) => ({
    shopId: shop.shopId,
    id,
    carrier: 'Harbour Post',
    trackingNumber,
  }))
  await server.must(shipOrders, { parcels }, { token, key: newId() })
  const textOf = async (path: string) =>
    linesOfPdf((await askAsDesk(token, path, [id])).rawPayload).map(({ text }) => text)
  const labels = await textOf(addressLabels.path)
  expect(labels).toContain('Parcel 1 of 2 · Harbour Post HP4711')
  expect(labels).toContain('Parcel 2 of 2 · Harbour Post HP4712')
  expect(labels.filter((text) => text === 'João Campo')).toHaveLength(2)
  const slip = (await textOf(packingSlips.path)).join('\n')
  expect(slip).toContain('Harbour Post HP4711')
  expect(slip).toContain('Harbour Post HP4712')
})
