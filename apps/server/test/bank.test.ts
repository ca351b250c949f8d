import { expect, test } from 'vitest'
import { bank } from './bank.ts'
import { freshDatabase } from './database.ts'

// Ten seconds. `npm run test:night` runs it for half an hour.
const seconds = Number(process.env['BANK_SECONDS'] ?? 5)

test(
  'with 32 concurrent clients every sum stays zero, and no command is lost or stored twice',
  async () => {
    const database = await freshDatabase()
    try {
      const result = await bank(database, seconds)
      process.stdout.write(
        `    ${result.transfers} transfers in ${Math.round(result.seconds)} s: ${(result.transfers / result.seconds).toFixed(1)}/s; ${result.acknowledged} acts acknowledged, ${result.refused} refused, ${result.unavailable} put off; ${result.sums} sums\n`,
      )
      expect(result).toMatchObject({ wrong: 0, lost: [], doubled: [], differing: 0, faults: [], broken: [] })
      expect(result.acknowledged).toBeGreaterThan(30)
      expect(result.sums).toBeGreaterThan(10)
    } finally {
      await database.drop()
    }
  },
  seconds * 2000 + 240_000,
)
