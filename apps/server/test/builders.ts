/** Test fixtures. Shops and people are inserted as the owner of the database; orders and money go through the API. */
import { createHash, randomBytes } from 'node:crypto'
import {
  addDestination,
  adjustStock,
  approveDeposit,
  approveWithdrawal,
  beginActSignature,
  browseShop,
  changeProducts,
  closeShop,
  buyerUpload,
  confirmPaymentAccount,
  confirmReceipt,
  createCategory,
  createProducts,
  distribute,
  parseCents,
  importBankLines,
  joinAsBuyer,
  listBankLines,
  listPaymentAccounts,
  openCardDeposit,
  operatorUpload,
  orderStatus,
  payOrder,
  pickUpOrders,
  placeOrder,
  planPickup,
  previewProductChange,
  quoteWithdrawal,
  requestWithdrawal,
  scanOrder,
  setPaymentPassword,
  shipOrder,
  signAct,
  formatCents,
  upload,
  type ResponseBody,
  type BankSide,
  type ClosingScope,
  type Envelope,
  type FilePurpose,
  type Funding,
  type OperatorRole,
  type OrderStatus,
} from '@quayside/contract'
import sharp from 'sharp'
import { totpContext } from '../src/modules/identity/operator-store.ts'
import { hashPassword } from '../src/modules/identity/password.ts'
import { newCode, newId } from '../src/platform/ids.ts'
import type { MessageRow } from '../src/modules/outbox/store.ts'
import { contentOf, type Content } from '../src/modules/outbox/write-message.ts'
import { queryAll, queryOne, sql } from '../src/platform/postgres.ts'
import { signCall } from '../src/platform/signature.ts'
import { firstOperator, listenerOf, webhookSecret, type TestServer } from './server.ts'
import { Authenticator } from './authenticator.ts'

export const loginPassword = 'correct horse battery'
export const paymentPassword = '493817'
let passwordHash: string | undefined

export type TestMerchant = { token: string; merchantId: string; shopId: string; shopCode: string; email: string }

async function session(server: TestServer, who: string, subjectId: string, shopId: string | null): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = server.clock.now()
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at, second_factor_at)
    values (${createHash('sha256').update(token).digest()}, ${who}, ${subjectId}, ${shopId}, ${now}, ${now}, ${new Date(now.getTime() + 90 * 86_400_000)},
      ${who === 'operator' ? now : null})`.execute(server.owner)
  return token
}

/** A merchant with a shop, verified and open by default. */
export async function aMerchant(
  server: TestServer,
  { verified = true, closed = false, timeZone = 'UTC' } = {},
): Promise<TestMerchant> {
  passwordHash ??= await hashPassword(loginPassword)
  const now = server.clock.now()
  const [merchantId, shopId, shopCode] = [newId(), newId(), newCode(8)]
  const email = `${shopCode.toLowerCase()}@merchant.example`
  await sql`insert into shop (id, code, name, time_zone, verified_at, closed_at, created_at)
    values (${shopId}, ${shopCode}, ${`Shop ${shopCode}`}, ${timeZone}, ${verified ? now : null}, ${closed ? now : null}, ${now})`.execute(
    server.owner,
  )
  await sql`insert into merchant (id, shop_id, email, phone, real_name, password_hash, created_at)
    values (${merchantId}, ${shopId}, ${email}, ${`+1${shopCode}`}, 'Ada Quay', ${passwordHash}, ${now})`.execute(
    server.owner,
  )
  await sql`insert into registration (shop_id, state, created_at) values (${shopId}, ${verified ? 'verified' : 'draft'}, ${now})`.execute(
    server.owner,
  )
  return { token: await session(server, 'merchant', merchantId, shopId), merchantId, shopId, shopCode, email }
}

/** An operator with these roles and a complete session, who can approve money immediately. */
export async function anOperator(server: TestServer, ...roles: OperatorRole[]): Promise<{ token: string; id: string }> {
  const id = newId()
  const now = server.clock.now()
  const sealed = server.app.ctx.keys.seal('totp', randomBytes(20), totpContext(id))
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, totp_sealed, may_approve_from, created_at)
    values (${id}, 'Op Erator', ${`${id}@platform.example`}, 'none', ${now}, ${sealed}, to_timestamp(0), ${now})`.execute(
    server.owner,
  )
  for (const role of roles)
    await sql`insert into operator_desk (operator_id, desk, granted_at) values (${id}, ${role}, ${now})`.execute(
      server.owner,
    )
  return { id, token: await session(server, 'operator', id, null) }
}

