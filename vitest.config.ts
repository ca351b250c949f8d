import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages,tools,e2e,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['EVERY_LOOK'] ? [] : ['e2e/night/**'])],
    globalSetup: ['apps/server/test/global-setup.ts'],
    // Files share a process, so none may keep state in a module; starting one for each costs more than the tests.
    isolate: false,
    pool: 'forks',
    // More than the two cores this has to pass on: half of the time a journey waits, for a debounce, a time-out, a job.
    maxWorkers: 3,
    testTimeout: 120_000,
    // What is waited for comes when a busy machine lets it.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
})
