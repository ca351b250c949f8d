/** Files that cannot use the design tokens repeat their colours. The values of tokens.css hold for all of them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageColors } from '@quayside/ui/theme'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const tokens = await read('packages/ui/src/tokens.css')
/** The value of a token in tokens.css: `light-dark(#…, #…)`. */
const token = (name: string) => new RegExp(`--${name}: (light-dark\\((#\\w+), (#\\w+)\\));`).exec(tokens)!
const [, background, light, dark] = token('bg')
const [, foreground, ink] = token('foreground')

test('the browser bar has the colour of the page', () => expect(pageColors).toEqual({ light, dark }))

test('the page has its colours before the styles of the app are loaded', async () => {
  const page = await read('apps/merchant/index.html')
  expect(page).toContain(`background: ${background};`)
  expect(page).toContain(`color: ${foreground};`)
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light}"`)
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark}"`)
})

test('the verifier page has the colours of the app', async () => {
  const page = await read('apps/merchant/build/verifier/verifier.html')
  expect(page).toContain(`background: ${background};`)
  expect(page).toContain(`color: ${foreground};`)
})

test('the installed app starts with the colour of the page', async () => {
  const manifest = JSON.parse(await read('apps/merchant/public/app.webmanifest')) as Record<string, string>
  expect([manifest['background_color'], manifest['theme_color']]).toEqual([light, light])
})

test('a statement is printed in the colour of the text', async () => {
  expect(await read('apps/server/src/platform/files/typesetter.ts')).toContain(`style.color ?? '${ink}'`)
})
