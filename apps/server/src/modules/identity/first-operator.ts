import type { House } from '../../platform/house.ts'
import { newId } from '../../platform/ids.ts'
import { breaks } from '../../platform/postgres.ts'
import { hashPassword } from './password.ts'
import { anyOperator, insertOperator } from './store.ts'

/** Makes the first operator, an owner, from the settings when there is none; later ones are made by owners in the console. */
export async function ensureFirstOperator(house: House): Promise<void> {
  const first = house.settings.firstOperator
  if (!first || (await anyOperator(house.db))) return
  try {
    const passwordHash = await hashPassword(first.password)
    await insertOperator(house.db, {
      id: newId(),
      name: 'Owner',
      email: first.email,
      passwordHash,
      roles: ['owner'],
      at: house.clock.now(),
    })
  } catch (error) {
    // A second copy that starts at the same time made it.
    if (!breaks(error, 'operator_email')) throw error
  }
}
