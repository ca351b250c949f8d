import { languages } from '@quayside/contract/languages'
import { escapeMarkup, keyOf, sharedMarkup } from '../lib/markup.ts'
import type { PageKit } from '../lib/page.ts'

/** Promises, languages and who is behind the platform. */
export function Footer({ kit }: { kit: PageKit }) {
  const { imprint, path } = kit.frame
  const __html = footers(keyOf(kit.lang, imprint && JSON.stringify(imprint)), () => <Content kit={kit} />)
    .split(pathMark)
    .join(escapeMarkup(path))
  return <footer className="footer mt-12" dangerouslySetInnerHTML={{ __html }} />
}

const footers = sharedMarkup(100)
/** Where the address of the page stands in the markup that all pages share. */
const pathMark = '\u0001path\u0001'

function Content({ kit }: { kit: PageKit }) {
  const { t, frame } = kit
  const links = [
    ['/shops', 'store.home'],
    ['/help', 'store.help'],
    ['/promises', 'store.promises'],
    ['/find-order', 'store.find.title'],
    ['/terms', 'store.terms'],
    ['/privacy', 'store.privacy'],
    ['/imprint', 'store.imprint'],
  ] as const
  return (
    <div className="page grid gap-x-12 gap-y-6 py-10 md:grid-cols-[1fr_2fr]">
      <ul className="no-print grid grid-cols-2 gap-x-5 md:grid-cols-1">
        {links.map(([path, text]) => (
          <li key={path}>
            <a className="inline-flex min-h-11 items-center" href={kit.to(path)}>
              {t(text)}
            </a>
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-col gap-3 md:items-end">
        <form action="/language" className="flex w-full max-w-xs items-end gap-2">
          <input type="hidden" name="path" value={pathMark} />
          <label className="flex min-w-0 flex-1 flex-col gap-1 text-small">
            {t('store.language')}
            <select className="field" name="to" defaultValue={kit.lang} autoComplete="off" data-submit>
              {languages.map(({ code, name, dir }) => (
                <option key={code} value={code} lang={code} dir={dir}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="button" data-without-script>
            {t('store.search.show')}
          </button>
        </form>
        <p className="text-small">{t('store.usd')}</p>
      </div>
      {frame.imprint && (
        <address className="border-t border-current/20 pt-6 text-small not-italic md:col-span-2">
          {t('store.imprint')}: <bdi>{frame.imprint.legalName}</bdi>, <bdi>{frame.imprint.address}</bdi>.{' '}
          {t('store.complaints')}: <bdi>{frame.imprint.complaints}</bdi>
        </address>
      )}
    </div>
  )
}
