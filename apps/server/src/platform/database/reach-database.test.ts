/** The first connection after an outage, behind a pooler that refuses it as PgBouncer does. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { inject, expect, test } from 'vitest'
import pg from 'pg'
import { openDatabase, queryOne, reachDatabase, sql } from './postgres.ts'

/** An ErrorResponse of the protocol. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const failing = refusal('08P01', 'server login has been failing, try again later (server_login_retry)')

/** Refuses so many connections, then passes them on to the test server. */
async function aPooler(
  refusals: number,
  answer = failing,
): Promise<{ url: string; asked: () => number; server: Server }> {
  const target = new URL(inject('databaseServer').replace('@/', '@localhost/'))
  const folder = target.searchParams.get('host')
  let asked = 0
  const server = createServer((socket) => {
    asked += 1
    socket.on('error', () => undefined)
    if (asked <= refusals) {
      socket.once('data', () => socket.end(answer))
      return
    }
    const there = folder
      ? connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
      : connect(Number(target.port || 5432), target.hostname)
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { username, password } = target
  const user = `${username}${password ? `:${password}` : ''}`
  return {
    url: `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    asked: () => asked,
    server,
  }
}

test('a first connection that the pooler refuses after an outage is asked for again', async () => {
  const pooler = await aPooler(2)
  const db = openDatabase(new pg.Pool({ connectionString: pooler.url, max: 1 }))
  try {
    await reachDatabase(db)
    expect(pooler.asked()).toBe(3)
    expect(await queryOne(db, sql<{ one: number }>`select 1 as one`)).toEqual({ one: 1 })
  } finally {
    await db.destroy()
    pooler.server.close()
  }
})

test('any other refusal is reported at once', async () => {
  const pooler = await aPooler(1, refusal('28P01', 'password authentication failed'))
  const db = openDatabase(new pg.Pool({ connectionString: pooler.url, max: 1 }))
  try {
    await expect(reachDatabase(db)).rejects.toThrow('password authentication failed')
    expect(pooler.asked()).toBe(1)
  } finally {
    await db.destroy()
    pooler.server.close()
  }
})
