import { queryClient, useApiMutation, useApiQuery, type Refused } from '@quayside/client'
import { readRegistration, readShop, saveRegistration, saveShop, type Point } from '@quayside/contract'
import { Button, Page, SearchField, TextArea, toast, PlainButton } from '@quayside/ui'
import { LocateFixed, MapPinOff, Search } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useState, type ReactNode } from 'react'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import type { View } from '../../lib/panZoom.ts'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { readDraft, saveDraft, type Draft } from '../register/draft.ts'
import { placeLabel, placeName } from './placeName.ts'
import { useWorld, type OpenWorld } from './useWorld.ts'
import { townScale, wholeWorld, WorldMap } from './WorldMap.tsx'
import { inDegrees, toGrid } from './world.ts'

type Place = { address: string | null; point: Point | null }
type Saving = {
  isPending: boolean
  refusal: Refused | null
  unreachable: boolean
  keep: (place: Place) => Promise<boolean>
}

/** Maximum number of search results. */
const maxFound = 8
/** Maximum distance in kilometres between a point and the town that describes it. */
const nearby = 60
/** Timeout for the position of the phone, in milliseconds. */
const positionTimeout = 15_000

/** The address of the store, as text and as a point on the map. Used by the registration and by the settings. */
export function ChooseLocationScreen() {
  const { for: purpose } = useSearchParams(paths.chooseLocation)
  return purpose === 'registration' ? <RegistrationLocation /> : <ShopLocation />
}

function ShopLocation() {
  const shop = useApiQuery(readShop, {})
  const save = useApiMutation(saveShop, { awaitRefetch: true })
  const back = useBack(paths.setting)
  return (
    <Frame onBack={back}>
      <QueryBoundary query={shop}>
        {({ address, point }) => (
          <PlaceForm
            place={{ address, point }}
            saving={{
              ...save,
              keep: async (place) => (await save.mutate({ address: place.address ?? '', point: place.point })) !== null,
            }}
            onSaved={back}
          />
        )}
      </QueryBoundary>
    </Frame>
  )
}

function RegistrationLocation() {
  const registration = useApiQuery(readRegistration, {})
  const save = useApiMutation(saveRegistration)
  const back = useBack(paths.register)
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => void readDraft().then(setDraft), [])
  return (
    <Frame onBack={back}>
      <QueryBoundary query={draft ? registration : { ...registration, data: undefined }}>
        {({ address, point }) => (
          <PlaceForm
            place={{ address: draft?.address ?? address, point }}
            saving={{
              ...save,
              keep: async (place) => {
                const saved = await save.mutate({ address: place.address ?? '', point: place.point })
                if (saved) queryClient.setQueryData([readRegistration.path, {}], saved)
                return saved !== null
              },
            }}
            onSaved={(place) => void saveDraft({ ...draft, address: place.address ?? '' }).then(back)}
          />
        )}
      </QueryBoundary>
    </Frame>
  )
}

function Frame({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <Page title={t('register.address')} onBack={onBack}>
      {children}
    </Page>
  )
}

/** The typed address with a town that was chosen on the map, unless it names the town already. */
const withTown = (typed: string, town: string): string =>
  typed.toLowerCase().includes(town.toLowerCase()) ? typed : [typed.trim(), town].filter(Boolean).join(', ')

