/** Faults in the keys of sealed values and their rotation. */
import { fault, schemaOf, type Fault } from './fault.ts'

const platform = 'apps/server/src/platform'
const withdrawals = 'apps/server/src/modules/money/withdrawals'
const accountTests = [`${withdrawals}/requests/account-destinations.test.ts`]
const s3Tests = ['apps/server/src/platform/files/s3-storage.test.ts']
const keyTests = ['apps/server/test/keys.test.ts']

export const keysFaults: Fault[] = [
  fault(
    'all purposes share the configured key itself',
    `${platform}/security/keys.ts`,
    `found = Buffer.from(hkdfSync('sha256', key, '', \`quayside \${purpose}\`, 32))`,
    `found = key`,
    keyTests,
  ),
  fault(
    'card numbers are sealed under the master key although they have a key of their own',
    `${platform}/security/keys.ts`,
    `(purpose === 'card-number' && card) || master`,
    `master`,
    keyTests,
  ),
  fault(
    'a rotation overwrites a value that changed meanwhile',
    'apps/server/src/platform/security/reseal.ts',
    `where id = $2 and \${column} = $3`,
    `where id = $2 and $3::bytea is not null`,
    keyTests,
  ),
  fault(
    'a rotation misses a column',
    schemaOf('files'),
    `@sealed wrapped_key: file
`,
    ``,
    keyTests,
  ),
  fault(
    'a rotation runs while a server still seals under a former key',
    'apps/server/src/composition/rotate-keys.ts',
    `  if (behind > 0)`,
    `  if (behind > 9)`,
    keyTests,
  ),
  fault(
    'a key is retired while a transaction may still seal under it',
    'apps/server/src/composition/rotate-keys.ts',
    `  while (!(await haveEarlierEnded(db, transaction))) await new Promise((done) => setTimeout(done, 100))
`,
    `  if (transaction === '') await haveEarlierEnded(db, transaction)
`,
    keyTests,
  ),
  fault(
    'the database takes a value that is sealed under a retired key',
    schemaOf('platform'),
    `k.id = key and k.closed_at is null`,
    `k.id = key`,
    keyTests,
  ),
  fault(
    'a pin key is retired while payment passwords need it',
    'apps/server/src/composition/rotate-keys.ts',
    `  if (waiting.length > 0)`,
    `  if (waiting.length > 9)`,
    keyTests,
  ),
  fault(
    'a payment password stays under its former key when it is used',
    'apps/server/src/modules/people/identity/confirmation/payment-password.ts',
    `isHashedWith(ctx.keys.pins[0], hash) ? hash`,
    `isHashedWith(ctx.keys.pins[0], hash) || hash ? hash`,
    keyTests,
  ),
  fault(
    'hashes by which rows are found change with the master key',
    `${platform}/security/installation.ts`,
    `    keys.setLookup(keys.open('lookup', sealed, lookupContext))`,
    `    keys.setLookup(keys.open('lookup', sealed, lookupContext).length > 0 ? settings.keys.master.newest : sealed)`,
    keyTests,
  ),
  fault(
    'the IBAN of another country is taken',
    `${withdrawals}/requests/destination.ts`,
    `!account.startsWith(country) || !isValidIBAN(account)`,
    `!isValidIBAN(account)`,
    accountTests,
  ),
  fault(
    'a routing number needs no check digit',
    `${withdrawals}/requests/destination.ts`,
    ` && (country !== 'US' || isRoutingNumber(bankCode))`,
    ` && (country !== 'US' || isRoutingNumber(bankCode) || bankCode !== '')`,
    accountTests,
  ),
  fault(
    'the bank file is stored with its idempotency key',
    `${withdrawals}/routes.ts`,
    `return { ...file, file: '' }`,
    `return { ...file, file: await readBankFile(ctx, tx, file.batchId) }`,
    accountTests,
  ),
  fault(
    'the number of a removed destination stays',
    schemaOf('withdrawals'),
    `  if new.removed_at is not null and not destination_is_needed(new.shop_id, new.id) then`,
    `  if new.removed_at is null then`,
    accountTests,
  ),
  fault(
    'the number of a removed destination stays after its last withdrawal',
    schemaOf('withdrawals'),
    `and removed_at is not null and sealed is not null;`,
    `and removed_at is null;`,
    accountTests,
  ),
  fault(
    'the number of an open withdrawal is erased with its destination',
    schemaOf('withdrawals'),
    `w.state in ('pending', 'approved', 'sending', 'unknown'))`,
    `w.state in ('pending'))`,
    accountTests,
  ),
  fault(
    'files are copied to the bucket without a comparison',
    'apps/server/src/cli/copy-files.ts',
    `      if (!(await isThere())) throw`,
    `      if (key === '') throw`,
    s3Tests,
  ),
  fault(
    'an interrupted copy trusts a file that is there',
    'apps/server/src/cli/copy-files.ts',
    `(await to.find(key))?.equals(content) ?? false`,
    `(await to.find(key)) !== null`,
    s3Tests,
  ),
  fault(
    'files of an unknown table are removed as orphans',
    'apps/server/src/modules/shop/files/remove-orphans.ts',
    `tables.join() === storageColumns.join(),`,
    `tables.length >= storageColumns.length,`,
    s3Tests,
  ),
  fault(
    'a file of a running transaction is removed as an orphan',
    'apps/server/src/modules/shop/files/remove-orphans.ts',
    `    if (at >= before) continue
`,
    ``,
    s3Tests,
  ),
]
