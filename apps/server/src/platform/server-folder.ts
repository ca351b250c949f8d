import { fileURLToPath } from 'node:url'

/** The folder with `schema.sql` and `migrations`. The bundles of a release lie as deep in it as this file. */
export const serverFolder = fileURLToPath(new URL('../../', import.meta.url))
