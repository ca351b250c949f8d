/** Uncaught errors of every page that a test opens. */
import type { BrowserContext } from 'playwright-core'

const errors: string[] = []

/** Collects what the pages of this context do not catch, from now on. */
export function collectPageErrors(context: BrowserContext): void {
  context.on('weberror', (error) => {
    const url = error.page()?.url() ?? ''
    // Before its first address a page has no storage: the tests' own script that fills it fails there.
    if (url !== 'about:blank') errors.push(`${url}: ${error.error().message}`)
  })
}

/** The errors since the last call. */
export const takePageErrors = (): string[] => errors.splice(0)
