import { languages } from '@quayside/contract/languages'
import { defaultLanguage } from '@quayside/contract/constants'
import type { ReactNode } from 'react'
import type { PageKit } from '../lib/page.ts'
import { Footer } from './Footer.tsx'
import { Header, type HeaderShop } from './Header.tsx'

export type Head = {
  title: string
  description?: string | undefined
  /** An absolute or a local address of a picture for links in other programs. */
  picture?: string | null | undefined
  /** Structured data, made from the object that the page shows. */
  data?: object | undefined
  kind?: 'website' | 'product'
}

/** Text that stands inside a script element: no sequence of it ends the element. */
const scriptText = (data: object): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The whole document of a page. */
export function Document({
  kit,
  head,
  scripts = [],
  words,
  shop,
  children,
}: {
  kit: PageKit
  head: Head
  /** Further scripts of this page. */
  scripts?: string[]
  /** What was searched for: the search keeps it. */
  words?: string
  /** The shop that the page belongs to: its name comes first in the header. */
  shop?: HeaderShop
  children: ReactNode
}) {
  const { frame, lang, dir } = kit
  const { origin, canonical, assets } = frame
  const absolute = (path: string) => (path.startsWith('/') ? `${origin}${path}` : path)
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${head.title} · Quayside`}</title>
        {head.description && <meta name="description" content={head.description.slice(0, 300)} />}
        {frame.refresh !== undefined && <meta httpEquiv="refresh" content={frame.refresh} />}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14130f" />
        {canonical === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={`${origin}/${lang}${canonical}`} />
            {languages.map(({ code }) => (
              <link key={code} rel="alternate" hrefLang={code} href={`${origin}/${code}${canonical}`} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={`${origin}/${defaultLanguage}${canonical}`} />
            <meta property="og:url" content={`${origin}/${lang}${canonical}`} />
          </>
        )}
        <meta property="og:title" content={head.title} />
        <meta property="og:type" content={head.kind ?? 'website'} />
        <meta property="og:site_name" content="Quayside" />
        {head.description && <meta property="og:description" content={head.description.slice(0, 300)} />}
        <meta property="og:image" content={absolute(head.picture ?? '/open-graph.png')} />
        {head.picture ? (
          <meta property="og:image:alt" content={head.title} />
        ) : (
          <meta name="twitter:card" content="summary_large_image" />
        )}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        {/* Our modules run once the page is parsed: an async one from the cache would run before its elements exist. */}
        {[assets.script, ...scripts].map((src) =>
          src.startsWith('/') ? <script key={src} type="module" src={src} /> : <script key={src} src={src} async />,
        )}
        {/* Data and no program: the policy of the page runs no script that stands in it. */}
        {head.data && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(head.data) }} />}
      </head>
      <body>
        <a className="skip" href="#content">
          {kit.t('store.skip')}
        </a>
        <Header kit={kit} words={words} shop={shop} />
        <main id="content" className="page flex flex-1 flex-col gap-8 py-6">
          {children}
        </main>
        <Footer kit={kit} />
      </body>
    </html>
  )
}
