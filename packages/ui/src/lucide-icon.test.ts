import { createLucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { markupOf } from '../../../tools/build/lucide.ts'
import { createIcon } from './lucide-icon.ts'

/** The attributes and elements of markup. */
const partsOf = (markup: string) => [...markup.matchAll(/ [\w-]+="[^"]*"|<\w+/g)].map(([part]) => part).toSorted()

test('an icon of a build is drawn as the library draws it, without the class of its name', () => {
  const drawing: [string, Record<string, string>][] = [
    ['rect', { width: '20', height: '12', x: '2', y: '6', rx: '2', key: 'a' }],
    ['path', { d: 'M6 12h.01M18 12h.01', key: 'b' }],
  ]
  expect(markupOf(drawing)).toBe('<rect width="20" height="12" x="2" y="6" rx="2"/><path d="M6 12h.01M18 12h.01"/>')
  const [Built, Given] = [createIcon(markupOf(drawing)), createLucideIcon('note', drawing as never)]
  const looks: { size?: number; className?: string; strokeWidth?: number; 'aria-label'?: string; role?: string }[] = [
    {},
    { size: 16, className: 'size-4', strokeWidth: 3 },
    { 'aria-label': 'Money', role: 'img' },
  ]
  for (const props of looks)
    expect(partsOf(renderToStaticMarkup(createElement(Built, props)))).toEqual(
      partsOf(renderToStaticMarkup(createElement(Given, props)).replace('lucide lucide-note', 'lucide')),
    )
})
