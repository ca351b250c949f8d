import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import type { Settings } from '../settings.ts'
import { serveDemoPage, type DemoAccounts } from './demo-page.ts'

const accounts: DemoAccounts = {
  merchants: [
    { about: 'Mira — an open shop', email: 'mira@demo.example', password: 'of Mira', paymentPassword: '304752' },
  ],
  operators: [
    {
      name: 'Otto (demo owner)',
      email: 'otto@demo.example',
      password: '<of Otto>',
      roles: ['owner'],
      totpSecret: 'ABC',
    },
  ],
  mainShop: 'SHOP123',
  invitation: 'AAAA-BBBB-CCCC',
}
const production: Partial<Settings> = {
  mode: 'production',
  processor: 'stripe',
  stripe: { secretKey: 'sk_test_none', webhookSecret: 'whsec_none', publishableKey: null, apiBase: null },
  testProcessor: null,
  imprint: { legalName: 'Quayside', address: 'Cork', complaints: 'help@shop.example' },
}

async function withPages(
  settings: Partial<Settings>,
  look: (of: { merchant: { statusCode: number; body: string }; console: { statusCode: number; body: string } }) => void,
) {
  const server = await startTestServer({ settings })
  try {
    await writeFile(join(server.app.ctx.settings.dataDir, 'demo.json'), JSON.stringify(accounts))
    const open = async (listener: 'http' | 'console') =>
      server.app[listener].inject({ url: '/demo', headers: { accept: 'text/html' } })
    look({ merchant: await open('http'), console: await open('console') })
  } finally {
    await server.close()
  }
}

test('in a demo, each listener shows every log-in, with passwords for its own accounts as data of the script', async () => {
  await withPages({ mode: 'demo', consoleUrl: 'http://localhost:2' }, ({ merchant, console }) => {
    expect([merchant.statusCode, console.statusCode]).toEqual([200, 200])
    expect(merchant.body).toContain('data-email="mira@demo.example"')
    expect(merchant.body).toContain('href="http://localhost:2/demo#otto%40demo.example"')
    expect(merchant.body).toContain('{"mira@demo.example":"of Mira"}')
    expect(console.body).toContain('data-email="otto@demo.example"')
    expect(console.body).toContain('{"otto@demo.example":"\\u003cof Otto>"}')
    for (const { body } of [merchant, console]) {
      expect(body).toContain('AAAA-BBBB-CCCC')
      expect(body).toContain('&lt;of Otto&gt;')
    }
  })
})

test('production and tests have no such page, even beside a file of a demo', async () => {
  for (const settings of [production, {}])
    await withPages(settings, ({ merchant, console }) => {
      expect([merchant.statusCode, console.statusCode]).toEqual([404, 404])
      expect(merchant.body + console.body).not.toContain('of Mira')
    })
  for (const mode of ['production', 'test'] as const)
    expect(() => serveDemoPage({} as never, { mode } as Settings, 'merchant')).toThrow('only a demo shows its log-ins')
})