/** An operator with the password `loginPassword` and no second factor yet. Returns the e-mail address too. */
export async function anOperatorWithPassword(
  server: TestServer,
  ...roles: OperatorRole[]
): Promise<{ id: string; email: string }> {
  const { id } = await anOperator(server, ...roles)
  const email = `${newId()}@platform.example`
  passwordHash ??= await hashPassword(loginPassword)
  await sql`update operator set email = ${email}, password_hash = ${passwordHash}, totp_sealed = null where id = ${id}`.execute(
    server.owner,
  )
  return { id, email }
}

/** An operator with a passkey, who can sign acts. */
export type Signer = { token: string; id: string; passkey: Authenticator }
export async function aSigner(server: TestServer, ...roles: OperatorRole[]): Promise<Signer> {
  const operator = await anOperator(server, ...roles)
  const passkey = new Authenticator(new URL(server.app.ctx.settings.consoleUrl).origin)
  await sql`insert into operator_passkey (id, operator_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
    values (${passkey.id}, ${operator.id}, 'Test key', ${passkey.publicKey}, 0, '{}', true, false, ${newId()}, ${server.clock.now()})`.execute(
    server.owner,
  )
  return { ...operator, passkey }
}

/** Signs an act with the passkey of this operator. */
export async function signs(
  server: Pick<TestServer, 'call'>,
  { token, passkey }: Pick<Signer, 'token' | 'passkey'>,
  actId: string,
) {
  const begun = await server.call(beginActSignature, { id: actId }, { token })
  if (begun.code === 0) return begun as never
  const { digest, passkey: options } = begun.data
  return server.call(signAct, { id: actId, digest, assertion: passkey.get(options!) }, { token })
}

/** Signs an act, which runs. Throws when the signature is refused. */
export async function mustSign(server: TestServer, signer: Pick<Signer, 'token' | 'passkey'>, actId: string) {
  const signed = await signs(server, signer, actId)
  if (signed.code === 0) throw new Error(`signing refused: ${signed.reason}`)
}

/** Approves a withdrawal; where two people are needed, the signer signs the act. */
export async function approveByTwo(
  server: TestServer,
  key: { shopId: string; id: string },
  first: { token: string },
  signer: Signer,
): Promise<void> {
  const { actId } = await server.must(approveWithdrawal, key, { token: first.token, key: newId() })
  if (actId) await mustSign(server, signer, actId)
}

/** Two people credit a transfer by a bank line. */
export async function creditTransfer(
  server: TestServer,
  input: { shopId: string; id: string; bankLineId: string },
  first: { token: string },
  signer: Signer,
): Promise<void> {
  const { actId } = await server.must(approveDeposit, input, { token: first.token, key: newId() })
  await mustSign(server, signer, actId)
}

/** Two operators confirm the PIX account of the settings. */
export async function confirmPix(server: TestServer): Promise<void> {
  const [first, signer] = [await anOperator(server, 'finance'), await aSigner(server, 'finance')]
  const { list } = await server.must(listPaymentAccounts, {}, first)
  const { digest } = list.find(({ channel, configured }) => channel === 'pix' && configured)!
  const { actId } = await server.must(confirmPaymentAccount, { digest }, { token: first.token, key: newId() })
  await mustSign(server, signer, actId)
}

