import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib'
import type { ShelfListener } from '../../platform/change-listener.ts'

const pack = promisify(brotliCompress)
const unpack = promisify(brotliDecompress)

/**
 * A finished page. Only its compressed form is kept: nearly every browser takes it. `small`: it was compressed well, or
 * is about to be.
 */
export type KeptPage = { br: Buffer; tag: string; small: boolean }

/** `quality`: 0 to 11; a page that is sent once is not worth more than 4. */
export const compress = (html: string, quality: number): Promise<Buffer> =>
  pack(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/**
 * Compresses a new page quickly, in this thread: most searches are asked once, and handing the page over would take
 * longer. A page that is asked again is made smaller by `shrink`.
 */
export function keep(html: string): KeptPage {
  const br = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return { br, tag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`, small: false }
}

/** Compresses a kept page well, once. */
export async function shrink(page: KeptPage): Promise<void> {
  if (page.small) return
  page.small = true
  page.br = await pack(await unpack(page.br), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
}

export const htmlOf = (page: KeptPage): Promise<Buffer> => unpack(page.br)

/** A page that shows many shops depends on each of them. */
export const everyShop = 'all'

/**
 * Finished pages in memory. A change of what a shop shows drops its pages and those of all shops; a change of the
 * catalogue drops every page. A page that was read during a change is not kept. While the change listener is
 * disconnected, nothing is kept and nothing is returned. No page is older than `maxAge`.
 */
export class PageCache {
  readonly #changes: ShelfListener
  /** By the id of the shop, in the order of insertion. */
  readonly #shops = new Map<string, Map<string, { page: KeptPage; at: number }>>()
  static readonly maxShops = 2000
  static readonly maxPerShop = 200
  /** Milliseconds: the bound on the effect of a lost notification, and on the age of figures that notify nobody. */
  static readonly maxAge = 60_000

  constructor(changes: ShelfListener) {
    this.#changes = changes
    changes.onShelfChange((shopId) => {
      if (shopId === null) this.#shops.clear()
      else {
        this.#shops.delete(shopId)
        this.#shops.delete(everyShop)
      }
    })
  }

  get(shopId: string, key: string): KeptPage | undefined {
    const kept = this.#changes.connected ? this.#shops.get(shopId)?.get(key) : undefined
    return kept && performance.now() - kept.at < PageCache.maxAge ? kept.page : undefined
  }

  /** Call it before the page is read. The returned function keeps the page, unless the shop changed since. */
  open(shopId: string): (key: string, page: KeptPage) => void {
    if (!this.#changes.connected) return () => undefined
    let pages = this.#shops.get(shopId)
    if (!pages) {
      if (this.#shops.size >= PageCache.maxShops) this.#shops.delete(this.#shops.keys().next().value!)
      this.#shops.set(shopId, (pages = new Map()))
    }
    const opened = pages
    return (key, page) => {
      if (!this.#changes.connected || this.#shops.get(shopId) !== opened) return
      if (opened.size >= PageCache.maxPerShop) opened.clear()
      opened.set(key, { page, at: performance.now() })
    }
  }
}
