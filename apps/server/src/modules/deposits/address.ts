import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { queryOne, sql, type Tx } from '../../platform/postgres.ts'
import type { ChainSettings } from '../../settings.ts'
import { lockShop } from '../shops/store.ts'

/** The address at a place of an extended public key, with its checksum. No private key exists here to be stolen. */
export function deriveAddress(xpub: string, number: number): string {
  const child = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(number)
  if (!child.publicKey) throw new Error('an extended public key has public children')
  return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(child.publicKey).toBytes(false)))
}

/** The shop's address on a network, made when it has none. */
export async function findOrCreateAddress(tx: Tx, chain: ChainSettings, shopId: string, at: Date): Promise<string> {
  const read = async () =>
    (
      await queryOne(
        tx,
        sql<{
          address: string
        }>`select address from deposit_address where network = ${chain.network} and shop_id = ${shopId}`,
      )
    )?.address
  const there = await read()
  if (there) return there
  // Those who ask at once wait for each other, so that no number of the key tree is left out: wallets stop looking after some empty ones.
  await lockShop(tx, shopId)
  const meanwhile = await read()
  if (meanwhile) return meanwhile
  const next = await queryOne(
    tx,
    sql<{ n: bigint }>`select nextval(pg_get_serial_sequence('deposit_address', 'number')) as n`,
  )
  const address = deriveAddress(chain.xpub, Number(next!.n))
  await sql`insert into deposit_address (number, network, shop_id, address, created_at) overriding system value
    values (${next!.n}, ${chain.network}, ${shopId}, ${address}, ${at})`.execute(tx)
  return address
}
