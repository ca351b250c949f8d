import { languages } from '@quayside/contract/languages'
import type { PageKit } from '../lib/page.ts'

/** Promises, languages and who is behind the platform. */
export function Footer({ kit }: { kit: PageKit }) {
  const { t, frame } = kit
  return (
    <footer className="footer no-print mt-8">
      <div className="page flex flex-col gap-6 py-8">
        <ul className="flex flex-wrap gap-x-6">
          <li>
            <a className="inline-flex min-h-11 items-center" href={kit.to('')}>
              {t('store.home')}
            </a>
          </li>
          <li>
            <a className="inline-flex min-h-11 items-center" href={kit.to('/promises')}>
              {t('store.promises')}
            </a>
          </li>
        </ul>
        <nav aria-label={t('store.language')}>
          <ul className="flex flex-wrap gap-x-4">
            {languages.map(({ code, name, dir }) => (
              <li key={code}>
                <a
                  className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
                  href={`/${code}${frame.path}`}
                  lang={code}
                  dir={dir}
                  hrefLang={code}
                  {...(code === kit.lang ? { 'aria-current': 'true' as const } : {})}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {frame.imprint && (
          <address className="text-small not-italic">
            {t('store.imprint')}: <bdi>{frame.imprint.legalName}</bdi>, <bdi>{frame.imprint.address}</bdi>.{' '}
            {t('store.complaints')}: <bdi>{frame.imprint.complaints}</bdi>
          </address>
        )}
      </div>
    </footer>
  )
}
