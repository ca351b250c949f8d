/**
 * Sends test tokens on the local chain of a running demo (`npm start`): `node tools/chain-send.ts <address>
 * <amount>`.
 */
import { join, resolve } from 'node:path'
import { parseMoney } from '@quayside/contract'
import { openDemoChain } from './demo/chain.ts'

const [address, amountText] = process.argv.slice(2)
const print = (line: string) => process.stdout.write(`${line}\n`)
const fail = (line: string): never => {
  print(line)
  process.exit(1)
}

const cents = parseMoney(amountText ?? '')
if (!address || !/^0x[0-9a-fA-F]{40}$/.test(address) || cents === null || cents <= 0n)
  fail(
    'Use: node tools/chain-send.ts <address> <amount>, for example node tools/chain-send.ts 0x52908400098527886E0F7030069857D2E4169EE7 150',
  )
const open = await openDemoChain(resolve(join(import.meta.dirname, '..'), process.env['QUAYSIDE_DATA'] ?? '.data'))
if (!open) fail('There is no local chain yet: start the demo with npm start')
const { chain, token } = open!
const sent = await chain
  .transfer(token, address!, cents! * 10_000n)
  .catch((error: unknown) =>
    fail(`The local chain did not take it: ${error instanceof Error ? error.message : String(error)}`),
  )
print(`${amountText} USDT are on their way to ${address}: transaction ${sent.hash}`)
