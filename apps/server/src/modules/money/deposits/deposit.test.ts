import { depositChannels, depositChannelTraits, depositStates, type DepositState } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../../test/database.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { canReach, canTransition } from './deposit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The values that a check constraint of the table allows for a column. */
async function allowedValues(column: string): Promise<string[]> {
  const row = await queryOne(
    database.owner,
    sql<{ check: string }>`select pg_get_constraintdef(oid) as check from pg_constraint
      where conrelid = 'deposit'::regclass and conname = ${`deposit_${column}_check`}`,
  )
  return [...row!.check.matchAll(/'([^']+)'::text/g)].map(([, value]) => value!)
}

test('the database allows the channels and states of the contract, and no others', async () => {
  expect((await allowedValues('channel')).toSorted()).toEqual([...depositChannels].toSorted())
  expect((await allowedValues('state')).toSorted()).toEqual([...depositStates].toSorted())
})

test.each(depositChannels)(
  'every state of channel %s is reachable and matches the properties of the channel',
  (channel) => {
    const { states, approvableStates, hasDisputes, isCancellable } = depositChannelTraits[channel]
    const first: DepositState = states.includes('confirming') ? 'confirming' : 'awaiting-transfer'
    const reached = new Set<DepositState>([first])
    for (const from of reached)
      for (const to of depositStates) if (canTransition(from, to) && canReach(channel, to)) reached.add(to)
    expect([...reached].toSorted()).toEqual([...states].toSorted())

    expect(states.includes('disputed')).toBe(hasDisputes)
    expect(states.includes('cancelled')).toBe(isCancellable)
    for (const state of approvableStates) expect(states).toContain(state)
    expect(states.includes('rejected')).toBe(approvableStates.length > 0)
  },
)