function PlaceForm({ place, saving, onSaved }: { place: Place; saving: Saving; onSaved: (place: Place) => void }) {
  const t = useT()
  const world = useWorld()
  const [address, setAddress] = useState(place.address ?? '')
  const [point, setPoint] = useState(place.point)
  const [tried, setTried] = useState(false)
  const error = saving.refusal?.fields['address'] ?? (tried && !address.trim() ? t('register.need.address') : undefined)

  const submit = async () => {
    setTried(true)
    if (!address.trim()) return
    const chosen = { address: address.trim(), point }
    if (!(await saving.keep(chosen))) return
    toast(t('shop.saved'))
    onSaved(chosen)
  }
  return (
    <>
      <TextArea
        label={t('register.address')}
        hint={t('places.address.hint')}
        autoComplete="street-address"
        rows={2}
        dir="auto"
        maxLength={200}
        error={error}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <QueryBoundary query={world} height={360}>
        {(open) => (
          <Chooser
            world={open}
            point={point}
            onPoint={setPoint}
            onTown={(name) => setAddress((typed) => withTown(typed, name))}
          />
        )}
      </QueryBoundary>
      {error ? null : <MutationError mutation={saving} />}
      <WhileOpen>
        <Button wide busy={saving.isPending} onClick={() => void submit()}>
          {t('common.save')}
        </Button>
      </WhileOpen>
    </>
  )
}

/** The map with its pin. The merchant sets the pin by search, by the phone's position, or by moving the map. */
function Chooser({
  world,
  point,
  onPoint,
  onTown,
}: {
  world: OpenWorld
  point: Point | null
  onPoint: (point: Point | null) => void
  /** A town was chosen by its name. */
  onTown: (name: string) => void
}) {
  const t = useT()
  const id = useId()
  const [view, setView] = useState<View>(() => (point ? { ...toGrid(point), scale: townScale } : wholeWorld))
  const [text, setText] = useState('')
  const [locating, setLocating] = useState(false)
  const [refused, setRefused] = useState(false)
  const wish = useDeferredValue(text)
  const found = world.towns.find(wish, maxFound)
  const near = point && world.towns.near(toGrid(point), nearby)

  const go = (at: Point) => {
    setView({ ...toGrid(at), scale: townScale })
    onPoint(at)
    setText('')
  }
  const locate = () => {
    setLocating(true)
    setRefused(false)
    const failed = () => {
      setLocating(false)
      setRefused(true)
    }
    if (!('geolocation' in navigator)) return failed()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        go(inDegrees(toGrid(coords)))
      },
      failed,
      { timeout: positionTimeout, maximumAge: 60_000 },
    )
  }

  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <div>
        <h2 id={`${id}-title`} className="font-semibold">
          {t('places.title')}
        </h2>
        <p className="text-small text-muted">{t('places.text')}</p>
      </div>
      <SearchField
        label={t('places.search')}
        icon={<Search className="size-5" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wish.trim() ? (
        <>
          <p role="status" className="text-small text-muted">
            {found.length === 0 ? t('places.none') : t('places.found', { n: found.length })}
          </p>
          <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface empty:hidden">
            {found.map((town) => (
              <li key={town.key}>
                <PlainButton
                  className="flex min-h-12 w-full flex-col px-4 py-2 text-start active:bg-raised"
                  onClick={() => {
                    go(inDegrees(town))
                    onTown(town.name)
                  }}
                >
                  <bdi>{placeLabel(town)}</bdi>
                  <span className="text-small text-muted">{placeName({ ...town, name: town.province }, t)}</span>
                </PlainButton>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Button
        variant="secondary"
        wide
        busy={locating}
        icon={<LocateFixed aria-hidden className="size-5" />}
        onClick={locate}
      >
        {t('places.locate')}
      </Button>
      {refused ? (
        <p role="alert" className="text-small text-warning">
          {t('places.locate.failed')}
        </p>
      ) : null}
      <WorldMap
        shapes={world.shapes}
        view={view}
        pin={point && toGrid(point)}
        // The pin stays in the middle of the frame while the map moves.
        onView={(next, moved) => {
          setView(next)
          if (moved || point) onPoint(inDegrees(next))
        }}
      />
      <p aria-live="polite" className="text-small">
        {!point ? t('places.no-point') : near ? t('places.near', { place: placeName(near, t) }) : t('places.far')}
      </p>
      {point ? (
        <Button variant="quiet" wide icon={<MapPinOff aria-hidden className="size-5" />} onClick={() => onPoint(null)}>
          {t('places.remove')}
        </Button>
      ) : null}
    </section>
  )
}
