/** Business settings: two people, notice, history, and the values that were made before a change. */
import {
  actDetail,
  listActs,
  listMessages,
  orderDetail,
  quoteWithdrawal,
  rechargeChannels,
  refuseAct,
  supportConversation,
} from '@quayside/contract'
import {
  businessSettings,
  listSettings,
  parseSetting,
  proposeSetting,
  settingHistory,
  settingNames,
  settingText,
  type SettingName,
  type SettingValue,
} from '@quayside/contract/settings'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMerchant, anOrder, aSigner, aStockedShop, signs, theOwner, type Signer } from '../../../../test/builders.ts'
import { startTestServer, testSettings, type TestServer } from '../../../../test/server.ts'
import { openApp } from '../../../composition/app.ts'
import { initialValue } from '../../../platform/business-settings.ts'
import { addTime, days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { proposeAct } from '../acts/propose-act.ts'
import { applyCommission } from '../../shop/listings/apply-commission.ts'
import { processEvents } from '../../people/messages/process-events.ts'
import { insertVersion } from './store.ts'

let server: TestServer
let proposer: Signer
let signer: Signer
beforeAll(async () => {
  server = await startTestServer()
  proposer = await aSigner(server, 'owner')
  signer = await aSigner(server, 'owner')
})
afterAll(() => server.close())

const reason = 'The board decided it'
const propose = (name: SettingName, value: SettingValue, from: string | null = null, by?: Signer) =>
  server.call(proposeSetting, { name, value, from, reason }, { token: (by ?? proposer).token })
/** Proposes and signs, and returns the history. */
async function change(name: SettingName, value: SettingValue, from: string | null = null) {
  const proposed = await propose(name, value, from)
  if (proposed.code === 0) throw new Error(`proposing refused: ${proposed.reason}`)
  const signed = await signs(server, signer, proposed.data.actId)
  if (signed.code === 0) throw new Error(`signing refused: ${signed.reason}`)
  // The notification of the change arrives on its own connection.
  const { list } = await server.must(settingHistory, { name }, { token: proposer.token })
  const [made] = list
  await vi.waitFor(() => expect(server.app.ctx.business.at(name, new Date(made!.from))).toEqual(made!.value))
  return list
}
/** Time passes. Sessions end with it, so other people work from then on. */
async function pass(milliseconds: number): Promise<void> {
  server.clock.pass(milliseconds)
  proposer = await aSigner(server, 'owner')
  signer = await aSigner(server, 'owner')
}
const now = () => server.clock.now()
const valueNow = (name: SettingName) => server.app.ctx.business.at(name, now())

test('every setting has its default, and the database has the same bounds and notice periods', async () => {
  const rows = await queryAll(
    server.owner,
    sql<{
      name: string
      least: bigint | null
      most: bigint | null
      worse: string | null
      notice_days: number | null
    }>`select * from setting order by name`,
  )
  expect(rows.map((row) => ({ ...row, least: row.least?.toString(), most: row.most?.toString() }))).toEqual(
    settingNames.toSorted().map((name) => {
      const setting = businessSettings[name]
      const number = setting.kind === 'number' ? setting : undefined
      return {
        name,
        least: number?.least.toString(),
        most: number?.most.toString(),
        worse: number?.merchants?.worse ?? null,
        notice_days: number?.merchants?.noticeDays ?? null,
      }
    }),
  )
  for (const name of settingNames) {
    expect(parseSetting(name, businessSettings[name].initial), name).not.toBeNull()
    expect(parseSetting(name, initialValue(server.app.ctx.settings, name)), name).not.toBeNull()
    expect(settingText(name, businessSettings[name].initial as SettingValue), name).not.toBe('')
  }
  const { settings, keys } = await server.must(listSettings, {}, { token: proposer.token })
  expect(settings.map(({ name }) => name)).toEqual([...settingNames])
  expect(settings.find(({ name }) => name === 'commission')).toMatchObject({ value: 500, since: null, next: null })
  expect(keys.map(({ name }) => name)).toContain('QUAYSIDE_MASTER_KEY')
})

test('a value out of bounds, of another type, or that is in force already is refused with a sentence', async () => {
  const bad: [SettingName, SettingValue][] = [
    ['commission', 3001],
    ['commission', -1],
    ['commission', 1.5],
    ['commission', null],
    ['order.payment-window', 14],
    ['tabs', 3],
    ['support-hours', { from: 8, to: 8 }],
    ['support-hours', 8],
    ['languages', []],
    ['languages', ['xx']],
    ['languages', ['en', 'en']],
    ['recharge.closed', ['chain-nowhere']],
  ]
  for (const [name, value] of bad)
    expect(await propose(name, value), `${name} ${JSON.stringify(value)}`).toMatchObject({
      reason: 'request/invalid',
      fields: { value: expect.stringMatching(/\w/) },
    })
  expect(await propose('commission', 500)).toMatchObject({ reason: 'setting/unchanged', msg: expect.any(String) })
})

test('two people: the proposer does not sign, nor another desk; refusing leaves everything as it was', async () => {
  const { actId } = (await propose('second-signature-above', 50_000)).data
  expect((await signs(server, proposer, actId)).reason).toBe('operator/second-person')
  expect((await signs(server, await aSigner(server, 'finance'), actId)).reason).toBe('act/wrong-desk')
  const shown = await server.must(actDetail, { id: actId }, { token: signer.token })
  expect(shown.fields).toEqual([
    { label: 'setting', value: 'second-signature-above', format: 'code' },
    { label: 'before', value: '1,000.00 USD', format: 'text' },
    { label: 'after', value: '500.00 USD', format: 'text' },
    { label: 'reason', value: reason, format: 'text' },
  ])
  expect((await propose('second-signature-above', 60_000)).reason).toBe('act/already-open')
  const { settings } = await server.must(listSettings, {}, { token: signer.token })
  expect(settings.find(({ name }) => name === 'second-signature-above')?.proposal).toMatchObject({
    actId,
    value: 50_000,
    by: { id: proposer.id },
  })
  await server.must(refuseAct, { id: actId, reason: 'Not now' }, { token: signer.token })
  expect((await server.must(settingHistory, { name: 'second-signature-above' }, { token: signer.token })).list).toEqual(
    [],
  )
})

test('a change counts from its date on, on every copy of the server, and the history says who and why', async () => {
  const other = await openApp(testSettings(server.databaseUrl, server.app.ctx.settings.dataDir), {
    clock: server.clock,
  })
  try {
    const list = await change('second-signature-above', 70_000)
    expect(list).toMatchObject([
      {
        version: 1,
        before: 100_000,
        value: 70_000,
        reason,
        proposedBy: { id: proposer.id },
        signedBy: { id: signer.id },
        state: 'planned',
        told: null,
      },
    ])
    expect(valueNow('second-signature-above')).toBe(100_000)
    const from = new Date(list[0]!.from)
    expect(from).toEqual(addTime(now(), minutes(1)))
    // The other copy has heard of it within a second.
    await vi.waitFor(() => expect(other.ctx.business.at('second-signature-above', from)).toBe(70_000), 1000)
    await pass(minutes(1))
    expect(valueNow('second-signature-above')).toBe(70_000)
    const { list: later } = await server.must(
      settingHistory,
      { name: 'second-signature-above' },
      { token: signer.token },
    )
    expect(later).toMatchObject([{ state: 'in-force' }])
  } finally {
    await other.close()
  }
})

test('what is worse for merchants needs its notice, and a message in their language; what is better does not', async () => {
  const shop = await aMerchant(server)
  expect(await propose('commission', 800, addTime(now(), days(29)).toISOString())).toMatchObject({
    reason: 'setting/too-early',
  })
  const [raised] = await change('commission', 800)
  expect(new Date(raised!.from)).toEqual(addTime(now(), days(30)))
  expect(raised!.told).toBeGreaterThan(0)
  await processEvents(server.app.ctx)
  const read = async (lang: string) =>
    (await server.must(listMessages, {}, { token: shop.token, lang })).list.find(
      ({ kind }) => kind === 'setting.changed',
    )?.text
  expect(await read('en')).toMatch(/On .*, the commission changes from 5% to 8%\./)
  expect(await read('ar')).toContain('العمولة')
  // The rise is withdrawn before it begins: what merchants have now needs no notice.
  const withdrawn = await change('commission', 500)
  expect(withdrawn.map(({ state }) => state)).toEqual(['planned', 'replaced'])
  expect(new Date(withdrawn[0]!.from)).toEqual(addTime(now(), minutes(1)))
  await pass(days(31))
  expect(valueNow('commission')).toBe(500)
  // A lower fee counts at once. An announced lower fee cannot be taken back at once.
  const [lowered] = await change('withdrawal-fee.bank', 150, addTime(now(), days(5)).toISOString())
  expect(new Date(lowered!.from)).toEqual(addTime(now(), days(5)))
  expect(await propose('withdrawal-fee.bank', 200, addTime(now(), days(14)).toISOString())).toMatchObject({
    reason: 'setting/too-early',
  })
})

test('a signature that comes too late for the notice is refused, and the proposal stays open', async () => {
  const from = addTime(now(), days(15) + hours(1)).toISOString()
  const { actId } = (await propose('withdrawal-fee.chain', 300, from)).data
  await pass(hours(2))
  expect((await signs(server, signer, actId)).reason).toBe('setting/too-early')
  expect((await server.must(actDetail, { id: actId }, { token: signer.token })).state).toBe('open')
  await server.must(refuseAct, { id: actId, reason: 'Too late' }, { token: signer.token })
})

test('an order, a withdrawal quote and a refund keep the values that they were made under', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const token = shop.token
  const quote = { method: 'bank', amount: '50.00' } as const
  await change('commission', 400)
  await change('order.pickup-window', 96)
  const before = await server.call(quoteWithdrawal, quote, { token })
  await pass(minutes(2))
  const placed = await server.must(orderDetail, { id: order.id }, { token })
  const next = await anOrder(server, shop)
  const after = await server.must(orderDetail, { id: next.id }, { token })
  const bps = (detail: typeof placed) =>
    Math.round((1 - Number(detail.totalEarnings) / Number(detail.totalPayment)) * 10_000)
  expect([bps(placed), bps(after)]).toEqual([500, 400].map((value) => expect.closeTo(value, -2)))
  const rows = await queryAll(
    server.db,
    sql<{ id: string; hours: number; commission: bigint; expected: bigint }>`
      select id, extract(epoch from pickup_until - paid_at)::int / 3600 as hours, commission,
        (total_payment * case when id = ${order.id} then 500 else 400 end + 5000) / 10000 as expected
      from orders where id in (${order.id}, ${next.id}) order by placed_at`,
  )
  expect(rows.map(({ hours: time }) => time)).toEqual([72, 96])
  for (const row of rows) expect(row.commission).toBe(row.expected)
  expect(before.code === 0 || before.data.fee === '2.00').toBe(true)
})

