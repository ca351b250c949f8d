import { expect, test } from 'vitest'
import { limitConcurrencyPerKey, QueueFull, limitConcurrency } from './concurrency.ts'

/** Work that runs until `end` is called. */
function work() {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  let begun = false
  return {
    run: async () => {
      begun = true
      await ended
    },
    begun: () => begun,
    end,
  }
}

test('a limit of two running and one waiting refuses a further function at once', async () => {
  const limited = limitConcurrency(2, 1)
  const all = [work(), work(), work()]
  const running = all.map((one) => limited(one.run))
  await expect(limited(async () => undefined)).rejects.toThrow(QueueFull)
  expect(all.map((one) => one.begun())).toEqual([true, true, false])
  all[0]!.end()
  await running[0]
  await Promise.resolve()
  expect(all[2]!.begun()).toBe(true)
  for (const one of all) one.end()
  await Promise.all(running)
})

test('a key waits for its own work only, and a failed function frees its slot', async () => {
  const limited = limitConcurrencyPerKey({ running: 1, waiting: 5 })
  const [slow, queued, other] = [work(), work(), work()]
  const running = [limited('a', slow.run), limited('a', queued.run), limited('b', other.run)]
  await Promise.resolve()
  expect([slow.begun(), queued.begun(), other.begun()]).toEqual([true, false, true])
  for (const one of [slow, queued, other]) one.end()
  await Promise.all(running)
  await expect(limited('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await limited('a', async () => 1)).toBe(1)
})
