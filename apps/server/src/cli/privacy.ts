/**
 * Requests of people about their data, as the database's owner in DATABASE_OWNER_URL. Both write a row of the audit.
 * The export opens sealed numbers, so it needs the servers' settings of keys.
 *
 *   export buyer|merchant NAME    prints what is stored about the person as JSON
 *   erase buyer|merchant NAME     blanks it; the books, orders and amounts stay
 *
 * NAME is an id or a mail address, for a merchant also the code of the shop. `--operator` is the mail address of the
 * operator who asks for it, `--reason` why.
 */
import { parseArgs } from 'node:util'
import { CannotHandle, erasePerson, exportPerson } from '../modules/people/privacy/person.ts'
import { openKeys } from '../platform/security/keys.ts'
import { openDatabase, openOwnerPool } from '../platform/database/postgres.ts'
import { readSettingFiles } from '../settings-files.ts'
import { readKeySettings } from '../settings.ts'

/** The keys of the servers. */
function keySettings() {
  const missing: string[] = []
  const settings = readKeySettings(process.env, missing)
  if (missing.length > 0) throw new CannotHandle(missing.join('\n'))
  return settings
}

const usage = 'usage: privacy export|erase buyer|merchant NAME --operator MAIL --reason TEXT'

try {
  readSettingFiles()
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { operator: { type: 'string' }, reason: { type: 'string' } },
  })
  const [command, party, name, ...rest] = positionals
  const { operator, reason } = values
  if (
    (command !== 'export' && command !== 'erase') ||
    (party !== 'buyer' && party !== 'merchant') ||
    !name ||
    rest.length > 0 ||
    !operator ||
    !reason
  )
    throw new CannotHandle(usage)
  const ownerUrl = process.env['DATABASE_OWNER_URL']
  if (!ownerUrl)
    throw new CannotHandle('DATABASE_OWNER_URL: connection string of the PostgreSQL database, as its owner')
  const db = openDatabase(openOwnerPool(ownerUrl))
  try {
    const request = { party, name, operator, reason, now: new Date() } as const
    const result =
      command === 'export' ? await exportPerson(db, openKeys(keySettings()), request) : await erasePerson(db, request)
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  const expected = error instanceof CannotHandle || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`)
  process.exitCode = 1
}
