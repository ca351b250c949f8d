/**
 * A chain on this machine, for tests, the bench and the demo: the node "anvil" with the contracts beside this file, and
 * a hot wallet whose key is made here and known to no server. Deposit addresses come from another key, so that nothing
 * the hot wallet does can look like a deposit.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as rest } from 'node:timers/promises'
import {
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  keccak256,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { english, generateMnemonic, generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { freePort } from '../../src/platform/database/free-port.ts'
import { batch, refusingToken, testToken } from './contracts.ts'

export const localChainId = 31337

/** Where the node's program is; null when there is none for this kind of machine. */
export function findAnvil(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    // The platform's package belongs to the one that is listed, and is found from there. Its program is started itself:
    // what is ended is the node.
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${program}`)
  } catch {
    return null
  }
}

export type Anvil = { url: string; stop(): Promise<void> }

/**
 * Starts a node. Blocks come when `mine` is called, or every `blockTime` seconds. With `state`, a file, the chain goes
 * on where it was; a new one begins at the block `genesis`.
 * It is detached from the terminal's Ctrl-C: who started it stops it.
 */
export async function startAnvil(
  options: { port?: number; blockTime?: number; state?: string; genesis?: number } = {},
): Promise<Anvil> {
  const program = findAnvil()
  if (!program) throw new Error(`no local chain for this kind of machine (${process.platform} ${process.arch})`)
  const port = options.port ?? (await freePort())
  const node = spawn(
    program,
    [
      '--host=127.0.0.1',
      `--port=${port}`,
      `--chain-id=${localChainId}`,
      '--hardfork=cancun',
      '--accounts=0',
      '--order=fifo',
      '--quiet',
      ...(options.blockTime ? ['--block-time', String(options.blockTime)] : ['--no-mining']),
      ...(options.genesis === undefined ? [] : [`--number=${options.genesis}`]),
      // Sooner than a transfer is final, so that a killed node has every final one.
      ...(options.state ? ['--state', options.state, '--state-interval', '5'] : []),
    ],
    { stdio: 'ignore', detached: true },
  )
  // Nobody leaves a node behind, however they end.
  const onExit = () => node.kill('SIGKILL')
  process.once('exit', onExit)
  node.once('exit', () => process.off('exit', onExit))
  const url = `http://127.0.0.1:${port}`
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  for (let waited = 0; ; waited += 20) {
    const up = await client.getChainId().then(
      () => true,
      () => false,
    )
    if (up) break
    if (node.exitCode !== null || waited > 20_000) throw new Error('the local chain did not start')
    await rest(20)
  }
  return {
    url,
    async stop() {
      if (node.exitCode !== null || node.signalCode !== null) return
      const ended = once(node, 'exit')
      node.kill('SIGTERM')
      // It writes its state first.
      const late = setTimeout(() => node.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(late)
    },
  }
}

export type SentTransaction = { hash: Hex; raw: Hex }

/**
 * Speaks to a node as the people around the platform do: who holds the hot wallet, who sends tokens, and the miners.
 */
export function createChainClient(url: string, hotKey: Hex = generatePrivateKey()) {
  const client = createPublicClient({ transport: http(url, { timeout: 30_000 }) })
  const hot = privateKeyToAccount(hotKey)
  const ask = (method: string, ...params: unknown[]) => client.request({ method, params } as never) as Promise<unknown>

  /** Signs with the hot wallet; the nonce is the next one unless told. */
  const sign = async (tx: {
    to?: Address
    data: Hex
    nonce?: number
    gas?: bigint
    chainId?: number
  }): Promise<SentTransaction> => {
    const nonce = tx.nonce ?? (await client.getTransactionCount({ address: hot.address, blockTag: 'pending' }))
    const raw = await hot.signTransaction({
      chainId: localChainId,
      gas: 2_000_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      ...tx,
      nonce,
    })
    return { hash: keccak256(raw), raw }
  }
  const broadcast = (sent: SentTransaction) => client.sendRawTransaction({ serializedTransaction: sent.raw })
  const send = async (tx: { to?: Address; data: Hex }): Promise<SentTransaction> => {
    const sent = await sign(tx)
    await broadcast(sent)
    return sent
  }
  const deploy = async (contract: { abi: Abi; bytecode: Hex }, args: unknown[] = []): Promise<Address> => {
    const nonce = await client.getTransactionCount({ address: hot.address, blockTag: 'pending' })
    await send({ data: encodeDeployData({ abi: contract.abi, bytecode: contract.bytecode, args } as never) })
    return getContractAddress({ from: hot.address, nonce: BigInt(nonce) })
  }
  return {
    url,
    client,
    hot,
    sign,
    broadcast,
    send,
    /** Gives the hot wallet what transactions cost here. */
    fuel: () => ask('anvil_setBalance', hot.address, '0xd3c21bcecceda1000000'),
    deployToken: (symbol: string) => deploy(testToken, [symbol]),
    deployRefusingToken: () => deploy(refusingToken),
    deployBatch: () => deploy(batch),
    mint: (token: string, to: Address, units: bigint) =>
      send({
        to: token as Address,
        data: encodeFunctionData({ abi: testToken.abi, functionName: 'mint', args: [to, units] }),
      }),
    /** A transfer by the hot wallet, handed in and not yet in a block. */
    transfer: (token: string, to: string, units: bigint) =>
      send({ to: token as Address, data: transferData(to, units) }),
    mine: (blocks = 1) => ask('anvil_mine', `0x${blocks.toString(16)}`),
    /** Whether a contract is there. */
    has: async (contract: string) => (await client.getCode({ address: contract as Address })) !== undefined,
    head: () => client.getBlockNumber({ cacheTime: 0 }),
    /**
     * Remembers the chain as it is; `revert` goes back there, and what was mined since is in no block and waits
     * nowhere.
     */
    snapshot: () => ask('evm_snapshot') as Promise<string>,
    revert: (snapshot: string) => ask('evm_revert', snapshot),
    /** Replaces the newest blocks by others of the same heights. */
    reorg: (depth: number) => ask('anvil_reorg', depth, []),
  }
}
export type LocalChain = ReturnType<typeof createChainClient>

export const transferData = (to: string, units: bigint): Hex =>
  encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to as Address, units] })

/** Keys for a chain that lives longer than one process: where deposits are, and what the hot wallet signs with. */
export type ChainKeys = { mnemonic: string; hotKey: Hex }
export const newChainKeys = (): ChainKeys => ({ mnemonic: generateMnemonic(english), hotKey: generatePrivateKey() })

/** The branch of a mnemonic's key tree that deposit addresses are under, as wallets number it. */
const depositBranch = "m/44'/60'/0'"
/** What a server is given of it: enough to derive addresses, not to spend. */
export const depositXpub = (mnemonic: string): string =>
  mnemonicToAccount(mnemonic, { path: depositBranch }).getHdKey().publicExtendedKey
