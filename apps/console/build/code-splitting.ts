/**
 * Which modules share a file. Each file repeats what the compression has seen in another one: with a file for each set
 * of desks that share a module, as the bundler makes them, all files had a third more bytes than as one. Here are
 * together:
 *
 * - `app`: what runs before the log-in;
 * - `shared`: what more than one group of desks needs;
 * - a file for each group of desks that the same people open, with what only they need;
 *
 * Figures: docs/performance.md.
 */
import type { Rolldown } from 'vite'

/** The folders of the desks by their file. A new desk belongs into the file of the people who open it. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  work: ['approvals', 'work'],
  review: [
    'categories',
    'invitations',
    'payment-accounts',
    'registrations',
    'reports',
    'reviews',
    'screening',
    'self-dealing',
  ],
  shops: ['buyers', 'coupons', 'order-talks', 'shops'],
  orders: ['fulfilment', 'orders', 'stock', 'suppliers'],
  products: ['imports', 'products'],
  out: ['payouts', 'refunds', 'withdrawals'],
  in: ['bank', 'disputes', 'recharges', 'unidentified'],
  books: ['adjustments', 'books', 'figures', 'treasury'],
  support: ['announcements', 'inbox', 'privacy', 'replies'],
  owners: ['account', 'people', 'settings'],
  platform: ['audit', 'carriers', 'system'],
}

const deskPath = /\/console\/src\/(?:desks|locales\/en)\/([\w-]+?)(?:\.ts$|\/)/
const groupByDesk = new Map(
  Object.entries(groups).flatMap(([group, desks]) => desks.map((desk) => [desk, group] as const)),
)

/** What a key opens over any desk: every operator has the queue of work. */
const palettePath = /\/console\/src\/app\/(?:CommandPalette|KeyHelp)\.tsx$/

const groupOf = (module: string): string | undefined =>
  palettePath.test(module) ? 'work' : groupByDesk.get(deskPath.exec(module)?.[1] ?? '')

/**
 * The file of a module behind the log-in: that of its desk, or of the desks that import it when they have one file.
 * What a desk lends to another file is shared: two files that import each other would run before they have what they
 * need.
 */
function fileOf(id: string, context: Rolldown.ChunkingContext): string {
  const own = groupOf(id)
  const files = new Set(own ? [own] : [])
  const seen = new Set([id])
  for (const module of seen) {
    const group = module === id ? undefined : groupOf(module)
    const info = group ? null : context.getModuleInfo(module)
    // What only an import at run time reaches belongs to who asks for it. A desk is asked for by the list of all desks.
    const importers = [...(info?.importers ?? []), ...(own ? [] : (info?.dynamicImporters ?? []))]
    if (group) files.add(group)
    else if (importers.length === 0 && module !== (own && id)) files.add('shared')
    if (files.size > 1) return 'shared'
    for (const importer of importers) seen.add(importer)
  }
  return [...files][0]!
}

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'app', tags: ['$initial'], priority: 2 },
    // The library of passkeys stays alone: the log-in loads it, too.
    {
      debugName: 'desks',
      name: (id, context) => (id.includes('simplewebauthn') ? null : fileOf(id, context)),
      priority: 1,
    },
  ],
}
