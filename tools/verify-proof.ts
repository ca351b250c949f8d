/**
 * Verifies the proof of an act that a merchant confirmed with a passkey, as the console saves it, without a server:
 * `node tools/verify-proof.ts <file>.json <host name of PUBLIC_URL>`. Prints what was signed; fails for any other text.
 */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { verifiesDocument } from '../apps/server/src/platform/security/verify-signature.ts'

const [file, host] = process.argv.slice(2)
if (!file || !host) throw new Error('usage: node tools/verify-proof.ts <file>.json <host name>')
const proof = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
const bytes = (name: string) => Buffer.from(proof[name] ?? '', 'base64url')
const signed = verifiesDocument(proof['document'] ?? '', {
  public_key: bytes('publicKey'),
  authenticator_data: bytes('authenticatorData'),
  client_data: bytes('clientData'),
  signature: bytes('signature'),
})
const isOfHost = bytes('authenticatorData')
  .subarray(0, 32)
  .equals(hash('sha256', host, 'buffer'))
process.stdout.write(`${proof['document']}\n`)
process.stdout.write(
  signed && isOfHost
    ? `signed by this key at ${host}, with its user verified\n`
    : `not proved: ${signed ? `signed at another site than ${host}` : 'the signature is not one of this document'}\n`,
)
process.exitCode = signed && isOfHost ? 0 : 1
