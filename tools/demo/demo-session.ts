import { join, resolve } from 'node:path'
import { login, type OperatorRole } from '@quayside/contract'
import { createApiClient } from './api-client.ts'
import { readCredentials, type DemoMerchant } from './credentials.ts'
import { logInOperator, operatorOf } from './operators.ts'

export type Visit = {
  origin: string
  consoleOrigin: string
  /** The page of the main shop. */
  shopPage: string
  merchant: DemoMerchant
  token: string
  /** A new session of the first operator with a role. */
  operatorToken(role: OperatorRole): Promise<string>
}

/**
 * The running demo (`PORT`, its two other ports, and `QUAYSIDE_DATA` as for `npm start`) and a new session of its main
 * merchant. Throws if none runs.
 */
export async function visitDemo(): Promise<Visit> {
  const dataDir = resolve(join(import.meta.dirname, '..', '..'), process.env['QUAYSIDE_DATA'] ?? '.data')
  const port = Number(process.env['PORT'] ?? 3000)
  const origin = `http://127.0.0.1:${port}`
  const consoleOrigin = `http://127.0.0.1:${process.env['QUAYSIDE_CONSOLE_PORT'] || port + 1}`
  const storefront = `http://127.0.0.1:${process.env['QUAYSIDE_STOREFRONT_PORT'] || port + 2}`
  const credentials = await readCredentials(dataDir)
  const alive = await fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!credentials || !alive) throw new Error('no demo runs here: start it with npm start, with the same PORT and data')
  const merchant = credentials.merchants[0]!
  const line = createApiClient({ origin, consoleOrigin }, undefined)
  const { userinfo } = await line.call(login, { name: merchant.email, password: merchant.password })
  return {
    origin,
    consoleOrigin,
    shopPage: `${storefront}/en/s/${credentials.mainShop}`,
    merchant,
    token: userinfo.token,
    operatorToken: (role) => logInOperator(line, credentials, operatorOf(credentials, role, 0)),
  }
}
