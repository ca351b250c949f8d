/**
 * Orders of one product: 16 clients in 16 shops place orders by the server's own function, each shop its own product,
 * or all shops one product: `node bench/one-product.ts`. BENCH_OTHER is the folder of another checkout: its functions
 * on its own schema are measured in the same rounds. BENCH_ROUNDS (5) and BENCH_ROUND_ORDERS (640) set the length.
 * BENCH_SYNC=on makes each commit wait for the disk, as in production; the lock of a row is held until then.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { businessSettings, settingSpan, type SettingName } from '../packages/contract/src/settings.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

type Postgres = typeof import('../apps/server/src/platform/database/postgres.ts')
type PlaceOrder = typeof import('../apps/server/src/modules/selling/orders/placing/place-order.ts')
type Migrate = typeof import('../apps/server/src/platform/database/migrate.ts')
type Roles = typeof import('../apps/server/src/platform/database/roles.ts')

const root = join(import.meta.dirname, '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
const clients = 16
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const perRound = Number(process.env['BENCH_ROUND_ORDERS'] ?? 640)
const stock = 1_000_000
const address = {
  name: 'Bea Buyer',
  phone: null,
  street: '1 Quay Street',
  city: 'Dublin',
  postcode: 'D01',
  country: 'IE',
}
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

/** A database of its own with the functions of a checkout. `place` places an order of client `i`. */
async function openSide(name: string, folder: string, url: string) {
  const server = join(folder, 'apps/server/src')
  const postgres = (await import(join(server, 'platform/database/postgres.ts'))) as Postgres
  const { placeOrder } = (await import(join(server, 'modules/selling/orders/placing/place-order.ts'))) as PlaceOrder
  const { migrate } = (await import(join(server, 'platform/database/migrate.ts'))) as Migrate
  const { derivedLogins } = (await import(join(server, 'platform/database/roles.ts'))) as Roles
  const { sql } = postgres
  await migrate(url)
  const owner = postgres.openDatabase(postgres.openOwnerPool(url, { max: 2 }))
  const db = postgres.openDatabase(postgres.openPool(derivedLogins(url).app, { max: clients }))
  const category = randomUUID()
  await sql`insert into installation (mode, commission_basis_points) values ('demo', 500) on conflict do nothing`.execute(
    owner,
  )
  await sql`insert into shop (id, code, name, verified_at, created_at)
    select uuidv7(), 'SHOP' || lpad(g::text, 4, '0'), 'Shop ' || g, now(), now() from generate_series(1, ${clients}::int) g`.execute(
    owner,
  )
  await sql`insert into category (id, slug, names, created_at) values (${category}, 'bench', '{"en":"Bench"}', now())`.execute(
    owner,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    select uuidv7(), 'P' || lpad(g::text, 4, '0'), ${category}, 'Product ' || g, '', 1000, 1800, ${stock}::int, now()
    from generate_series(0, ${clients}::int) g`.execute(owner)
  await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
    select s.id, uuidv7(), p.id, 1499, 'on-shelf', now() from shop s cross join product p`.execute(owner)
  const shops = await postgres.queryAll(
    owner,
    sql<{ code: string; own: string; shared: string }>`select s.code,
        (select l.id from listing l join product p on p.id = l.product_id
          where l.shop_id = s.id and p.code = 'P' || substring(s.code from 5)) as own,
        (select l.id from listing l join product p on p.id = l.product_id where l.shop_id = s.id and p.code = 'P0000') as shared
      from shop s order by s.code`,
  )
  const business = {
    at: (setting: SettingName) => businessSettings[setting].initial,
    span: (setting: Parameters<typeof settingSpan>[0]) =>
      settingSpan(setting, businessSettings[setting].initial as number),
  }
  const ctx = { business, keys: { lookup: randomBytes(32) } } as unknown as Parameters<typeof placeOrder>[0]
  return {
    name,
    /** One buyer for each order: a buyer places orders one after the other. */
    async makeBuyers(n: number): Promise<string[]> {
      await sql`truncate stock_hold`.execute(owner)
      await sql`delete from stock_hold_count`.execute(owner)
      const rows = await postgres.queryAll(
        owner,
        sql<{ id: string }>`insert into buyer (id, name, email, password_hash, created_at)
          select uuidv7(), 'Bea Buyer', gen_random_uuid() || '@buyer.example', 'none', now() from generate_series(1, ${n}::int) returning id`,
      )
      return rows.map(({ id }) => id)
    },
    place: (client: number, which: 'own' | 'shared', buyerId: string) =>
      postgres.withTransaction(db, (tx) =>
        placeOrder(
          ctx,
          tx,
          { buyerId, clientId: randomUUID(), network: randomBytes(16) },
          {
            shop: shops[client]!.code,
            lines: [{ listingId: shops[client]![which], quantity: 1, price: '14.99' }],
            address,
          },
          new Date(),
        ),
      ),
    /** Pieces that orders took and pieces that are gone from the stock: the same number. */
    async check(): Promise<void> {
      // A checkout from before the slots has no such table.
      const { slots } = (await postgres.queryOne(
        owner,
        sql<{ slots: boolean }>`select to_regclass('stock_slot') is not null as slots`,
      ))!
      const inSlots = slots ? sql`(select coalesce(sum(pieces), 0)::int from stock_slot)` : sql`0`
      const row = await postgres.queryOne(
        owner,
        sql<{
          gone: number
          sold: number
        }>`select (select sum(${stock}::int - p.stock)::int from product p) - ${inSlots} as gone,
          (select sum(quantity)::int from order_line) as sold`,
      )
      if (row!.gone !== row!.sold)
        throw new Error(`${name}: ${row!.sold} pieces sold, ${row!.gone} gone from the stock`)
    },
    async close(): Promise<void> {
      await db.destroy()
      await owner.destroy()
    },
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, [`synchronous_commit=${process.env['BENCH_SYNC'] ?? 'off'}`])
try {
  const other = process.env['BENCH_OTHER']
  const sides = [await openSide('here', root, await postgres.url('here'))]
  if (other) sides.push(await openSide('other', other, await postgres.url('other')))
  const cases = ['own', 'shared'] as const
  const rates = new Map<string, number[]>()
  const load: number[] = []
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      for (const which of round % 2 === 0 ? cases : cases.toReversed()) {
        const buyers = await side.makeBuyers(perRound)
        let next = 0
        const began = performance.now()
        await Promise.all(
          Array.from({ length: clients }, async (_, client) => {
            for (let buyer = buyers[next++]; buyer; buyer = buyers[next++]) await side.place(client, which, buyer)
          }),
        )
        const rate = (perRound * 1000) / (performance.now() - began)
        if (round > 0) rates.set(`${side.name} ${which}`, [...(rates.get(`${side.name} ${which}`) ?? []), rate])
      }
    load.push(loadavg()[0]!)
  }
  for (const side of sides) await side.check()
  print(
    `${rounds} rounds of ${perRound} orders, load ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}`,
  )
  print(
    '| server | each shop its own product, orders/s | all shops one product, orders/s | ratio, median of the rounds |',
  )
  print('| --- | --- | --- | --- |')
  for (const { name } of sides) {
    const [own, shared] = cases.map((which) => rates.get(`${name} ${which}`)!) as [number[], number[]]
    const ratio = median(own.map((rate, i) => shared[i]! / rate))
    print(`| ${name} | ${median(own).toFixed(0)} | ${median(shared).toFixed(0)} | ${ratio.toFixed(2)} |`)
  }
  for (const side of sides) await side.close()
} finally {
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
