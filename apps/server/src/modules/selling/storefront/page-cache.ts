import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib'
import { asBytes } from '../../../platform/http/answer-early.ts'
import type { ShelfListener } from '../../../platform/events/change-listener.ts'

const pack = promisify(brotliCompress)
const unpack = promisify(brotliDecompress)

/**
 * A finished page. Only its compressed form is kept: nearly every browser takes it. `br`: its bytes, one a character.
 * `isRecompressed`: it was compressed well, or is about to be. `head`: of its answer, once it was sent.
 */
export type CachedPage = { br: string; tag: string; isRecompressed: boolean; head?: string | undefined }

/** `quality`: 0 to 11; a page that is sent once is not worth more than 4. */
export const compress = (html: string, quality: number): Promise<Buffer> =>
  pack(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/**
 * Compresses a new page quickly, in this thread: most searches are asked once, and handing the page over would take
 * longer. A page that is asked again is made smaller by `recompress`.
 */
export function compressFast(html: string): CachedPage {
  const bytes = Buffer.from(html)
  const br = brotliCompressSync(bytes, {
    // A larger window than the page only costs memory that has to be cleared first.
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
  })
  return { br: asBytes(br), tag: `"${hash('sha256', br, 'base64url').slice(0, 22)}"`, isRecompressed: false }
}

/** Compresses a kept page well, once. */
export async function recompress(page: CachedPage): Promise<void> {
  if (page.isRecompressed) return
  page.isRecompressed = true
  page.br = asBytes(await pack(await htmlOf(page), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
  page.head = undefined
}

export const bytesOf = (page: CachedPage): Buffer => Buffer.from(page.br, 'latin1')
export const htmlOf = (page: CachedPage): Promise<Buffer> => unpack(bytesOf(page))

/** A page that shows many shops depends on each of them. */
export const everyShop = 'all'

/** What pages of a kind may take together, in bytes. Anybody can think of any number of searches. */
const maxBytes = { page: 64 * 2 ** 20, search: 8 * 2 ** 20 }
export type PageKind = keyof typeof maxBytes
/** Bytes of an entry beside its page. */
const overhead = 1200
/** Milliseconds in which a page that is asked again and again is noted as used once. */
const touchInterval = 1000

/** `source`: the hash of what the page shows. `isFresh`: nothing has changed since it was read. */
type Entry = {
  shop: Shop
  key: string
  kind: PageKind
  page: CachedPage
  source: string
  size: number
  at: number
  usedAt: number
  isFresh: boolean
}
type Shop = { id: string; entries: Map<string, Entry>; inFlight: Map<string, Promise<unknown>>; generation: number }

/** Keeps a page that shows what `source` is the hash of. The page is made only if it is not kept already. */
type Store = (source: string, make: () => CachedPage) => CachedPage

/**
 * Finished pages in memory. A change of what a shop shows drops its pages and those of all shops; a change of the
 * catalogue drops every page. A page that was read during a change is not kept. While the change listener is
 * disconnected, nothing is kept and nothing is returned. No page is older than `maxAge`.
 * A dropped page is read again. If it would show the same, it is not made again.
 * The pages that were used last are kept, as many as there is room for.
 */
export class PageCache {
  readonly #changes: ShelfListener
  readonly #shops = new Map<string, Shop>()
  /** By kind, the one that was used last at the end. */
  readonly #used: Record<PageKind, Set<Entry>> = { page: new Set(), search: new Set() }
  readonly #size: Record<PageKind, number> = { page: 0, search: 0 }
  readonly #maxBytes: Record<PageKind, number>
  /** Milliseconds: the bound on the effect of a lost notification, and on the age of figures that notify nobody. */
  static readonly maxAge = 60_000

  constructor(changes: ShelfListener, limits: Record<PageKind, number> = maxBytes) {
    this.#changes = changes
    this.#maxBytes = limits
    changes.onShelfChange((shopId) => {
      if (shopId === null) for (const id of this.#shops.keys()) this.#drop(id)
      else {
        this.#drop(shopId)
        this.#drop(everyShop)
      }
    })
  }

  get(shopId: string, key: string): CachedPage | undefined {
    const entry = this.#changes.connected ? this.#shops.get(shopId)?.entries.get(key) : undefined
    if (!entry?.isFresh) return undefined
    const now = performance.now()
    if (now - entry.at >= PageCache.maxAge) return undefined
    if (now - entry.usedAt > touchInterval) {
      entry.usedAt = now
      this.#used[entry.kind].delete(entry)
      this.#used[entry.kind].add(entry)
    }
    return entry.page
  }

  /**
   * Call it before the page is read. The returned function keeps the page under the key, unless the shop changed since.
   */
  open(shopId: string, key: string, kind: PageKind): Store {
    if (!this.#changes.connected) return (_source, make) => make()
    const shop = this.#shopOf(shopId)
    const { generation } = shop
    const at = performance.now()
    return (source, make) => {
      const former = shop.entries.get(key)
      const page = former?.source === source ? former.page : make()
      if (this.#changes.connected && shop.generation === generation && this.#shops.get(shopId) === shop) {
        if (former) this.#remove(former)
        this.#add({ shop, key, kind, page, source, size: 0, at, usedAt: at, isFresh: true })
      }
      return page
    }
  }

  /**
   * Does the work for a page that somebody else asked for at the same time only once, unless the shop changed between
   * the two.
   */
  share<T>(shopId: string, key: string, work: () => Promise<T>): Promise<T> {
    if (!this.#changes.connected) return work()
    const { inFlight } = this.#shopOf(shopId)
    const other = inFlight.get(key) as Promise<T> | undefined
    if (other) return other
    const own = work().finally(() => {
      if (inFlight.get(key) === own) inFlight.delete(key)
    })
    inFlight.set(key, own)
    return own
  }

  /** The page has another size now. */
  resize(page: CachedPage, shopId: string, key: string): void {
    const entry = this.#shops.get(shopId)?.entries.get(key)
    if (entry?.page === page) this.#measure(entry)
  }

  #shopOf(id: string): Shop {
    let shop = this.#shops.get(id)
    if (!shop) this.#shops.set(id, (shop = { id, entries: new Map(), inFlight: new Map(), generation: 0 }))
    return shop
  }

  #drop(shopId: string): void {
    const shop = this.#shops.get(shopId)
    if (!shop) return
    shop.generation += 1
    shop.inFlight = new Map()
    for (const entry of shop.entries.values()) entry.isFresh = false
    this.#forget(shop)
  }

  #add(entry: Entry): void {
    entry.shop.entries.set(entry.key, entry)
    this.#used[entry.kind].add(entry)
    this.#measure(entry)
  }

  /** Notes the size of an entry, and removes those that were used longest ago until there is room. */
  #measure(entry: Entry): void {
    const { kind } = entry
    const size = entry.page.br.length + 2 * entry.key.length + overhead
    this.#size[kind] += size - entry.size
    entry.size = size
    for (const oldest of this.#used[kind]) {
      if (this.#size[kind] <= this.#maxBytes[kind]) break
      this.#remove(oldest)
      this.#forget(oldest.shop)
    }
  }

  #remove(entry: Entry): void {
    entry.shop.entries.delete(entry.key)
    this.#used[entry.kind].delete(entry)
    this.#size[entry.kind] -= entry.size
    entry.size = 0
  }

  /** Forgets a shop of which nothing is kept and nothing is being read. */
  #forget(shop: Shop): void {
    if (shop.entries.size === 0 && shop.inFlight.size === 0 && this.#shops.get(shop.id) === shop)
      this.#shops.delete(shop.id)
  }
}
