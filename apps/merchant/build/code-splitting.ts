/**
 * Which modules travel together. Left alone the bundler makes a file of each set of screens that share a module: forty files of a kilobyte for one
 * screen, each a request of its own. Here there are five kinds: what runs at once, what only the screens before the login need beside it, what four
 * screens or more share, what two or three share of what the tab bar's screens are made of, and the rest, which is a screen's own or goes between two.
 */
import type { CodeSplittingOptions } from 'rolldown'

/** Not to be found by a program: `@quayside/ui` imports all of itself, whatever of it is used. Without one of them the login is heavier than a test allows. */
const entrance = [
  /contract\/src\/(outbox|identity|endpoint|shapes)\.ts$/,
  /merchant\/build\/zod-stub\.ts$/,
  /ui\/src\/(fields|illustrations\/lighthouse)\.tsx$/,
  /src\/components\/(QueryBoundary|Imprint|EntryPage|LanguagePicker|PasswordField)\.tsx$/,
  /src\/screens\/login\/(NameField|useAfterLogin)\.tsx?$/,
  /icons\/(chevron-down|languages|eye|eye-off)\.mjs$/,
]

/** What the screens of the tab bar, and the first ones behind them, are made of. */
const ofTabs =
  /lucide-react|packages\/ui\/|merchant\/src\/(app|components|hooks|lib|screens\/(orders|dashboard|products|distribution))\//

export const codeSplitting: CodeSplittingOptions = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: 3 },
    { name: 'entrance', test: (id) => entrance.some((part) => part.test(id)), priority: 2 },
    // The words of a language are modules of their own.
    { name: 'inside', test: (id) => !id.includes('virtual:'), minShareCount: 4, priority: 1 },
    { name: 'pieces', test: ofTabs, minShareCount: 2, priority: 1 },
  ],
}
