/**
 * The keys of an installation, as the database's owner in DATABASE_OWNER_URL and with the servers' settings of keys.
 *
 *   status         what is not under the newest keys yet
 *   rotate         seals it anew; may be stopped and started again, while the servers run
 *   retire NAME    ends the former keys of a setting, such as QUAYSIDE_MASTER_KEY, once nothing needs them
 */
import { UnknownKey } from '../platform/security/keys.ts'
import { openDatabase, openOwnerPool } from '../platform/database/postgres.ts'
import type { Progress } from '../platform/security/reseal.ts'
import { CannotRotate, countLeft, keyNames, retireKeys, rotateKeys } from '../composition/rotate-keys.ts'
import { readSettingFiles } from '../settings-files.ts'
import { MissingSettings, readKeySettings } from '../settings.ts'

const usage = `usage: keys status | rotate | retire ${keyNames.join('|')}`
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const report = ({ column, done, left }: Progress) => print(`${column}: ${done} sealed anew, ${left} left`)

try {
  readSettingFiles()
  const [command, argument, ...rest] = process.argv.slice(2)
  const missing: string[] = []
  const ownerUrl = process.env['DATABASE_OWNER_URL']
  if (!ownerUrl) missing.push('DATABASE_OWNER_URL: connection string of the PostgreSQL database, as its owner')
  const settings = readKeySettings(process.env, missing)
  if (missing.length > 0) throw new MissingSettings(missing)
  const db = openDatabase(openOwnerPool(ownerUrl!))
  try {
    const name = keyNames.find((one) => one === argument)
    if (command === 'status' && argument === undefined)
      for (const { what, left } of await countLeft(db, settings)) print(`${what}: ${left} left`)
    else if (command === 'rotate' && argument === undefined)
      print(`${await rotateKeys(db, settings, report)} values sealed anew`)
    else if (command === 'retire' && name && rest.length === 0) {
      const ids = await retireKeys(db, settings, name, report)
      print(ids.length > 0 ? `retired: ${ids.join(', ')}` : 'no former key is in use')
    } else throw new CannotRotate(usage)
  } finally {
    await db.destroy()
  }
} catch (error) {
  const expected = error instanceof CannotRotate || error instanceof MissingSettings || error instanceof UnknownKey
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`)
  process.exitCode = 1
}
