/** Faults of what the database keeps by itself: who may log in, which rows may stand, who may write figures. */
import { fault, type Fault } from './fault.ts'

const platform = 'apps/server/src/platform'
const roleTests = [`${platform}/roles.test.ts`]

export const databaseFaults: Fault[] = [
  fault(
    'the pool takes a connection of the owner: nobody asks who it is',
    `${platform}/roles.ts`,
    `  if (wrong)
    throw`,
    `  if (wrong && client === null)
    throw`,
    roleTests,
  ),
  {
    name: 'the running server works as the owner that migrated',
    edits: [
      {
        file: 'apps/server/src/settings.ts',
        find: `const databaseUrl = ownerAlone ? derivedLogins(given).app : given`,
        replace: `const databaseUrl = given`,
      },
      {
        file: `${platform}/roles.ts`,
        find: `  if (wrong)\n    throw`,
        replace: `  if (wrong && client === null)\n    throw`,
      },
    ],
    tests: roleTests,
  },
  fault(
    'a role that may write the ledger is good enough for the server',
    `${platform}/roles.ts`,
    `        : at.ledger
          ?`,
    `        : at.ledger && at.name === ''
          ?`,
    roleTests,
  ),
  fault(
    'production lets the owner log in as the server',
    'apps/server/src/settings.ts',
    `if (production && given && user !== appRole)`,
    `if (production && given && user === '')`,
    roleTests,
  ),
  fault(
    'the worker’s role may also read the merchants',
    'apps/server/migrations/2026-11-22-1500-login-roles.sql',
    `grant usage on schema graphile_worker to quayside_worker;`,
    `grant usage on schema graphile_worker to quayside_worker;\ngrant select on merchant to quayside_worker;`,
    roleTests,
  ),
]