test('a rise of the commission takes listings off the shelf that no longer cover their cost, once', async () => {
  const shop = await aStockedShop(server)
  await sql`update listing l set selling_price = p.supplier_price * 100 / 96 + 1 from product p where p.id = l.product_id and l.shop_id = ${shop.shopId}`.execute(
    server.owner,
  )
  const onShelf = async () =>
    (await queryOne(
      server.db,
      sql<{
        n: number
      }>`select count(*)::int as n from listing where shop_id = ${shop.shopId} and shelf = 'on-shelf'`,
    ))!.n
  const start = await onShelf()
  expect(start).toBeGreaterThan(0)
  await change('commission', 2000)
  await applyCommission(server.app.ctx)
  expect(await onShelf()).toBe(start)
  await pass(days(30))
  expect(await applyCommission(server.app.ctx)).toBeGreaterThanOrEqual(start)
  expect(await onShelf()).toBe(0)
  expect(await applyCommission(server.app.ctx)).toBe(0)
  await change('commission', 500)
  await pass(minutes(1))
})

test('a closed way to recharge is not offered, and hours of support and tabs follow their settings', async () => {
  const shop = await aMerchant(server)
  const token = shop.token
  await change('recharge.closed', ['pix', 'manual-bank'])
  await change('support-hours', { from: 8, to: 20 })
  await pass(minutes(1))
  expect(await server.must(rechargeChannels, {}, { token })).toMatchObject({ pix: { code: false }, manual: null })
  expect((await server.must(supportConversation, {}, { token })).hours).toMatchObject({ from: 8, to: 20 })
  await change('recharge.closed', [])
  await pass(minutes(1))
  expect(await server.must(rechargeChannels, {}, { token })).toMatchObject({ pix: { code: true } })
})

