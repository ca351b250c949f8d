import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from '@quayside/contract/statement-file'
import type { Settings } from '../../settings.ts'

/** The signing key of statements and daily roots (Ed25519, RFC 8032). */
export type StatementKey = {
  /** 32 bytes in base64url. */
  publicKey: string
  /** The beginning of the public key's SHA-256, for people. */
  fingerprint: string
  /** Public keys with valid signatures: this key and the former keys. */
  known: readonly string[]
  /** Returns 64 bytes. */
  sign(text: string): Buffer
  /** `ed25519.KEY.SIGNATURE`, the format in statement files. */
  signature(text: string): string
}

// The PKCS #8 bytes before the 32 bytes of a private key.
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Opens the key of the settings. Without a key, which only demo and test mode allow, creates one in the data folder.
 */
export function openStatementKey({
  statementKey,
  oldStatementKeys,
  dataDir,
}: Pick<Settings, 'statementKey' | 'oldStatementKeys' | 'dataDir'>): StatementKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([prefix, statementKey ?? keptIn(dataDir)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x!
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey)
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    known: [publicKey, ...oldStatementKeys.filter((key) => key !== publicKey)],
    sign: signed,
    signature: (text) => `ed25519.${publicKey}.${signed(text).toString('base64url')}`,
  }
}

function keptIn(dataDir: string): Buffer {
  const path = join(dataDir, 'statement-key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // If two servers start at once, the first writes the key and both read it.
    writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}
