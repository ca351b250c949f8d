/** Turns HTML in a text of an imported product into plain text. */
import { compile } from 'html-to-text'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const toText = compile({
  wordwrap: false,
  selectors: [
    // Pictures of other hosts would tell them about the buyers.
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    ...headings.map((selector) => ({ selector, options: { uppercase: false, leadingLineBreaks: 2 } })),
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
})

/** A tag or an entity, as an export of a shop program has them. "a < b & c" is no HTML. */
const html =
  /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|hr|i|iframe|img|li|ol|p|s|small|span|strong|style|script|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:#\d{2,6}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|[lr]dquo|[lr]squo|[nm]dash|bull|hellip|deg|reg|copy|trade|times|euro|[a-z](?:uml|acute|grave|circ|cedil|tilde|ring|slash)|szlig);/i

/** The text of HTML: blocks and lists as lines, entities as characters, no pictures. Null for a text without HTML. */
export function textOfHtml(text: string): string | null {
  if (!html.test(text)) return null
  // Line breaks between blocks are no content, those of a text without blocks are.
  const broken = /<(?:p|br|div|li|h[1-6]|tr)\b/i.test(text) ? text : text.replaceAll('\n', '<br>')
  return toText(broken)
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
