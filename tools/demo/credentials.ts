import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperatorRole } from '@quayside/contract'
import { isCommonCode } from '../../apps/server/src/modules/identity/password.ts'

export type DemoOperator = {
  name: string
  email: string
  password: string
  roles: OperatorRole[]
  /** Base32, for an authenticator app; null until it is enrolled. */
  totpSecret: string | null
}
export type DemoMerchant = {
  /** One line that tells a newcomer what state this merchant is in. */
  about: string
  email: string
  phone: string
  password: string
  paymentPassword: string | null
  shopCode: string | null
}
export type DemoBuyer = {
  name: string
  email: string
  token: string
  street: string
  city: string
  postcode: string
  country: string
}

/** Everything needed to go on with a demo: the log-ins, the buyers' sessions and a spare invitation. */
export type DemoCredentials = {
  dataDir: string
  operators: DemoOperator[]
  /** The main merchant first. */
  merchants: DemoMerchant[]
  buyers: DemoBuyer[]
  /** Open sessions of operators and merchants by e-mail, so that starting again and again is no storm of log-ins. */
  sessions: Record<string, string>
  /** The shop that the demo buyers mostly visit. */
  mainShop: string
  /** Shops that stay without buyers, to show what a new shop looks like. */
  quietShops: string[]
  invitation: string | null
}

const pathOf = (dataDir: string) => join(dataDir, 'demo.json')

export async function readCredentials(dataDir: string): Promise<DemoCredentials | null> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => null)
  return text === null ? null : { ...(JSON.parse(text) as DemoCredentials), dataDir }
}

// One after the other: the robots save at the same time, and there is one file.
let saving: Promise<void> = Promise.resolve()

/** Saves whole or not at all, readable by the owner only. */
export function saveCredentials(credentials: DemoCredentials): Promise<void> {
  const { dataDir, ...kept } = credentials
  const save = async () => {
    await mkdir(dataDir, { recursive: true })
    const fresh = `${pathOf(dataDir)}.new`
    await writeFile(fresh, JSON.stringify(kept, null, 2), { mode: 0o600 })
    await rename(fresh, pathOf(dataDir))
  }
  const done = saving.then(save)
  saving = done.catch(() => {})
  return done
}

/** A password that can be typed on a phone. */
export const newPassword = () => `demo-${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`

/** Six digits, all different, that no list of common codes holds. */
export function newPaymentPassword(): string {
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    if (new Set(code).size === 6 && !isCommonCode(code)) return code
  }
}
