import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the journeys: they take longest, and the last files should be short so that no worker waits long. */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isJourney = ({ moduleId }: TestSpecification) => moduleId.includes('/e2e/')
    return [...sorted.filter(isJourney), ...sorted.filter((file) => !isJourney(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{apps,packages,tools,e2e,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['EVERY_LOOK'] ? [] : ['e2e/night/**'])],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/server/test/cheap-hashes.ts', 'e2e/fail-on-page-errors.ts'],
    // Files share a process, so none may keep state in a module, but for the browser of e2e/environment.ts; starting
    // one for each costs more than the tests.
    isolate: false,
    pool: 'forks',
    // More than the two cores this has to pass on: half of the time a journey waits, for a debounce, a time-out, a job.
    maxWorkers: 4,
    sequence: { sequencer: JourneysFirst },
    testTimeout: 120_000,
    // What is waited for comes when a busy machine lets it.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
})