/** Two operators confirm the delivery of a shipped order. */
export async function reportDelivery(
  server: TestServer,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  for (const _ of ['says it', 'confirms it']) {
    const { token } = await anOperator(server, 'fulfilment')
    await server.must(scanOrder, { shopId, id, note: 'Delivered', delivered: true }, { token, key: newId() })
  }
}

/** Closes a shop without notice, by two people. */
export async function closeShopNow(
  server: TestServer,
  shopId: string,
  scope: ClosingScope = 'all',
  note = 'A test closes it',
): Promise<void> {
  const wish = { shopId, scope, reason: 'fraud' as const, note, effectiveAt: server.clock.now().toISOString() }
  const { actId } = await server.must(closeShop, wish, { token: (await anOperator(server, 'support')).token })
  await mustSign(server, await aSigner(server, 'review'), actId!)
}

/** A complete session of the first operator, whose only role is owner. */
export async function theOwner(server: TestServer): Promise<string> {
  const row = await queryOne(
    server.owner,
    sql<{
      id: string
    }>`update operator set password_chosen_at = created_at, totp_sealed = coalesce(totp_sealed, '\\x00')
      where email = ${firstOperator.email} returning id`,
  )
  return session(server, 'operator', row!.id, null)
}

/** An unused IP address. */
export const anAddress = (): string => `10.${[...randomBytes(3)].join('.')}`

