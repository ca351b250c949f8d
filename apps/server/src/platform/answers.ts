import type { LiveKind } from '@quayside/contract'
import type { JsonAnswer } from './json-answer.ts'
import type { Hub } from './push.ts'

/**
 * Whole answers kept ready in memory, for what open apps poll every few seconds. An answer is dropped the moment its shop
 * changes; one that was being read while the shop changed is never kept. With the push connection down nothing is kept or served.
 */
export class ReadyAnswers {
  readonly #hub: Hub
  readonly #shops = new Map<string, { generation: number; answers: Map<string, JsonAnswer> }>()
  static readonly mostShops = 20_000
  static readonly mostPerShop = 16

  constructor(hub: Hub, dropsOn: readonly LiveKind[]) {
    this.#hub = hub
    hub.onChange((shopId, kinds) => {
      if (shopId === null) this.#shops.clear()
      else if (kinds.some((kind) => dropsOn.includes(kind))) this.#drop(shopId)
    })
  }

  get(shopId: string, question: string): JsonAnswer | undefined {
    return this.#hub.connected ? this.#shops.get(shopId)?.answers.get(question) : undefined
  }

  /** To be called before reading; the returned function keeps the answer unless the shop changed since. */
  open(shopId: string, question: string): (answer: JsonAnswer) => void {
    if (!this.#hub.connected) return () => undefined
    let shop = this.#shops.get(shopId)
    if (!shop) {
      // The longest unused shop goes first: a Map keeps the order in which it was filled.
      if (this.#shops.size >= ReadyAnswers.mostShops) this.#shops.delete(this.#shops.keys().next().value!)
      shop = { generation: 0, answers: new Map() }
      this.#shops.set(shopId, shop)
    }
    const { generation } = shop
    return (answer) => {
      const now = this.#shops.get(shopId)
      if (!this.#hub.connected || now !== shop || now.generation !== generation) return
      if (now.answers.size >= ReadyAnswers.mostPerShop) now.answers.clear()
      now.answers.set(question, answer)
    }
  }

  #drop(shopId: string): void {
    const shop = this.#shops.get(shopId)
    if (!shop) return
    shop.generation += 1
    shop.answers.clear()
  }
}
