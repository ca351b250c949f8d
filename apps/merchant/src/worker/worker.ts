/** The service worker, built as `worker.js`. How an operator removes a broken one: docs/operating.md. */
import './app-shell-cache.ts'
import './push.ts'
