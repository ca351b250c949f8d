/**
 * What this app does while none of its pages is looked at: a program of its own, `worker.js`, without the page's
 * window or storage.
 */
import './app-shell-cache.ts'
import './push.ts'
