import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language, OperatorRole } from '@quayside/contract'
import { isCommonCode } from '../../apps/server/src/modules/people/identity/password.ts'

export type DemoOperator = {
  name: string
  email: string
  password: string
  roles: OperatorRole[]
  /** Base32, for an authenticator app; null until it is enrolled. */
  totpSecret: string | null
}
export type DemoMerchant = {
  /** The state of this merchant, in one line for a new user of the demo. */
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
  state?: string
}

/** What a demo needs to continue: logins, the buyers' sessions and an unused invitation. */
export type DemoCredentials = {
  dataDir: string
  operators: DemoOperator[]
  /** The main merchant first. */
  merchants: DemoMerchant[]
  /** Merchants whose shops are run by robots. */
  neighbours: DemoMerchant[]
  buyers: DemoBuyer[]
  /** Sessions of buyers with an account, who follow shops. */
  followers: { lang: Language; session: string }[]
  /** Open sessions of operators and merchants by e-mail, so that frequent restarts do not reach the login limits. */
  sessions: Record<string, string>
  /** The shop that most demo buyers visit. */
  mainShop: string
  /** Shops without buyers, which show a new shop. */
  quietShops: string[]
  invitation: string | null
  /**
   * The trade before the first start, and the days in which it grew. Null in a demo that began without; unfinished if
   * its making was interrupted.
   */
  past: { from: string; until: string; days: number; finished: boolean } | null
}

/** What is known of an empty demo. */
export const noCredentials = (dataDir: string): DemoCredentials => ({
  dataDir,
  operators: [],
  merchants: [],
  neighbours: [],
  buyers: [],
  followers: [],
  sessions: {},
  mainShop: '',
  quietShops: [],
  invitation: null,
  past: null,
})

const pathOf = (dataDir: string) => join(dataDir, 'demo.json')

export async function readCredentials(dataDir: string): Promise<DemoCredentials | null> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => null)
  if (text === null) return null
  // A file of an earlier version has no neighbours, no followers and no past.
  const kept = JSON.parse(text) as DemoCredentials & Partial<Pick<DemoCredentials, 'neighbours' | 'followers' | 'past'>>
  const { neighbours = [], followers = [], past = null } = kept
  return { ...kept, neighbours, followers, past, dataDir }
}

// Writes are queued: the robots save in parallel to one file.
let saving: Promise<void> = Promise.resolve()

/** Writes the file atomically, readable by the owner only. */
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

/** A password that is easy to type on a phone. */
export const newPassword = () => `demo-${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`

/** Six different digits, not in any list of common codes. */
export function newPaymentPassword(): string {
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    if (new Set(code).size === 6 && !isCommonCode(code)) return code
  }
}
