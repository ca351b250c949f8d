import { createECDH, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carrierNames, type DemoCarrier } from './carriers.ts'

export type DemoSecrets = {
  masterKey: string
  pinKey: string
  statementKey: string
  webhookSecret: string
  carriers: DemoCarrier[]
  /** Key that identifies this installation to push services. A new one would end every subscription. */
  vapid: { publicKey: string; privateKey: string }
  operator: { email: string; password: string }
}

export const secretsFile = 'demo-secrets.json'

/** Secrets of this data folder, created once. Demos share no secrets. */
export async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const path = join(dataDir, secretsFile)
  const vapid = createECDH('prime256v1')
  vapid.generateKeys()
  const secrets: DemoSecrets = {
    masterKey: randomBytes(32).toString('base64'),
    pinKey: randomBytes(32).toString('base64'),
    statementKey: randomBytes(32).toString('base64'),
    webhookSecret: randomBytes(24).toString('base64url'),
    carriers: carrierNames.map((name) => ({ name, secret: randomBytes(32).toString('base64url') })),
    vapid: { publicKey: vapid.getPublicKey('base64url'), privateKey: vapid.getPrivateKey('base64url') },
    operator: { email: 'owner@demo.quayside.example', password: `demo-${randomBytes(9).toString('base64url')}` },
    // Existing secrets stay. A folder of an earlier version gets the missing ones.
    ...(existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Partial<DemoSecrets>) : {}),
  }
  await writeFile(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
