import { SearchField, Sheet, PlainButton } from '@quayside/ui'
import { Check, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { zoneName, zonePart } from '../../lib/intl-fallback-ga.ts'
import { useI18n, useT } from '../../lib/i18n.tsx'
import { useSaveShop } from './useSaveShop.ts'

/** Every time zone with its name in the chosen language and its current offset from UTC. */
function useZones() {
  const { lang } = useI18n()
  return useMemo(() => {
    return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
      zone,
      name: zone.replaceAll('_', ' '),
      means: `${zoneName(lang, zone)} · ${zonePart(lang, zone, 'shortOffset')}`,
    }))
  }, [lang])
}

/** Chooses the time zone of the shop's days. That of the phone comes first. */
export function TimeZoneSheet({ chosen, onClose }: { chosen: string; onClose: () => void }) {
  const t = useT()
  const zones = useZones()
  const [search, setSearch] = useState('')
  const save = useSaveShop()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const wanted = search.trim().toLowerCase()
  const found = zones
    .filter(({ name, means }) => `${name} ${means}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.zone === here) - Number(a.zone === here))
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t('shop.zone')}>
      <p className="text-small text-muted">{t('shop.zone.change')}</p>
      <MutationError mutation={save} />
      <SearchField
        label={t('shop.zone.search')}
        icon={<Search className="size-5" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? <p role="status">{t('shop.zone.unknown')}</p> : null}
      <ul>
        {found.map(({ zone, name, means }) => (
          <li key={zone}>
            <PlainButton
              aria-pressed={zone === chosen}
              disabled={save.isPending}
              className="flex min-h-14 w-full items-center justify-between gap-3 rounded-field px-2 text-start active:bg-raised"
              onClick={() => void save.saveFields({ timeZone: zone }).then((saved) => saved && onClose())}
            >
              <span className="min-w-0">
                <bdi className="block">{name}</bdi>
                <span className="block text-small text-muted">
                  {zone === here ? `${t('shop.zone.here')} · ${means}` : means}
                </span>
              </span>
              {zone === chosen ? <Check aria-hidden className="size-5 shrink-0 text-accent" /> : null}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
