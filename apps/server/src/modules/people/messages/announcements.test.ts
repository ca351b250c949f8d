/** Announcements: audience, time, and the second person, on real PostgreSQL. */
import {
  announce,
  announcementDetail,
  cancelAnnouncement,
  confirmAnnouncement,
  listAnnouncements,
  listMessages,
  markMessages,
  previewAnnouncement,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, anOperator, type TestMerchant } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { sql } from '../../../platform/database/postgres.ts'
import { fanOutAnnouncement, sendDueAnnouncements } from './announce.ts'

let server: TestServer
let [ann, ben]: { token: string; id: string }[] = []
const texts = { en: { title: 'Closed on Sunday', text: 'From two to three.' } }
beforeAll(async () => {
  server = await startTestServer()
  ann = await anOperator(server, 'support')
  ben = await anOperator(server, 'support')
})
afterAll(() => server.close())

const inCountry = async (country: string, options = {}): Promise<TestMerchant> => {
  const merchant = await aMerchant(server, options)
  await sql`update shop set country = ${country} where id = ${merchant.shopId}`.execute(server.owner)
  return merchant
}
const titles = async (merchant: TestMerchant) =>
  (await server.must(listMessages, {}, { token: merchant.token })).list.map((message) => message.text)
const send = (more: object, by = ann!) => server.call(announce, { id: newId(), texts, ...more } as never, by)
const deliver = async () => {
  await sendDueAnnouncements(server.app.ctx)
  for (const { id } of (await server.must(listAnnouncements, { limit: 100 }, ann)).list)
    await fanOutAnnouncement(server.app.ctx, id)
}

test('only the shops of the audience get it; the count is compared with what the operator saw', async () => {
  const [open, closed, fresh, abroad] = [
    await inCountry('IE'),
    await inCountry('IE', { closed: true }),
    await inCountry('IE', { verified: false }),
    await inCountry('BR'),
  ]
  await server.must(markMessages, { messages: 'all' }, { token: closed.token, lang: 'ga' })
  expect(await server.must(previewAnnouncement, { countries: ['IE'] }, ann)).toEqual({
    shops: 3,
    languages: [
      { language: 'en', shops: 2 },
      { language: 'ga', shops: 1 },
    ],
    needsSecond: false,
  })
  expect((await send({ countries: ['AQ'], shops: 0 })).reason).toBe('announcement/nobody')
  const wrong = await send({ countries: ['IE'], shops: 4 })
  expect([wrong.reason, wrong.msg]).toEqual(['announcement/audience-changed', expect.stringContaining('3')])
  const id = newId()
  expect((await send({ id, countries: ['IE'], states: ['open', 'closed'], shops: 2 })).data).toEqual({
    state: 'sending',
  })
  await deliver()
  expect(await titles(open)).toEqual(['Closed on Sunday'])
  expect(await titles(closed)).toEqual(['Closed on Sunday'])
  for (const merchant of [fresh, abroad]) expect(await titles(merchant)).toEqual([])
  await send({ languages: ['ga'], shops: 1, texts: { en: { title: 'Irish', text: 'Only Irish readers.' } } })
  await deliver()
  expect(await titles(closed)).toEqual(['Irish', 'Closed on Sunday'])
  await server.must(markMessages, { messages: 'all' }, { token: open.token })
  expect(await server.must(announcementDetail, { id }, ann)).toMatchObject({
    state: 'sent',
    shops: 2,
    read: 1,
    missing: ['ga'],
    countries: ['IE'],
    states: ['open', 'closed'],
  })
})

test('a scheduled announcement is sent at its time, unless it is cancelled before', async () => {
  const merchant = await inCountry('PT')
  const at = (ms: number) => addTime(server.clock.now(), ms).toISOString()
  for (const sendAt of [at(-1000), at(days(91))])
    expect((await send({ countries: ['PT'], shops: 1, sendAt })).reason).toBe('announcement/send-time')
  const [sent, cancelled] = [newId(), newId()]
  for (const id of [sent, cancelled])
    expect((await send({ id, countries: ['PT'], shops: 1, sendAt: at(hours(2)) })).data.state).toBe('scheduled')
  await server.must(cancelAnnouncement, { id: cancelled }, ben)
  await deliver()
  expect(await titles(merchant)).toEqual([])
  server.clock.pass(hours(2))
  await deliver()
  expect(await titles(merchant)).toEqual(['Closed on Sunday'])
  expect((await server.call(cancelAnnouncement, { id: sent }, ann)).reason).toBe('announcement/not-waiting')
  expect((await server.call(cancelAnnouncement, { id: newId() }, ann)).reason).toBe('announcement/not-found')
})

test('above a hundred shops a second person confirms, also when the audience grew until the time came', async () => {
  const now = server.clock.now()
  const grow = (count: number, country: string) =>
    sql`insert into shop (id, code, name, country, verified_at, created_at)
      select gen_random_uuid(), ${newCode(5)} || n, 'Shop', ${country}, ${now}, ${now} from generate_series(101, 100 + ${count}::int) n`.execute(
      server.owner,
    )
  await grow(101, 'NL')
  const id = newId()
  expect((await send({ id, countries: ['NL'], shops: 101 })).data.state).toBe('to-confirm')
  await deliver()
  const [row] = (await server.must(listAnnouncements, {}, ann)).list
  expect(row).toMatchObject({ id, state: 'to-confirm', shops: 101, own: true, confirmedBy: null })
  const confirm = (by: typeof ann, shops = 101) => server.call(confirmAnnouncement, { id, shops }, by!)
  expect((await confirm(ann)).reason).toBe('operator/second-person')
  expect((await confirm(ben, 100)).reason).toBe('announcement/audience-changed')
  await expect(sql`update announcement set state = 'sending' where id = ${id}`.execute(server.db)).rejects.toThrow(
    'announcement_second_person',
  )
  await expect(
    sql`insert into message (shop_id, id, seq, kind, type, announcement_id, at)
      select id, gen_random_uuid(), 1, 'announcement', 'announcement', ${id}, ${now} from shop where country = 'NL' limit 1`.execute(
      server.db,
    ),
  ).rejects.toThrow('not being sent')
  const both = await Promise.all([confirm(ben), confirm(ben)])
  expect(both.map((one) => one.reason ?? one.data.state).sort()).toEqual(['announcement/not-waiting', 'sending'])
  await deliver()
  expect(await server.must(announcementDetail, { id }, ann)).toMatchObject({ state: 'sent', shops: 101 })

  await grow(100, 'DK')
  const later = newId()
  const sendAt = addTime(server.clock.now(), hours(1)).toISOString()
  expect((await send({ id: later, countries: ['DK'], shops: 100, sendAt })).data.state).toBe('scheduled')
  await grow(1, 'DK')
  server.clock.pass(hours(1))
  await deliver()
  expect(await server.must(announcementDetail, { id: later }, ben)).toMatchObject({ state: 'to-confirm', shops: 101 })
})
