/** Faults of buyers' accounts (enumeration, links, log-ins, claims, deletion) and of the reports of visitors. */
import { fault, schemaOf, type Fault } from './fault.ts'

const tests = ['apps/server/src/modules/selling/storefront/accounts.test.ts']
const reportTests = ['apps/server/src/modules/selling/reports/reports.test.ts']

export const accountFaults: Fault[] = [
  {
    name: 'a form looks for the account itself',
    edits: [
      {
        file: 'apps/server/src/modules/selling/storefront/serve-log-in.ts',
        find: `      await withTransaction(ctx.db, (tx) => enqueueJob(tx, 'send-account-link', job, { attempts: 6 }))\n`,
        replace: `      if (await findAccountByEmail(ctx.db, email.data))
        await withTransaction(ctx.db, (tx) => enqueueJob(tx, 'send-account-link', job, { attempts: 6 }))\n`,
      },
      {
        file: 'apps/server/src/modules/selling/storefront/serve-log-in.ts',
        find: `import { accountOf, setSession } from './account-cookie.ts'\n`,
        replace: `import { findAccountByEmail } from '../../people/identity/buyer-store.ts'
import { accountOf, setSession } from './account-cookie.ts'\n`,
      },
    ],
    tests,
  },
  fault(
    'a log-in says that the address is unknown',
    'apps/server/src/modules/people/buyer-accounts/session.ts',
    `  if (!account || !right) return refuse('login/wrong')\n`,
    `  if (!account) return refuse('order/not-found')\n  if (!right) return refuse('login/wrong')\n`,
    tests,
  ),
  fault(
    'guesses at the password of an account are not slowed down',
    'apps/server/src/modules/people/buyer-accounts/session.ts',
    `await countUnknownDevice(ctx, 'buyer', email, origin.ip, now)`,
    `await countUnknownDevice(ctx, 'buyer', \`\${email} \${password}\`, origin.ip, now)`,
    tests,
  ),
  fault(
    'looking at a link uses it',
    'apps/server/src/modules/people/buyer-accounts/links.ts',
    `findLink(ctx.db, hashToken(token), ctx.clock.now())`,
    `withTransaction(ctx.db, (tx) => takeLink(tx, hashToken(token), ctx.clock.now()))`,
    tests,
  ),
  fault(
    'a link works twice',
    'apps/server/src/modules/people/buyer-accounts/store.ts',
    `sql<LinkRow>\`delete from account_link where token_hash = \${tokenHash} and expires_at > \${now} returning purpose, email, buyer_id\``,
    `sql<LinkRow>\`select purpose, email, buyer_id from account_link where token_hash = \${tokenHash} and expires_at > \${now}\``,
    tests,
  ),
  fault(
    'the other links of an address work on',
    'apps/server/src/modules/people/buyer-accounts/links.ts',
    `    await deleteLinksOf(tx, email)\n`,
    ``,
    tests,
  ),
  fault(
    'a link works for ever',
    'apps/server/src/modules/people/buyer-accounts/links.ts',
    `export const linkLife = hours(1)`,
    `export const linkLife = days(365)`,
    tests,
  ),
  fault(
    'a new password leaves the sessions open',
    'apps/server/src/modules/people/buyer-accounts/links.ts',
    `    await deleteSessions(tx, 'buyer', link.buyer_id, null)\n`,
    ``,
    tests,
  ),
  fault(
    'an address that nobody proved can be logged in to',
    'apps/server/src/modules/people/identity/buyer-store.ts',
    `const isAccount = sql\`verified_at is not null and erased_at is null\``,
    `const isAccount = sql\`password_hash is not null and erased_at is null\``,
    tests,
  ),
  fault(
    'a form of another log-in is taken',
    'apps/server/src/modules/people/buyer-accounts/session.ts',
    `  return right.length === other.length && timingSafeEqual(right, other)\n`,
    `  return right.length === other.length || timingSafeEqual(right, right)\n`,
    tests,
  ),
  fault(
    'an account claims the orders of every guest',
    'apps/server/src/modules/people/identity/buyer-store.ts',
    `select id from buyer where email = \${account.email} and password_hash is null`,
    `select id from buyer where \${account.email} <> '' and password_hash is null`,
    tests,
  ),
  fault(
    'the database lets a guest be claimed again',
    schemaOf('identity'),
    `  if old.account_id is not null then\n`,
    `  if old.account_id = new.account_id then\n`,
    tests,
  ),
  fault(
    'the database lets any account claim a guest',
    schemaOf('identity'),
    `a.erased_at is null and a.email = new.email\n`,
    `a.erased_at is null\n`,
    tests,
  ),
  fault(
    'any account opens an order whose link has expired',
    'apps/server/src/modules/people/buyer-accounts/store.ts',
    `where o.id = \${orderId} and o.buyer_id in`,
    `where o.id = \${orderId} or o.buyer_id in`,
    tests,
  ),
  fault(
    'an account removes the address of another',
    'apps/server/src/modules/people/buyer-accounts/store.ts',
    `sql\`delete from buyer_address where buyer_id = \${buyerId} and id = \${id}\``,
    `sql\`delete from buyer_address where (buyer_id = \${buyerId} or true) and id = \${id}\``,
    tests,
  ),
  fault(
    'an account is deleted without its password',
    'apps/server/src/modules/people/buyer-accounts/session.ts',
    `  if (!right) refuse('login/password-wrong')\n`,
    `  if (right === undefined) refuse('login/password-wrong')\n`,
    tests,
  ),
  fault(
    'the guests of an account stay when it is deleted',
    schemaOf('privacy'),
    `  for person in select b.id from buyer b where b.id = erase_buyer.buyer or b.account_id = erase_buyer.buyer\n`,
    `  for person in select b.id from buyer b where b.id = erase_buyer.buyer\n`,
    tests,
  ),
  fault(
    'a report is decided twice',
    'apps/server/src/modules/selling/reports/report-content.ts',
    `  if (report.state !== 'open') return refuse('report/not-open')\n`,
    `  if (report.state !== 'open') return decision\n`,
    reportTests,
  ),
  fault(
    'the address of a reporter is kept after the mail',
    'apps/server/src/modules/selling/reports/store.ts',
    `sql\`update content_report set email = null, told_at = \${at} where id = \${id}\``,
    `sql\`update content_report set told_at = null where id = \${id} and \${at}::timestamptz is null\``,
    reportTests,
  ),
  fault(
    'a product of another shop is reported',
    'apps/server/src/modules/selling/reports/store.ts',
    `where s.code = \${shopCode} and l.id = \${id}\``,
    `where \${shopCode} <> '' and l.id = \${id}\``,
    reportTests,
  ),
]
