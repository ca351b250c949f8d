import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import type { ChainSettings } from '../../../../settings.ts'
import { lockShop } from '../../../shop/shops/store.ts'
import { findAddress, insertAddress, nextAddressIndex } from './chain-store.ts'

/** Derives the address at an index of an extended public key, with its checksum. The server has no private key. */
export function deriveAddress(xpub: string, index: number): string {
  const child = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  if (!child.publicKey) throw new Error('extended public key has no public child')
  return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(child.publicKey).toBytes(false)))
}

/** Returns the deposit address of a shop on a network; creates it at the first call. */
export async function findOrCreateAddress(tx: Tx, chain: ChainSettings, shopId: string, now: Date): Promise<string> {
  const existing = await findAddress(tx, chain.network, shopId)
  if (existing) return existing
  // Concurrent calls wait for each other, so that no index stays unused: wallets stop their scan after some unused
  // addresses.
  await lockShop(tx, shopId)
  const concurrent = await findAddress(tx, chain.network, shopId)
  if (concurrent) return concurrent
  const index = await nextAddressIndex(tx)
  const address = deriveAddress(chain.xpub, Number(index))
  await insertAddress(tx, { index, network: chain.network, shopId, address, at: now })
  return address
}
