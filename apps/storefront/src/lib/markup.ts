/** Markup that many pages share. React makes it once, which takes most of the time of a page. */
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * Returns the markup that was made for the key, or makes it. `most`: how many are kept; the first of them gives way.
 */
export function sharedMarkup(most: number): (key: string, make: () => ReactElement) => string {
  const kept = new Map<string, string>()
  return (key, make) => {
    let html = kept.get(key)
    if (html === undefined) {
      html = renderToStaticMarkup(make())
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      kept.set(key, html)
    }
    return html
  }
}

/** Parts of a key. No text of the database has the character between them. */
export const keyOf = (...parts: (string | boolean | null | undefined)[]): string => parts.join('\0')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
/** A text as it stands in markup. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)
