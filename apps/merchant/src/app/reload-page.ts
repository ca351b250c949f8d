/**
 * Recovers from code that did not load. Browsers keep the failure of a module as long as the page lives, so a second
 * import of the same file fails without a request. A file that a new release removed needs a new page as well.
 */

/** The hash for which the page was last reloaded. */
const reloadedKey = 'quayside.reloaded'

/**
 * Reloads the page if the server answers. Rejects when it does not: the app is more useful than the browser's error.
 */
export async function reloadPage(): Promise<void> {
  await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  location.reload()
}

/** Reloads the page for `error`, once for each hash, and never resolves then. Rejects with `error` the second time. */
export async function reloadOnce(error: unknown): Promise<never> {
  if (sessionStorage.getItem(reloadedKey) === location.hash) throw error
  sessionStorage.setItem(reloadedKey, location.hash)
  await reloadPage().catch(() => {
    forgetReload()
    throw error
  })
  return new Promise(() => {})
}

/** Allows the next reload, after a screen has loaded. */
export const forgetReload = (): void => sessionStorage.removeItem(reloadedKey)
