/** Subjects of commits, from the commit after the one that added this file. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // A release and a download have no history.
    return ''
  }
}

/** Words that begin a description of a state and not of a change. */
const noVerbs = new Set(
  'a an the this that these those it its each every no one two three what which who whose when where why how'.split(
    ' ',
  ),
)
/** What is wrong with the message of a commit; null when nothing is. */
function wrongInMessage(message: string): string | null {
  const [subject = '', , ...body] = message.trim().split('\n')
  const verb = /^[a-z0-9][\w ,@/.-]*: ([a-z]+)\b/.exec(subject)?.[1]
  if (!verb) return 'the subject is `area: change`'
  if (subject.length > 90) return 'the subject has more than 90 characters'
  if (noVerbs.has(verb) || /(ed|ing|[^s]s)$/.test(verb.replace(/^(bring|need|embed|feed|speed|focus)$/, '')))
    return `the change begins with a verb in the imperative, not with "${verb}"`
  if (body.join('').trim() === '') return 'a body says why'
  return null
}

test('a message names its area, begins with an imperative, and says why', () => {
  for (const good of ['withdrawals: reject a reused quote', 'orders, refunds: bring back the filter', 'api: pass ids'])
    expect([good, wrongInMessage(`${good}\n\nBecause.`)]).toEqual([good, null])
  for (const bad of ['reject a quote', 'docs: the tiles, as measured', 'search: leads on', 'tests: fixed a race'])
    expect(wrongInMessage(`${bad}\n\nBecause.`), bad).not.toBe(null)
  expect(wrongInMessage('withdrawals: reject a reused quote')).toBe('a body says why')
})

test('the commits since then keep to it', () => {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', 'docs/commits.test.ts').trim().split('\n').at(-1)
  const messages = first ? git('log', '--no-merges', '--format=%B%x00', `${first}..HEAD`).split('\0') : []
  const wrong = messages
    .map((message) => message.trim())
    .filter(Boolean)
    .flatMap((message) => (wrongInMessage(message) ? [`${message.split('\n')[0]}: ${wrongInMessage(message)}`] : []))
  expect(wrong).toEqual([])
})
