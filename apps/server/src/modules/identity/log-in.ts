import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { clearAttempts, giveAttemptBack } from '../../platform/throttle.ts'
import { compared, countStranger, countTries, mostOfOne } from './log-in-limits.ts'
import { passwordIs, pretendToCompare } from './password.ts'
import { normalPhone } from '../../platform/phone.ts'
import { findDevice, openSession, type From } from './sessions.ts'
import { findMerchantByName, holdPassword, readMerchant, type MerchantRow } from './store.ts'

/** A name as it is typed at the login: an e-mail address, or a phone number in its international form. */
export function readName(typed: string): { name: string; phone: string | null } {
  const name = typed.trim().toLowerCase()
  return { name, phone: name.includes('@') ? null : normalPhone(name) }
}

/**
 * Login by e-mail or phone. A wrong name and a wrong password are the same answer, in the same time. A device that was logged in before has
 * tries of its own, which no stranger can use up; strangers are slowed down.
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
  const keys =
    known && known.merchant_id === merchant?.id
      ? await countTries(house, [[`login by ${known.id}`, mostOfOne]], now)
      : await countStranger(house, 'merchant', phone ?? name, from.ip, now)
  const right = await compared(house, keys, () =>
    merchant ? passwordIs(merchant.password_hash, given.password) : pretendToCompare(given.password),
  )
  if (!merchant || !right) return refuse('login/wrong')
  await giveAttemptBack(house.db, keys)
  const opened = await transact(house.db, async (tx) => {
    // Changed since it was compared: a session of the old one would outlive the end of all of them.
    if (!(await holdPassword(tx, merchant.id, merchant.password_hash))) refuse('login/wrong')
    return openSession(tx, merchant, from, now, house.settings.masterKey)
  })
  return { ...opened, merchant }
}

/**
 * Asks the login password again before something that only its holder may do. A session has ten tries in a quarter
 * of an hour, whoever holds it. Answers the hash that it was
 * compared with.
 */
export async function confirmLoginPassword(
  house: House,
  merchantId: string,
  password: string,
  now: Date,
): Promise<string> {
  const key = `login again ${merchantId}`
  await countTries(house, [[key, mostOfOne]], now)
  const merchant = await readMerchant(house.db, merchantId)
  if (!merchant || !(await passwordIs(merchant.password_hash, password))) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  return merchant.password_hash
}
