/** Messages from the command to a mail server and an SMS gateway, both real servers on loopback. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { demoOutbox, normalEmail, sendPaymentPasswordCode } from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { PermanentFailure } from '../../../platform/sender.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { smsSender } from '../../../providers/sms-webhook.ts'
import { smtpSender } from '../../../providers/smtp.ts'
import { readSettings } from '../../../settings.ts'
import { sendMessage } from './send-message.ts'
import { deleteOldMessages, claimMessage, type MessageRow } from './store.ts'
import { isConfigured, writeMessage } from './write-message.ts'

type Mail = { from: string; to: string; headers: string; text: string }

/** A minimal SMTP server; `answers` overrides its reply to a command. */
function mailServer() {
  const mails: Mail[] = []
  const logins: string[] = []
  const answers: Record<string, string> = {}
  const server = createServer((socket) => {
    let [from, to, data, inData] = ['', '', '', false]
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.example ESMTP')
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inData) {
          if (line !== '.') {
            data += `${line.replace(/^\.\./, '.')}\r\n`
            continue
          }
          inData = false
          if (answers['end'] === 'hang up') {
            socket.destroy()
            return
          }
          if (!answers['end']) mails.push({ from, to, ...readMail(data) })
          say(answers['end'] ?? '250 taken')
          continue
        }
        const command = line.split(/[ :]/)[0]!.toUpperCase()
        if (answers[command]) say(answers[command]!)
        else if (command === 'EHLO')
          socket.write('250-mail.example\r\n250-AUTH PLAIN\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n')
        else if (command === 'AUTH') {
          logins.push(Buffer.from(line.split(' ')[2]!, 'base64').toString().replaceAll('\0', ' ').trim())
          say('235 in')
        } else if (command === 'MAIL') {
          from = line
          say('250 ok')
        } else if (command === 'RCPT') {
          to = line
          say('250 ok')
        } else if (command === 'DATA') {
          inData = true
          data = ''
          say('354 go on')
        } else if (command === 'QUIT') {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  return { server, mails, logins, answers }
}

function readMail(data: string): { headers: string; text: string } {
  const [headers, body] = [data.slice(0, data.indexOf('\r\n\r\n')), data.slice(data.indexOf('\r\n\r\n') + 4)]
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1]
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body, 'latin1')
  return { headers, text: bytes.toString('utf8') }
}

/** An SMS gateway that keeps accepted messages; `status` is the status of its responses. */
function smsServer() {
  const taken: { headers: IncomingMessage['headers']; body: unknown }[] = []
  const answers = { status: 202 }
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (answers.status < 300)
        taken.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(answers.status, answers.status === 302 ? { location: '/elsewhere' } : {}).end('answer')
    })
  })
  return { server, taken, answers }
}

const listening = (server: Server) =>
  new Promise<number>((ready) => server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port)))

let mail: ReturnType<typeof mailServer>
let sms: ReturnType<typeof smsServer>
let server: TestServer
let shop: TestShop
let posts: { email: ReturnType<typeof smtpSender>; phone: ReturnType<typeof smsSender> }

beforeAll(async () => {
  mail = mailServer()
  sms = smsServer()
  const post = {
    mail: {
      url: `smtp://user:p%40ss@127.0.0.1:${await listening(mail.server)}`,
      from: 'Quayside <no-reply@shop.example>',
    },
    sms: { url: `http://127.0.0.1:${await listening(sms.server as Server)}/messages`, secret: 'between us' },
  }
  posts = { email: smtpSender(post.mail), phone: smsSender(post.sms) }
  server = await startTestServer({ settings: { outgoing: post } })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  mail.server.close()
  sms.server.close()
})
beforeEach(() => {
  mail.mails.length = 0
  sms.taken.length = 0
  for (const command of Object.keys(mail.answers)) delete mail.answers[command]
  sms.answers.status = 202
})

const content = { subject: '您的验证码', text: '验证码 123456 — keep it.\n.\nA dot alone is no end.' }
/** Writes a message and returns its id. The test runs the job itself. */
async function written(
  channel: 'email' | 'phone' = 'email',
  expiresAt: Date | null = null,
  email = shop.email,
): Promise<string> {
  const { ctx } = server.app
  await withTransaction(server.db, (tx) =>
    writeMessage(
      ctx,
      tx,
      {
        merchantId: shop.merchantId,
        channel,
        address: channel === 'email' ? email : '+15550100',
        content: channel === 'email' ? content : { subject: null, text: content.text },
        expiresAt,
      },
      server.clock.now(),
    ),
  )
  return (await queryOne(server.owner, sql<{ id: string }>`select id from outbox order by id desc limit 1`))!.id
}
const row = async (id: string) =>
  (await queryOne(server.owner, sql<MessageRow>`select * from outbox where id = ${id}`))!
const send = (id: string) => sendMessage(server.app.ctx, posts, id)

