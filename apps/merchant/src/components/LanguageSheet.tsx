import { languages } from '@quayside/contract'
import { SearchField, Sheet, toast, PlainButton } from '@quayside/ui'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useI18n, useT } from '../lib/i18n.tsx'
import { renewPushSubscription } from '../lib/web-push.ts'

/** A setting of the platform: the codes of the languages that it offers. All of them without the server's page. */
const codes = document.querySelector<HTMLMetaElement>('meta[name="quayside-languages"]')?.content.split(' ')
const offered = languages.filter(({ code }) => codes?.includes(code))

/** The offered languages by their own names. A language that was chosen before stays in the list. */
export function LanguageSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT()
  const { lang, choose } = useI18n()
  const [search, setSearch] = useState('')
  const found = languages.filter(
    (l) =>
      (offered.length === 0 || offered.includes(l) || l.code === lang) &&
      `${l.name} ${l.code}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('common.language')}>
      <SearchField
        label={t('common.language.search')}
        icon={<Search className="size-5" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul>
        {found.map((l) => (
          <li key={l.code}>
            <PlainButton
              aria-pressed={l.code === lang}
              className="flex min-h-12 w-full items-center justify-between rounded-field px-2 text-start active:bg-raised"
              onClick={() =>
                void choose(l.code).then(
                  () => {
                    void renewPushSubscription().catch(() => undefined)
                    onOpenChange(false)
                  },
                  () => toast(t('common.failed')),
                )
              }
            >
              <bdi lang={l.code}>{l.name}</bdi>
              {l.code === lang ? <Check aria-hidden className="size-5 text-accent" /> : null}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