/** Repeats the registration while the queue of password hashes is full. */
export async function aBuyer(server: TestServer): Promise<{ token: string; buyerId: string }> {
  const email = `${newCode(10).toLowerCase()}@buyer.example`
  const ip = anAddress()
  for (;;) {
    const reply = await server.call(joinAsBuyer, { name: 'Bea Buyer', email, password: 'a buyer’s password' }, { ip })
    if (reply.code === 1) return reply.data
    if (reply.reason !== 'request/busy') throw new Error(`joining refused: ${reply.reason} (${reply.msg})`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Inserts products in the distribution center. Returns their ids. The default supplier price is 10.00. With `colours`,
 * each product has a variant for each, with `stock` pieces.
 */
export async function someProducts(
  server: TestServer,
  n: number,
  {
    supplierPrice = '10.00',
    stock = 1000,
    colours = [],
  }: { supplierPrice?: string; stock?: number; colours?: readonly { value: string; price?: string }[] } = {},
): Promise<string[]> {
  const { token } = await anOperator(server, 'catalogue')
  const slug = newCode(8).toLowerCase()
  await server.must(createCategory, { slug, names: { en: `Category ${slug}` } }, { token })
  const ids: string[] = []
  for (let i = 0; i < n; i += 100) {
    const { list } = await server.must(
      createProducts,
      {
        products: Array.from({ length: Math.min(100, n - i) }, (_, k) => ({
          code: newCode(10),
          categorySlug: slug,
          name: `Product ${i + k} ${slug}`,
          description: '',
          supplierPrice,
          suggestedPrice: '20.00',
          stock: colours.length > 0 ? 0 : stock,
          picture: null,
          ...(colours.length > 0 && {
            variants: colours.map(({ value, price }) => ({
              code: newCode(10),
              options: [{ name: 'Colour', value }],
              supplierPrice: price ?? supplierPrice,
              stock,
            })),
          }),
        })),
      },
      { token },
    )
    ids.push(...list.map((product) => product.id))
  }
  return ids
}

export type TestShop = TestMerchant & { listings: { id: string; price: string }[]; products: string[] }

/** A verified shop with a payment password and products on the shelf. */
export async function aStockedShop(
  server: TestServer,
  { products = 1, ...supply }: { products?: number } & NonNullable<Parameters<typeof someProducts>[2]> = {},
): Promise<TestShop> {
  const merchant = await aMerchant(server)
  const ids = await someProducts(server, products, supply)
  await server.must(distribute, { selection: { products: ids } }, { token: merchant.token })
  await server.must(
    setPaymentPassword,
    { code: paymentPassword, again: paymentPassword, loginPassword },
    { token: merchant.token },
  )
  const { list } = await server.must(browseShop, { shop: merchant.shopCode, limit: 100 })
  return { ...merchant, products: ids, listings: list.map(({ id, price }) => ({ id, price })) }
}

export type TestOrder = {
  id: string
  code: string
  total: string
  buyer: { token: string; buyerId: string }
  shop: TestShop
}

export const address = {
  name: 'Bea Buyer',
  phone: null,
  street: '1 Pier Road',
  city: 'Cork',
  postcode: 'T12',
  country: 'IE',
}

/** Places an order for one listing of the shop. */
export async function placeTestOrder(
  server: TestServer,
  shop: TestShop,
  quantity = 1,
  buyer?: TestOrder['buyer'],
  variantId?: string,
  coupon?: string,
): Promise<TestOrder> {
  const by = buyer ?? (await aBuyer(server))
  const [listing] = shop.listings
  const order = await server.must(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: [{ listingId: listing!.id, ...(variantId && { variantId }), quantity, price: listing!.price }],
      address,
      ...(coupon !== undefined && { coupon }),
    },
    { token: by.token, key: newId(), ip: anAddress() },
  )
  return { id: order.id, code: order.code, total: order.total, buyer: by, shop }
}

/** A webhook of the test processor. `type` and `id` can be changed for tests of invalid webhooks. */
export const webhook = (
  reference: string,
  amount: string,
  { type = 'payment.captured', id = `ev_${reference}` } = {},
) =>
  JSON.stringify({
    id,
    type,
    checkout: reference,
    charge: reference.replace(/^tc_/, 'ch_'),
    amount: amount.replace('.', ''),
  })

/** A webhook of the test processor about a dispute of a payment. The amount is in dollars. */
export const disputeWebhook = (
  checkoutReference: string,
  amount: string,
  type: 'opened' | 'won' | 'lost',
  { dispute = `dp_${checkoutReference}`, evidenceBy = null as string | null } = {},
) =>
  JSON.stringify({
    id: `ev_${type}_${dispute}`,
    type: `dispute.${type}`,
    dispute,
    charge: checkoutReference.replace(/^tc_/, 'ch_'),
    amount: String(parseCents(amount)),
    evidenceBy,
  })

/**
 * Stores the event at the test processor, where the server verifies it, and sends the signed webhook. Returns the
 * HTTP status.
 */
export async function sendWebhook(server: TestServer, body: string, secret = webhookSecret): Promise<number> {
  const event = JSON.parse(body) as {
    type: string
    checkout: string
    amount: string
    dispute: string
    charge: string
    evidenceBy: string | null
  }
  if (secret === webhookSecret && event.type === 'payment.captured')
    await sql`update test_checkout set paid_at = coalesce(paid_at, ${server.clock.now()}), amount = ${event.amount}
      where reference = ${event.checkout}`.execute(server.owner)
  if (secret === webhookSecret && event.type.startsWith('dispute.'))
    await sql`insert into test_dispute (reference, charge, amount, outcome, evidence_by)
      values (${event.dispute}, ${event.charge}, ${event.amount}, nullif(${event.type.slice('dispute.'.length)}, 'opened'), ${event.evidenceBy})
      on conflict (reference) do update set outcome = coalesce(excluded.outcome, test_dispute.outcome)`.execute(
      server.owner,
    )
  return deliver(server, body, secret)
}

/** Sends a signed webhook without storing its event at the test processor. Returns the HTTP status. */
export async function deliver(server: TestServer, body: string, secret = webhookSecret): Promise<number> {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/store/webhook/test',
    headers: { 'content-type': 'application/json', 'quayside-signature': signCall(secret, body) },
    payload: body,
  })
  return answer.statusCode
}

export async function checkout(server: TestServer, order: TestOrder): Promise<string> {
  return (await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).reference
}

/** The buyer pays and the processor sends the webhook. */
export async function pay(server: TestServer, order: TestOrder): Promise<void> {
  const reference = await checkout(server, order)
  const status = await sendWebhook(server, webhook(reference, order.total))
  if (status !== 200) throw new Error(`the webhook was answered ${status}`)
}

