import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAnvil } from '../../apps/server/test/chain/local-chain.ts'
import { openDemoChain, startDemoChain } from './chain.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-demo-chain-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!findAnvil())(
  'a chain goes on after a restart, and begins anew above its blocks without a state',
  async () => {
    const height = async () => (await openDemoChain(folder))!.chain.client.getBlockNumber()
    const first = await startDemoChain(folder)
    const blocks = await height()
    await first.stop()

    const again = await startDemoChain(folder)
    expect({ ...again.settings, rpc: [] }).toEqual({ ...first.settings, rpc: [] })
    expect(await height()).toBeGreaterThanOrEqual(blocks)
    const last = await height()
    await again.stop()

    await writeFile(join(folder, 'demo-chain-state.json'), '{"half')
    const anew = await startDemoChain(folder)
    try {
      const { start, ...others } = anew.settings
      expect({ ...others, rpc: [] }).toEqual({ ...first.settings, start: undefined, rpc: [] })
      expect(BigInt(start)).toBeGreaterThanOrEqual(last - 2n)
      const { chain, token } = (await openDemoChain(folder))!
      expect(await chain.has(token)).toBe(true)
    } finally {
      await anew.stop()
    }
  },
)