describe('mail', () => {
  test('arrives complete with a stable Message-ID; then its content is deleted', async () => {
    const id = await written()
    expect((await row(id)).sealed.includes('123456')).toBe(false)
    await send(id)
    expect(mail.mails).toHaveLength(1)
    const [taken] = mail.mails
    expect(taken!.from).toContain('<no-reply@shop.example>')
    expect(taken!.to).toContain(`<${shop.email}>`)
    expect(taken!.headers).toContain(`Message-ID: <${id}@shop.example>`)
    expect(taken!.headers).toContain('Auto-Submitted: auto-generated')
    expect(taken!.headers).toContain(`=?UTF-8?B?${Buffer.from(content.subject).toString('base64')}?=`)
    expect(taken!.text.replaceAll('\r\n', '\n').trim()).toBe(content.text)
    expect(mail.logins.at(-1)).toBe('user p@ss')
    expect(await row(id)).toMatchObject({ state: 'sent', sealed: null })
  })

  test('goes to an address whose local part has other letters', async () => {
    await send(await written('email', null, normalEmail('测试@例子.中国')))
    const [taken] = mail.mails
    expect(taken!.from).toMatch(/ SMTPUTF8\b/)
    expect(Buffer.from(taken!.to, 'latin1').toString()).toMatch(/<测试@(例子\.中国|xn--fsqu00a\.xn--fiqs8s)>/)
  })

  test('is sent once in spite of parallel and repeated calls', async () => {
    const id = await written()
    await Promise.allSettled(Array.from({ length: 20 }, () => send(id)))
    await send(id)
    expect(mail.mails).toHaveLength(1)
  })

  test('waits while the server is busy or unreachable, and is sent later', async () => {
    for (const answer of [
      { RCPT: '451 later' },
      { end: '421 closing' },
      { end: 'hang up' },
      { AUTH: '535 no' },
      { MAIL: '550 not you' },
    ]) {
      Object.assign(mail.answers, answer)
      const id = await written()
      await expect(send(id)).rejects.toThrow(`outbox: sending message ${id} failed`)
      expect(await row(id)).toMatchObject({ state: 'waiting', taken_until: null })
      for (const command of Object.keys(mail.answers)) delete mail.answers[command]
      await send(id)
      expect((await row(id)).state).toBe('sent')
    }
    expect(mail.mails).toHaveLength(5)
    const nobody = smtpSender({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' })
    await expect(nobody.send({ id: newId(), to: 'x@y.example', subject: 's', text: 't' })).rejects.toThrow(
      'ECONNREFUSED',
    )
  })

  test('ends at a permanent refusal of the server', async () => {
    for (const answer of [{ RCPT: '550 no such person' }, { end: '554 no' }]) {
      Object.assign(mail.answers, answer)
      const id = await written()
      await send(id)
      expect(await row(id)).toMatchObject({ state: 'refused', sealed: null })
      await send(id)
      delete mail.answers['RCPT']
    }
    expect(mail.mails).toEqual([])
  })

  test('is sent to another host over TLS only', async () => {
    // Another notation of the loopback address counts as a remote host. The server does not offer TLS.
    mail.answers['STARTTLS'] = '502 no such thing'
    const { port } = mail.server.address() as AddressInfo
    const afar = smtpSender({ url: `smtp://127.1:${port}`, from: 'a@b.example' })
    await expect(afar.send({ id: newId(), to: 'x@y.example', subject: 's', text: 't' })).rejects.toThrow('STARTTLS')
    expect(mail.mails).toEqual([])
  })
})

describe('text messages', () => {
  test('arrive as JSON with the secret and the id', async () => {
    const id = await written('phone')
    await send(id)
    expect(sms.taken).toHaveLength(1)
    expect(sms.taken[0]!.body).toEqual({ id, to: '+15550100', text: content.text })
    expect(sms.taken[0]!.headers).toMatchObject({ 'quayside-secret': 'between us', 'idempotency-key': id })
    expect((await row(id)).state).toBe('sent')
  })

  test('wait while the gateway is busy, and end at its refusal', async () => {
    for (const status of [408, 429, 500, 503, 302]) {
      sms.answers.status = status
      const id = await written('phone')
      await expect(send(id)).rejects.toThrow(`sending message ${id} failed`)
      expect((await row(id)).state).toBe('waiting')
    }
    sms.answers.status = 422
    const id = await written('phone')
    await send(id)
    expect((await row(id)).state).toBe('refused')
    await expect(posts.phone.send({ id, to: 'x', subject: null, text: 't' })).rejects.toBeInstanceOf(PermanentFailure)
    expect(sms.taken).toEqual([])
  })
})

test('an expired message is not sent', async () => {
  const id = await written('email', new Date(server.clock.now().getTime() + minutes(10)))
  server.clock.pass(minutes(10))
  await send(id)
  expect(await row(id)).toMatchObject({ state: 'too-late', sealed: null })
  expect(mail.mails).toEqual([])
})

test('an old message is deleted', async () => {
  const id = await written()
  await deleteOldMessages(server.db, server.clock.now())
  expect((await row(id)).state).toBe('waiting')
  server.clock.pass(1)
  await deleteOldMessages(server.db, server.clock.now())
  expect(await row(id)).toBeUndefined()
})

test('a message claimed by a dead worker is sent after the claim expires', async () => {
  const id = await written()
  const now = server.clock.now()
  await claimMessage(server.db, id, now, new Date(now.getTime() + minutes(2)))
  await expect(send(id)).rejects.toThrow('another worker')
  server.clock.pass(minutes(2))
  await send(id)
  expect(mail.mails).toHaveLength(1)
})

test('a message is sent after the commit of its command, and never after a rollback', async () => {
  await server.app.startWorker()
  const before = await queryAll(server.owner, sql`select from outbox`)
  await expect(
    withTransaction(server.db, async (tx) => {
      await writeMessage(
        server.app.ctx,
        tx,
        { merchantId: shop.merchantId, channel: 'email', address: shop.email, content, expiresAt: null },
        server.clock.now(),
      )
      throw new Error('the act refused')
    }),
  ).rejects.toThrow('the act refused')
  expect(await queryAll(server.owner, sql`select from outbox`)).toHaveLength(before.length)

  const { sentTo } = await server.must(sendPaymentPasswordCode, { channel: 'email' }, { token: shop.token, lang: 'fr' })
  expect(sentTo).toMatch(/^..•••@merchant\.example$/)
  await expect
    .poll(() => mail.mails.filter((taken) => taken.text.includes('personne')).length, { timeout: 20_000 })
    .toBe(1)
  expect(mail.mails.find((taken) => taken.text.includes('personne'))!.text).toMatch(/\b\d{6}\b/)
})

test('the outbox is readable in demo mode only', async () => {
  expect((await server.call(demoOutbox, {}, { token: shop.token })).reason).toBe('request/demo-only')
  const demo = await startTestServer({ settings: { mode: 'demo' } })
  try {
    const [mine, other] = [await aStockedShop(demo), await aStockedShop(demo)]
    await demo.must(sendPaymentPasswordCode, { channel: 'phone' }, { token: mine.token })
    demo.clock.pass(hours(1))
    await demo.must(sendPaymentPasswordCode, { channel: 'email' }, { token: mine.token, lang: 'vi' })
    const { list } = await demo.must(demoOutbox, {}, { token: mine.token })
    expect(list.map(({ channel, to }) => [channel, to])).toEqual([
      ['email', mine.email],
      ['phone', `+1${mine.shopCode}`],
    ])
    expect(list[0]!.text).toContain('mật khẩu thanh toán')
    expect(list[1]).toMatchObject({ subject: null })
    expect((await demo.must(demoOutbox, {}, { token: other.token })).list).toEqual([])
  } finally {
    await demo.close()
  }
})

describe('settings', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const env = {
    QUAYSIDE_MODE: 'demo',
    DATABASE_URL: 'postgres://x',
    QUAYSIDE_MASTER_KEY: key,
    QUAYSIDE_PIN_KEY: key,
    QUAYSIDE_WEBHOOK_SECRET: 's',
  }
  test('the gateways are optional; an incomplete setting is refused by name', () => {
    expect(readSettings(env).outgoing).toEqual({ mail: null, sms: null })
    const whole = {
      QUAYSIDE_SMTP_URL: 'smtps://u:p@mail.example',
      QUAYSIDE_MAIL_FROM: 'Quayside <no-reply@shop.example>',
      QUAYSIDE_SMS_URL: 'https://sms.example/send',
      QUAYSIDE_SMS_SECRET: 'x',
    }
    expect(readSettings({ ...env, ...whole }).outgoing.mail).toEqual({
      url: 'smtps://u:p@mail.example',
      from: 'Quayside <no-reply@shop.example>',
    })
    for (const [bent, name] of [
      [{ QUAYSIDE_MAIL_FROM: '' }, 'QUAYSIDE_MAIL_FROM'],
      [{ QUAYSIDE_MAIL_FROM: 'nobody' }, 'QUAYSIDE_MAIL_FROM'],
      [{ QUAYSIDE_SMTP_URL: 'mail.example' }, 'QUAYSIDE_SMTP_URL'],
      [{ QUAYSIDE_SMS_SECRET: '' }, 'QUAYSIDE_SMS_SECRET'],
      [{ QUAYSIDE_SMS_URL: 'ftp://sms.example' }, 'QUAYSIDE_SMS_URL'],
      [{ QUAYSIDE_SMS_URL: 'http://sms.example', QUAYSIDE_MODE: 'production' }, 'QUAYSIDE_SMS_URL'],
    ] as const)
      expect(() => readSettings({ ...env, ...whole, ...bent })).toThrow(name)
  })

  test('in production a channel without a gateway is not offered', () => {
    const { settings } = server.app.ctx
    expect(isConfigured({ ...settings, mode: 'production' }, 'email')).toBe(true)
    expect(isConfigured({ ...settings, mode: 'production', outgoing: { mail: null, sms: null } }, 'email')).toBe(false)
    expect(isConfigured({ ...settings, outgoing: { mail: null, sms: null } }, 'phone')).toBe(true)
  })
})
