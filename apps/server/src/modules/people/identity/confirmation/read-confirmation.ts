import type { MerchantSignature } from '@quayside/contract'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { verifiesDocument } from '../../../../platform/security/verify-signature.ts'
import { findConfirmation } from './payment-passkey-store.ts'

/**
 * By which passkey a withdrawal or a destination was confirmed, its signature verified again at each look; null by the
 * payment password.
 */
export async function readConfirmation(
  db: Queryable,
  shopId: string,
  subjectId: string,
): Promise<MerchantSignature | null> {
  const row = await findConfirmation(db, shopId, subjectId)
  if (!row) return null
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return {
    at: row.confirmed_at.toISOString(),
    passkey: row.name,
    verified: verifiesDocument(row.document, row),
    proof: {
      document: row.document,
      publicKey: text(row.public_key),
      authenticatorData: text(row.authenticator_data),
      clientData: text(row.client_data),
      signature: text(row.signature),
    },
  }
}
