import { join, resolve } from 'node:path'
import { login } from '@quayside/contract'
import { createApiClient } from './api-client.ts'
import { readCredentials, type DemoMerchant } from './credentials.ts'

export type Visit = { origin: string; merchant: DemoMerchant; token: string }

/**
 * The running demo (`PORT` and `QUAYSIDE_DATA` as for `npm start`) and a new session of its main merchant. Throws if
 * none runs.
 */
export async function visitDemo(): Promise<Visit> {
  const dataDir = resolve(join(import.meta.dirname, '..', '..'), process.env['QUAYSIDE_DATA'] ?? '.data')
  const origin = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
  const credentials = await readCredentials(dataDir)
  const alive = await fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!credentials || !alive) throw new Error('no demo runs here: start it with npm start, with the same PORT and data')
  const merchant = credentials.merchants[0]!
  const { userinfo } = await createApiClient({ origin, consoleOrigin: origin }, undefined).call(login, {
    name: merchant.email,
    password: merchant.password,
  })
  return { origin, merchant, token: userinfo.token }
}
