import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  newPassword,
  newPaymentPassword,
  readCredentials,
  saveCredentials,
  type DemoCredentials,
} from './credentials.ts'

test('payment passwords are six different digits and never a run', () => {
  const made = Array.from({ length: 300 }, newPaymentPassword)
  for (const code of made) {
    expect(code).toMatch(/^\d{6}$/)
    expect(new Set(code).size).toBe(6)
    expect('01234567890 09876543210').not.toContain(code)
  }
  expect(new Set(made).size).toBeGreaterThan(250)
})

test('passwords are easy to type and differ', () => {
  const made = Array.from({ length: 50 }, newPassword)
  for (const password of made) expect(password).toMatch(/^demo-[A-Za-z0-9]{12}$/)
  expect(new Set(made).size).toBe(50)
})

test('credentials are stored readable by their owner only, and are read back unchanged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-demo-'))
  try {
    expect(await readCredentials(dataDir)).toBeNull()
    const credentials: DemoCredentials = {
      dataDir,
      operators: [
        { name: 'Finn', email: 'finn@demo.quayside.example', password: 'p', roles: ['fulfilment'], totpSecret: null },
      ],
      merchants: [],
      neighbours: [],
      buyers: [],
      followers: [],
      sessions: { 'finn@demo.quayside.example': 't' },
      mainShop: 'ABCD1234',
      quietShops: [],
      invitation: null,
      past: null,
    }
    await Promise.all([saveCredentials(credentials), saveCredentials(credentials), saveCredentials(credentials)])
    expect(await readCredentials(dataDir)).toEqual(credentials)
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