export async function pickUp(
  server: TestServer,
  shop: TestShop,
  orders: 'all' | string[],
  funding: Funding = 'escrow',
) {
  const plan = await server.must(planPickup, { orders }, { token: shop.token })
  return server.must(
    pickUpOrders,
    { planId: plan.planId, funding, paymentPassword },
    { token: shop.token, key: newId() },
  )
}

/** Recharges by card. The money is final immediately unless the test has set a delay. Returns the deposit's id. */
export async function creditMerchant(server: TestServer, shop: TestMerchant, amount: string): Promise<string> {
  const { id, checkoutUrl } = await server.must(openCardDeposit, { amount }, { token: shop.token, key: newId() })
  const reference = checkoutUrl.split('/').at(-1)!
  const status = await sendWebhook(server, webhook(reference, formatCents(parseCents(amount))))
  if (status !== 200) throw new Error(`the webhook was answered ${status}`)
  return id
}

/** The processor's reference of the checkout of a recharge. */
export async function referenceOf(server: TestServer, depositId: string): Promise<string> {
  const row = await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${depositId}`,
  )
  return row!.reference
}

export const realName = 'Ada Quay'
/** A bank card with a valid check digit. */
export const cardNumber = '4242424242424242'
/** A bank card that the test bank does not know. */
export const unknownCard = '4000000000000002'

/** Saves a bank card as a destination without a cool-down. */
export async function aDestination(server: TestServer, shop: TestMerchant, card = cardNumber): Promise<string> {
  const before = server.app.ctx.settings.money.coolDown
  server.app.ctx.settings.money.coolDown = 0
  try {
    const { id } = await server.must(
      addDestination,
      { method: 'bank', holder: realName, bankName: 'Harbour Bank', cardNumber: card, paymentPassword },
      { token: shop.token },
    )
    return id
  } finally {
    server.app.ctx.settings.money.coolDown = before
  }
}

/** Requests a withdrawal to a destination. */
export async function withdraw(server: TestServer, shop: TestMerchant, destinationId: string, amount: string) {
  const quote = await server.must(quoteWithdrawal, { method: 'bank', amount }, { token: shop.token })
  return server.must(
    requestWithdrawal,
    { quoteId: quote.id, destinationId, paymentPassword },
    { token: shop.token, key: newId() },
  )
}

/** The platform's own account, as in its bank statements. */
export const bankAccount = 'IE29 AIBK 9311 5212 3456 78'
type StatementLine = {
  amount: string
  side?: BankSide
  currency?: 'USD' | 'BRL'
  reference?: string
  payer?: string
  valueDate?: string
  entryReference?: string
}
/** A consistent bank statement with one entry. */
export const statementOf = ({ currency = 'USD', ...line }: StatementLine, statement = newCode(10)) => ({
  account: bankAccount,
  statement,
  currency,
  from: line.valueDate ?? '2026-11-21',
  to: line.valueDate ?? '2026-11-21',
  opening: '0.00',
  closing: `${line.side === 'debit' ? '-' : ''}${line.amount}`,
  lines: [
    {
      line: 1,
      side: 'credit' as const,
      payer: realName,
      reference: '',
      valueDate: '2026-11-21',
      entryReference: statement,
      ...line,
    },
  ],
})

/** Imports a statement with one entry. The importer cannot approve with it. Returns the entry's id. */
export async function aBankLine(
  server: Pick<TestServer, 'must'>,
  importer: { token: string },
  line: StatementLine,
  number = newCode(10),
): Promise<string> {
  const given = statementOf(line, number)
  await server.must(importBankLines, given, importer)
  for (let page = 1; ; page += 1) {
    const { list } = await server.must(listBankLines, { limit: 100, page }, importer)
    const found = list.find(({ statement }) => statement === given.statement)
    if (found) return found.id
    if (list.length === 0) throw new Error('the imported entry is not listed')
  }
}

/** Uploads a picture. Returns its id. */
async function sent(
  server: TestServer,
  { path }: typeof upload | typeof buyerUpload | typeof operatorUpload,
  token: string,
  purpose: FilePurpose,
  background: string,
): Promise<string> {
  const content = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const boundary = 'quay'
  const answer = await listenerOf(server.app, path).inject({
    method: 'POST',
    url: `${path}?purpose=${purpose}`,
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="picture.jpg"\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return answer.json<Envelope<ResponseBody<typeof upload>>>().data.id
}

/** Uploads a buyer's picture for a refund. Returns its id. */
export const aRefundPicture = (server: TestServer, token: string, background = '#3a7'): Promise<string> =>
  sent(server, buyerUpload, token, 'refund', background)

/** Uploads an operator's picture for the evidence of a dispute. Returns its id. */
export const anEvidencePicture = (server: TestServer, token: string): Promise<string> =>
  sent(server, operatorUpload, token, 'evidence', '#73a')

/** Uploads a merchant's picture for the shop. Returns its id. */
export const aShopPicture = (
  server: TestServer,
  { token }: TestMerchant,
  purpose: 'logo' | 'banner',
  background = '#37a',
): Promise<string> => sent(server, upload, token, purpose, background)

/** A picture of a registration, of one colour. */
export const aRegistrationPicture = (
  server: TestServer,
  { token }: TestMerchant,
  purpose: 'logo' | 'identity',
  background: string,
): Promise<string> => sent(server, upload, token, purpose, background)

/** Places an order and moves it to a status through the API. */
export async function anOrder(
  server: TestServer,
  shop: TestShop,
  {
    status = orderStatus.awaitingPickup as OrderStatus,
    quantity = 1,
    funding = 'escrow' as Funding,
    coupon = undefined as string | undefined,
  } = {},
): Promise<TestOrder> {
  const order = await placeTestOrder(server, shop, quantity, undefined, undefined, coupon)
  if (status === orderStatus.awaitingPayment) return order
  await pay(server, order)
  if (status === orderStatus.awaitingPickup) return order
  await pickUp(server, shop, [order.id], funding)
  if (status === orderStatus.awaitingShipment) return order
  const { token } = await anOperator(server, 'fulfilment')
  const named = { shopId: shop.shopId, id: order.id }
  await server.must(
    shipOrder,
    { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' },
    { token, key: newId() },
  )
  if (status === orderStatus.shipped) return order
  await reportDelivery(server, named)
  if (status === orderStatus.received) return order
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  return order
}

/** Changes price, availability or stock of a product as the catalogue desk does: a preview, then the change. */
export async function changeSupply(
  server: Pick<TestServer, 'must'>,
  id: string,
  { supplierPrice, stockChange, withdrawn }: { supplierPrice?: string; stockChange?: number; withdrawn?: boolean },
  login: { token: string },
): Promise<{ offShelf: number }> {
  if (stockChange !== undefined) await server.must(adjustStock, { id, pieces: stockChange, reason: 'delivery' }, login)
  if (supplierPrice === undefined && withdrawn === undefined) return { offShelf: 0 }
  const input = {
    selection: { products: [id] },
    change: {
      ...(supplierPrice !== undefined && { supplierPrice: { to: supplierPrice } }),
      ...(withdrawn !== undefined && { withdrawn }),
    },
  }
  const { digest } = await server.must(previewProductChange, input, login)
  const { offShelf } = await server.must(changeProducts, { ...input, digest }, login)
  return { offShelf }
}

/** The mails to an address of a buyer that stayed in the outbox, oldest first. */
export const mailsToBuyer = async (server: TestServer, email: string): Promise<Content[]> =>
  (
    await queryAll(
      server.owner,
      sql<MessageRow>`select * from outbox where to_buyer and address = ${email} order by written_at, id`,
    )
  ).map((row) => contentOf(server.app.ctx, row))
