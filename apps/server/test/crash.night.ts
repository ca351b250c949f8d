/** Twenty rounds of kills, started by `npm run test:night`. */
import { crash, prepareShop } from './crash.ts'

const rounds = Number(process.env['ROUNDS'] ?? 20)
const result = await crash(rounds, prepareShop, (line) => process.stdout.write(`${line}\n`))
const bad =
  result.lost +
  result.twice +
  result.miscounted +
  result.brokenBooks.length +
  (result.stock === 1_000_000 - result.orders ? 0 : 1)
process.stdout.write(`${JSON.stringify(result)}\n${bad === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`)
process.exit(bad === 0 ? 0 : 1)