test('races: two sign at once, one person twice, and two settings at the same time', async () => {
  const second = await aSigner(server, 'owner')
  const { actId } = (await propose('card-hold', 9)).data
  const outcomes = await Promise.all([
    signs(server, signer, actId),
    signs(server, second, actId),
    signs(server, signer, actId),
  ])
  expect(outcomes.filter(({ code }) => code !== 0)).toHaveLength(1)
  const { list } = await server.must(settingHistory, { name: 'card-hold' }, { token: signer.token })
  expect(list).toHaveLength(1)
  const proposals = await Promise.all(
    [10, 11, 12].map((value) => propose('card-hold', value, null, value === 11 ? second : proposer)),
  )
  expect(proposals.filter(({ code }) => code !== 0)).toHaveLength(1)
  expect(proposals.filter(({ reason: why }) => why === 'act/already-open')).toHaveLength(2)
  const open = (await server.must(listActs, { view: 'all', state: 'open' }, { token: signer.token })).list
  for (const act of open)
    if (act.subject.id === 'card-hold')
      await server.must(refuseAct, { id: act.id, reason: 'Enough' }, { token: signer.token })
})

test('the database refuses a version that no signed act says, that skips one, or that shortens the notice', async () => {
  const forge = async (
    body: Partial<{ value: SettingValue; before: SettingValue; version: number; reason: string }>,
    row: Partial<Parameters<typeof insertVersion>[1]> = {},
    signed = true,
  ): Promise<string> => {
    const said = {
      name: 'order.shipping-window' as const,
      version: 1,
      before: 7,
      value: 9,
      from: null,
      reason,
      ...body,
    }
    return withTransaction(server.db, async (tx) => {
      const actId = await proposeAct(tx, {
        kind: 'setting.change',
        desk: 'owner',
        shopId: null,
        subject: { kind: 'setting', id: said.name },
        body: said,
        proposedBy: proposer.id,
        now: now(),
      })
      if (signed)
        await sql`insert into act_signature (act_id, signer, signed_at, method, digest)
          select id, ${signer.id}, ${now()}, 'code', digest from act where id = ${actId}`.execute(tx)
      await insertVersion(tx, {
        name: said.name,
        version: said.version,
        before: said.before,
        value: said.value,
        reason: said.reason,
        act_id: actId,
        proposed_by: proposer.id,
        signed_by: signer.id,
        signed_at: now(),
        effective_at: addTime(now(), days(15)),
        told: 0,
        ...row,
      })
      throw new Error('written')
    }).catch((error: unknown) => (error as { constraint?: string }).constraint ?? String(error))
  }
  expect(await forge({})).toBe('Error: written')
  expect(await forge({}, {}, false)).toBe('setting_version_signed')
  expect(await forge({}, { value: 8 })).toBe('setting_version_signed')
  expect(await forge({}, { reason: 'Another reason' })).toBe('setting_version_signed')
  expect(await forge({}, { signed_by: proposer.id })).toBe('setting_version_signed')
  expect(await forge({ version: 2 })).toBe('Error: act/changed')
  expect(await forge({ value: 31 })).toBe('setting_version_bounds')
  expect(await forge({}, { effective_at: addTime(now(), days(14)) })).toBe('setting_version_notice')
  expect(await forge({ value: 6 }, { effective_at: now() })).toBe('setting_version_notice')
  expect(await forge({}, { told: null })).toBe('setting_version_told')
})

test('the history is not changed, not even by the owner of the database', async () => {
  for (const statement of [
    sql`update setting_version set reason = 'Another reason'`,
    sql`delete from setting_version`,
    sql`truncate setting_version`,
  ])
    await expect(statement.execute(server.owner)).rejects.toThrow(/never changed/)
  await expect(sql`update setting set most = 9000`.execute(server.db)).rejects.toThrow(/permission denied/)
})

test('an owner without another owner reads, and proposes', async () => {
  const token = await theOwner(server)
  expect((await server.call(listSettings, {}, { token })).code).toBe(1)
})
