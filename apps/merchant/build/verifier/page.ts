/** The script of `verifier.html`. It uses the app's own check of a statement; `plugin.ts` bundles it into the page. */
import { defaultLanguage } from '@quayside/contract/constants'
import { directionOf, matchLanguage, type Language } from '@quayside/contract/languages'
import { checkStatement, fingerprintOf, type Signed, type Verdict } from '@quayside/contract/statement-file'

/** A compiled message: a text, or parts of which some are values and plurals. */
export type Message = string | (string | [string, string?, Record<string, Message>?])[]
type Words = Record<Language, Record<string, Message>>
/** The words of each language, inserted by the build. */
declare const __WORDS__: Words

/** The first supported language in the browser's settings. */
const lang: Language = navigator.languages.map(matchLanguage).find((found) => found !== undefined) ?? defaultLanguage

const formatMessage = (message: Message, values: Record<string, string | number>): string =>
  typeof message === 'string'
    ? message
    : message
        .map((piece) => {
          if (typeof piece === 'string') return piece === '#' ? values['n'] : piece
          const [name, , forms] = piece
          if (!forms) return values[name]
          const form = new Intl.PluralRules(lang).select(Number(values[name]))
          return formatMessage(forms[form] ?? forms['other']!, values)
        })
        .join('')
const word = (key: string, values: Record<string, string | number> = {}): string =>
  formatMessage(__WORDS__[lang][key]!, values)
const element = (id: string): HTMLElement => document.getElementById(id)!

const sayWho = (signed: Signed): string => {
  if (signed.by === 'nobody') return word('unsigned')
  return word(signed.by === 'known' ? 'signed' : signed.by, { key: `\u2066${fingerprintOf(signed.key)}\u2069` })
}
/** The server inserts its public keys here. The page from the build has none. */
const known = (document.querySelector<HTMLMetaElement>('meta[name=statement-keys]')?.content ?? '').split(' ')

const sentences = (verdict: Verdict): string[] => {
  if (verdict.found === 'changed') return [word('bad', { n: verdict.record }), word('bad.text')]
  if (verdict.found === 'zone') return [word('zone', { zone: verdict.zone })]
  // A PDF has no records to check, only its signature.
  if (verdict.found === 'document')
    return [...(verdict.signed.by === 'unchecked' ? [] : [word('document')]), sayWho(verdict.signed)]
  if (verdict.found !== 'unchanged') return [word(verdict.found)]
  return [
    verdict.signed.by === 'known' ? word('good', { n: verdict.records }) : word('consistent'),
    sayWho(verdict.signed),
    word('good.head', { head: `\u2066${verdict.head}\u2069` }),
  ]
}

document.documentElement.lang = lang
document.documentElement.dir = directionOf(lang)
document.title = `Quayside · ${word('title')}`
element('title').textContent = word('title')
element('text').textContent = word('text')
element('choose').textContent = word('choose')
element('file').addEventListener('change', async (event) => {
  const [file] = (event.target as HTMLInputElement).files ?? []
  element('found').replaceChildren()
  if (!file) return
  const verdict = await checkStatement(file, known).catch((): Verdict => ({ found: 'unreadable' }))
  element('found').className = !('signed' in verdict) ? 'bad' : verdict.signed.by === 'known' ? 'good' : 'open'
  element('found').replaceChildren(
    ...sentences(verdict).map((sentence) => {
      const line = document.createElement('p')
      line.textContent = sentence
      return line
    }),
  )
})
