import { createHash } from 'node:crypto'
import { minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { clearAttempts, takeAttempt } from '../../platform/throttle.ts'
import { passwordIs, pretendToCompare } from './password.ts'
import { normalPhone } from '../../platform/phone.ts'
import { findDevice, issueSession, openSession, type From } from './sessions.ts'
import { findMerchantByName, findOperator, holdPassword, readMerchant, type MerchantRow } from './store.ts'

/** Attempts at one name (or with one device that was logged in before) and from one address in a quarter of an hour. */
const mostForName = 10
const mostFromAddress = 60
const span = minutes(15)

const nameKey = (kind: string, name: string): string =>
  `login ${kind} ${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`

/** Counts tries before anything is looked at; refuses `login/throttled` with the minutes left. Answers the first key. */
async function countTries(house: House, counts: [key: string, most: number][], now: Date): Promise<string> {
  const taken = await Promise.all(counts.map(([key, most]) => takeAttempt(house.db, key, most, span, now)))
  const stopped = taken.find((attempt) => !attempt.allowed)
  if (stopped)
    refuse('login/throttled', { minutes: Math.max(1, Math.ceil((stopped.until.getTime() - now.getTime()) / 60_000)) })
  return counts[0]![0]
}

const countAttempt = (house: House, kind: string, name: string, ip: string, now: Date): Promise<string> =>
  countTries(
    house,
    [
      [nameKey(kind, name), mostForName],
      [`login from ${ip}`, mostFromAddress],
    ],
    now,
  )

/** Counts an act of somebody who is not logged in, by the network address alone. */
export const countFromAddress = (house: House, act: string, ip: string, now: Date): Promise<string> =>
  countTries(house, [[`${act} from ${ip}`, mostFromAddress]], now)

/** A name as it is typed at the login: an e-mail address, or a phone number in its international form. */
export function readName(typed: string): { name: string; phone: string | null } {
  const name = typed.trim().toLowerCase()
  return { name, phone: name.includes('@') ? null : normalPhone(name) }
}

/**
 * Login by e-mail or phone. A wrong name and a wrong password are the same answer, in the same time. A device that was logged in before has
 * tries of its own, which no stranger can use up; all strangers together have those of the name.
 */
export async function logIn(
  house: House,
  given: { name: string; password: string },
  from: From,
  now: Date,
): Promise<{ token: string; device: string | null; merchant: MerchantRow }> {
  const { name, phone } = readName(given.name)
  const [merchant, known] = await Promise.all([
    findMerchantByName(house.db, name, phone),
    from.device ? findDevice(house.db, from.device) : undefined,
  ])
  const key =
    known && known.merchant_id === merchant?.id
      ? await countTries(house, [[`login by ${known.id}`, mostForName]], now)
      : await countAttempt(house, 'merchant', phone ?? name, from.ip, now)
  const right = merchant
    ? await passwordIs(merchant.password_hash, given.password)
    : await pretendToCompare(given.password)
  if (!merchant || !right) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  const opened = await transact(house.db, async (tx) => {
    // Changed since it was compared: a session of the old one would outlive the end of all of them.
    if (!(await holdPassword(tx, merchant.id, merchant.password_hash))) refuse('login/wrong')
    return openSession(tx, merchant, from, now)
  })
  return { ...opened, merchant }
}

/**
 * Asks the login password again before something that only its holder may do. Throttled like a login. Answers the hash that it was
 * compared with.
 */
export async function confirmLoginPassword(
  house: House,
  merchantId: string,
  password: string,
  ip: string,
  now: Date,
): Promise<string> {
  const key = await countAttempt(house, 'again', merchantId, ip, now)
  const merchant = await readMerchant(house.db, merchantId)
  if (!merchant || !(await passwordIs(merchant.password_hash, password))) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  return merchant.password_hash
}

export async function logInOperator(house: House, given: { email: string; password: string }, ip: string, now: Date) {
  const key = await countAttempt(house, 'operator', given.email, ip, now)
  const operator = await findOperator(house.db, given.email)
  const right = operator
    ? await passwordIs(operator.password_hash, given.password)
    : await pretendToCompare(given.password)
  if (!operator || !right) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  const token = await transact(house.db, (tx) => issueSession(tx, 'operator', operator.id, null, now))
  return { token, operator }
}
