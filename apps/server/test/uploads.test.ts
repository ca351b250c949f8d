import {
  documentViews,
  saveRegistration,
  claimWork,
  submitRegistration,
  viewDocument,
  decideRegistration,
  me,
  type Envelope,
} from '@quayside/contract'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAll, sql } from '../src/platform/database/postgres.ts'
import { newId } from '../src/platform/database/ids.ts'
import { aMerchant, anOperator, type TestMerchant } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await startTestServer()
  merchant = await aMerchant(server, { verified: false })
})
afterAll(() => server.close())

type Reply = {
  status: number
  code: number
  reason?: string
  data: { id: string; url: string | null; width: number; height: number }
}

async function send(content: Buffer, purpose = 'logo', name = 'file', filename = 'picture.jpg'): Promise<Reply> {
  const boundary = 'quay'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await server.app.http.inject({
    method: 'POST',
    url: `/merchant/common/upload?purpose=${purpose}`,
    headers: { token: merchant.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  const envelope = answer.json<Envelope<Reply['data'] & { reason?: string }>>()
  return {
    status: answer.statusCode,
    code: envelope.code,
    data: envelope.data,
    ...(envelope.data.reason ? { reason: envelope.data.reason } : {}),
  }
}

const picture = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#3a7' } })

test('a file that is not a picture is refused by its content, whatever its name', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).reason).toBe('file/wrong-type')
  expect((await send(Buffer.from('%PDF-1.7 …'))).reason).toBe('file/wrong-type')
  expect((await send(Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<html>'.repeat(50))]))).reason).toBe(
    'file/unreadable',
  )
  expect((await send(jpeg.subarray(0, jpeg.length / 2))).reason).toBe('file/unreadable')
  expect((await send(Buffer.alloc(0))).reason).toBe('file/unreadable')
  expect((await send(jpeg, 'logo', 'other')).reason).toBe('file/unreadable')
})

test('a picture with too many bytes, too many pixels or too few pixels is refused', async () => {
  expect((await send(Buffer.alloc(11 * 1024 * 1024))).reason).toBe('file/too-large')
  expect((await send(await picture(9000, 5000).png({ compressionLevel: 9 }).toBuffer())).reason).toBe(
    'file/too-many-pixels',
  )
  expect((await send(await picture(120, 120).jpeg().toBuffer(), 'identity')).reason).toBe('file/too-small')
})

test('a long screenshot keeps a width in which its text can be read; pictures for buyers keep their size', async () => {
  const long = await picture(1080, 9600).png().toBuffer()
  expect((await send(long, 'voucher')).data).toMatchObject({ width: 700, height: 6223 })
  expect((await send(await picture(4000, 3000).jpeg().toBuffer(), 'voucher')).data).toMatchObject({ width: 2000 })
  expect((await send(await picture(500, 9600).png().toBuffer(), 'voucher')).data).toMatchObject({ width: 500 })
  expect((await send(long, 'logo')).data).toMatchObject({ height: 512 })
})

test('a public picture is stored without metadata and served as immutable', async () => {
  const withPlace = await picture(2000, 1000)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' }, IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(withPlace).metadata()).exif).toBeDefined()
  const kept = await send(withPlace)
  expect(kept.code).toBe(1)
  expect(kept.data).toMatchObject({ width: 512, height: 256 })
  const served = await server.app.http.inject({ method: 'GET', url: kept.data.url! })
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const about = await sharp(served.rawPayload).metadata()
  expect([about.exif, about.xmp, about.icc]).toEqual([undefined, undefined, undefined])
})

test('an identity photo has no public URL and is encrypted, and every view is logged before the photo is sent', async () => {
  const photos = []
  for (let i = 0; i < 3; i += 1) photos.push(await send(await picture().jpeg().toBuffer(), 'identity'))
  const [front, back, hand] = photos.map((photo) => photo.data)
  expect(front!.url).toBeNull()
  for (const url of [`/files/${front!.id}.webp`, `/files/${front!.id}`, `/files/${front!.id}.jpg`])
    expect((await server.app.http.inject({ method: 'GET', url })).statusCode).toBe(404)
  const rows = await queryAll(server.owner, sql<{ storage_key: string }>`select storage_key from file where private`)
  for (const row of rows) {
    const lying = await server.app.ctx.storage.get(row.storage_key)
    await expect(sharp(lying).metadata()).rejects.toThrow()
  }
  const logo = await send(await picture().jpeg().toBuffer())
  // Another merchant's file and a file for another purpose are answered as unknown.
  const stranger = await aMerchant(server, { verified: false })
  expect((await server.call(saveRegistration, { idFront: front!.id }, { token: stranger.token })).reason).toBe(
    'file/not-found',
  )
  expect(
    (await server.call(saveRegistration, { idFront: logo.data.id }, { token: merchant.token })).fields,
  ).toHaveProperty('idFront')

  expect((await server.call(submitRegistration, {}, { token: merchant.token })).reason).toBe('registration/incomplete')
  await server.must(
    saveRegistration,
    {
      logo: logo.data.id,
      shopName: 'Pier 9',
      address: '9 Pier Road',
      country: 'IE',
      realName: 'Ada Quay',
      idFront: front!.id,
      idBack: back!.id,
      idInHand: hand!.id,
    },
    { token: merchant.token },
  )
  await server.must(submitRegistration, {}, { token: merchant.token })
  expect((await server.call(saveRegistration, { shopName: 'Other' }, { token: merchant.token })).reason).toBe(
    'registration/not-editable',
  )
  const reviewer = await anOperator(server, 'review')
  await server.must(
    claimWork,
    { kind: 'registration', id: merchant.shopId, reason: 'The only one of this test' },
    { token: reviewer.token },
  )
  const seen = await server.must(
    viewDocument,
    { shopId: merchant.shopId, field: 'idFront', reason: 'Checking the name' },
    { token: reviewer.token },
  )
  expect((await sharp(Buffer.from(seen.base64, 'base64')).metadata()).format).toBe('jpeg')
  const views = await server.must(documentViews, {}, { token: merchant.token })
  expect(views.list).toMatchObject([
    { field: 'idFront', operator: expect.stringMatching(/^#\d+$/), reason: 'Checking the name' },
  ])
  await server.must(
    decideRegistration,
    { shopId: merchant.shopId, decision: 'more-information', asked: { idBack: { text: 'The corner is cut off' } } },
    { token: reviewer.token },
  )
  expect((await server.call(submitRegistration, {}, { token: merchant.token })).fields).toHaveProperty('idBack')
  await server.must(saveRegistration, { idBack: back!.id }, { token: merchant.token })
  await server.must(submitRegistration, {}, { token: merchant.token })
  await server.must(
    claimWork,
    { kind: 'registration', id: merchant.shopId, reason: 'The only one of this test' },
    { token: reviewer.token },
  )
  for (const [field, reason] of [
    ['idFront', 'Checking again'],
    ['idBack', undefined],
    ['idInHand', undefined],
  ] as const)
    await server.must(
      viewDocument,
      { shopId: merchant.shopId, field, ...(reason && { reason }) },
      { token: reviewer.token },
    )
  await server.must(decideRegistration, { shopId: merchant.shopId, decision: 'verified' }, { token: reviewer.token })
  expect(await server.must(me, {}, { token: merchant.token })).toMatchObject({
    registration: 'verified',
    realName: 'Ada Quay',
    shop: { name: 'Pier 9', logo: logo.data.url },
  })
  expect(
    (
      await server.call(
        viewDocument,
        { shopId: newId(), field: 'idFront', reason: 'Nothing there' },
        { token: reviewer.token },
      )
    ).reason,
  ).toBe('shop/not-found')
})

test('of twelve concurrent 9 MB uploads of one person two are in memory at a time, and all are answered', async () => {
  const uploader = await aMerchant(server)
  const heavy = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(9 * 1024 * 1024)])
  const boundary = 'quay'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
  let read = 0
  let finished = 0
  let most = 0
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      // A stream as body shows how much of it the server has read.
      const body = Readable.from(
        (async function* () {
          yield Buffer.from(head)
          read += 1
          most = Math.max(most, read - finished)
          yield heavy
          yield Buffer.from(`\r\n--${boundary}--\r\n`)
        })(),
      )
      const answer = await server.app.http.inject({
        method: 'POST',
        url: '/merchant/common/upload?purpose=logo',
        headers: { token: uploader.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: body,
      })
      finished += 1
      return answer.json<Envelope>().code
    }),
  )
  expect(answers).toEqual(Array.from({ length: 12 }, () => 1))
  expect(most).toBeLessThanOrEqual(3)
})

test('an unverified merchant has fewer uploads in an hour than a verified one', async () => {
  const stranger = await aMerchant(server, { verified: false })
  const codes = []
  for (let i = 0; i < 31; i += 1)
    codes.push(
      (
        await server.app.http.inject({
          method: 'POST',
          url: '/merchant/common/upload?purpose=logo',
          headers: { token: stranger.token, 'content-type': 'multipart/form-data; boundary=quay' },
          payload: '--quay--\r\n',
        })
      ).statusCode,
    )
  expect(codes.at(-1)).toBe(429)
  expect(codes.slice(0, 30)).not.toContain(429)
})
