import { CopyButton, EmptyState, Page, Spyglass } from '@quayside/ui'
import { useState } from 'react'
import type { View } from '../../lib/panZoom.ts'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { useWorld, type OpenWorld } from './useWorld.ts'
import { townScale, wholeWorld, WorldMap } from './WorldMap.tsx'
import { toGrid } from './world.ts'

type Target = Partial<Record<'latitude' | 'longitude' | 'city' | 'country' | 'address', string>>

/** Shows an address on the map: a point, or a town of a country. */
export function OpenLocationScreen() {
  const t = useT()
  const back = useBack(paths.home)
  const target: Target = useSearchParams(paths.openLocation)
  const world = useWorld()
  return (
    <Page title={t('places.open')} onBack={back}>
      {target.address ? (
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 py-3 whitespace-pre-line" dir="auto">
            {target.address}
          </p>
          <CopyButton text={target.address} label={t('common.copy')} />
        </div>
      ) : null}
      <QueryBoundary query={world} height={360}>
        {(open) => <LocationMap world={open} target={target} />}
      </QueryBoundary>
    </Page>
  )
}

/** The point in the URL. Without one, the town, if its name is unique in its country. */
function pointOf({ towns }: OpenWorld, { latitude, longitude, city, country }: Target) {
  const [north, east] = [Number(latitude || NaN), Number(longitude || NaN)]
  if (Math.abs(north) <= 90 && Math.abs(east) <= 180) return toGrid({ latitude: north, longitude: east })
  return city && country ? towns.only(city, country) : null
}

function LocationMap({ world, target }: { world: OpenWorld; target: Target }) {
  const t = useT()
  const [point] = useState(() => pointOf(world, target))
  const [view, setView] = useState<View>(point ? { x: point.x, y: point.y, scale: townScale } : wholeWorld)
  if (!point) return <EmptyState scene={<Spyglass />} title={t('places.unknown')} text={t('places.unknown.text')} />
  return (
    <>
      <WorldMap shapes={world.shapes} view={view} pin={point} onView={setView} />
      {target.city ? <p className="text-small text-muted">{t('places.town-only')}</p> : null}
    </>
  )
}
