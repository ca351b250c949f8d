import { createHash } from 'node:crypto'
import { minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { clearAttempts, takeAttempt } from '../../platform/throttle.ts'
import { passwordIs, pretendToCompare } from './password.ts'
import { normalPhone } from './phone.ts'
import { issueSession } from './sessions.ts'
import { findMerchantByName, findOperator, readMerchant, type MerchantRow } from './store.ts'

/** Attempts at one account and from one address in a quarter of an hour. */
const mostForName = 10
const mostFromAddress = 60
const span = minutes(15)

const nameKey = (kind: string, name: string): string =>
  `login ${kind} ${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`

/** Counts an attempt before anything is looked at; refuses `login/throttled` with the minutes left. */
async function countAttempt(house: House, kind: string, name: string, ip: string, now: Date): Promise<string> {
  const key = nameKey(kind, name)
  const [forName, fromAddress] = await Promise.all([
    takeAttempt(house.db, key, mostForName, span, now),
    takeAttempt(house.db, `login from ${ip}`, mostFromAddress, span, now),
  ])
  const stopped = [forName, fromAddress].find((attempt) => !attempt.allowed)
  if (stopped)
    refuse('login/throttled', { minutes: Math.max(1, Math.ceil((stopped.until.getTime() - now.getTime()) / 60_000)) })
  return key
}

/** Login by e-mail or phone. A wrong name and a wrong password are the same answer, in the same time. */
export async function logIn(
  house: House,
  given: { name: string; password: string },
  ip: string,
  now: Date,
): Promise<{ token: string; merchant: MerchantRow }> {
  const name = given.name.trim().toLowerCase()
  const phone = name.includes('@') ? null : normalPhone(name)
  const key = await countAttempt(house, 'merchant', phone ?? name, ip, now)
  const merchant = await findMerchantByName(house.db, name, phone)
  const right = merchant
    ? await passwordIs(merchant.password_hash, given.password)
    : await pretendToCompare(given.password)
  if (!merchant || !right) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  const token = await transact(house.db, (tx) => issueSession(tx, 'merchant', merchant.id, merchant.shop_id, now))
  return { token, merchant }
}

/** Asks the login password again before something that only its holder may do. Throttled like a login. */
export async function confirmLoginPassword(
  house: House,
  merchantId: string,
  password: string,
  ip: string,
  now: Date,
): Promise<void> {
  const key = await countAttempt(house, 'again', merchantId, ip, now)
  const merchant = await readMerchant(house.db, merchantId)
  if (!merchant || !(await passwordIs(merchant.password_hash, password))) refuse('login/wrong')
  await clearAttempts(house.db, key)
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
