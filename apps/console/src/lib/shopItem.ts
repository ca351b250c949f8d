/** Something of a shop, such as an order or a refund: an id is unique within its shop only. */
export type ShopItem = { shopId: string; id: string }

/** The key of an item in an address and in a list. */
export const shopItemKey = ({ shopId, id }: ShopItem): string => `${shopId}_${id}`

/** Reads a key; null for another text, which a person can type into an address. */
export function parseShopItemKey(key: string): ShopItem | null {
  const [shopId, id] = key.split('_')
  return shopId?.length === 36 && id?.length === 36 ? { shopId, id } : null
}
