import { expect, test } from 'vitest'
import { listWithout, paths } from '../../paths.ts'
import { screenTargets } from './screen-targets.ts'

/** Screens that the search does not name, and why. */
const unnamed: Record<string, string> = {
  [paths.entry]: 'before the login',
  [paths.login]: 'before the login',
  [paths.forgotPassword]: 'before the login',
  [paths.search]: 'is the search',
  [paths.withdraw]: 'is an act, with its amount',
  [paths.onlineRecharge]: 'is an act, with its amount',
  [paths.chooseLocation]: 'is opened from a field, which takes the place',
  [paths.openLocation]: 'shows the place that its address names',
}

test('the search finds every screen that needs no parameter', () => {
  const found = new Set<string>(screenTargets.map(({ path }) => path))
  const missing = Object.values(paths).filter((path) => !found.has(path) && !unnamed[path] && !listWithout(path, {}))
  expect(missing).toEqual([])
  expect(Object.keys(unnamed).filter((path) => found.has(path))).toEqual([])
})
