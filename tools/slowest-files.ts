/** The test files that take longest, each with its budget: what `npm test` prints before its last line. */

/** What a run of the tests reports about its files; times in milliseconds. */
export type TimedFiles = { testResults: { name: string; startTime: number; endTime: number }[] }

/** Files with a reason to take longer than their kind. */
const ownBudgets: Record<string, number> = {
  // Servers and databases that are killed and started again.
  'apps/server/test/payout-crash.test.ts': 60,
  'apps/server/test/import-kill.test.ts': 60,
  'apps/server/test/crash.test.ts': 60,
  'apps/server/test/migrations.test.ts': 60,
  // Every route for every role, random commands, every break of the books.
  'apps/server/test/access.test.ts': 60,
  'apps/server/test/model.test.ts': 60,
  'apps/server/src/modules/money/reconciliation/reconciliation.test.ts': 60,
  'apps/server/src/modules/selling/refunds/refunds.test.ts': 60,
  // Every screen in four looks.
  'e2e/every-screen.test.ts': 120,
}

/** The budget of a file in seconds, for a machine with two cores that nobody else uses. */
const budgetOf = (file: string): number => ownBudgets[file] ?? (file.startsWith('e2e/') ? 60 : 30)

/**
 * The ten files that took longest, one a line. `root`: the folder of the repository, without a slash at the end. A file
 * over its budget is named and fails nothing, because other programs may use the cores.
 */
export function slowestFiles({ testResults }: TimedFiles, root: string): string {
  const files = testResults.map(({ name, startTime, endTime }) => {
    const file = name.slice(root.length + 1).replaceAll('\\', '/')
    return { file, seconds: (endTime - startTime) / 1000, budget: budgetOf(file) }
  })
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(
      ({ file, seconds, budget }) =>
        `${seconds.toFixed(1).padStart(7)} s of ${String(budget).padStart(3)} s  ${file}${seconds > budget ? '  over its budget' : ''}\n`,
    )
    .join('')
}
