import {
  Barrier,
  Book,
  Bottle,
  Buoy,
  Button,
  Chest,
  Crane,
  Crate,
  EmptyState,
  Lighthouse,
  SkeletonScreen,
  Parcel,
  Problem,
  ShopFront,
  Shutter,
  Skeleton,
  Spyglass,
} from '@quayside/ui'
import { useT } from '../src/lib/i18n.tsx'
import { Part } from './Part.tsx'

const scenes = {
  Crane: <Crane />,
  Crate: <Crate />,
  Parcel: <Parcel />,
  Bottle: <Bottle />,
  Book: <Book />,
  Lighthouse: <Lighthouse />,
  Buoy: <Buoy />,
  ShopFront: <ShopFront />,
  Shutter: <Shutter />,
  Spyglass: <Spyglass />,
  Chest: <Chest />,
  Barrier: <Barrier />,
}

/** What stands where data are missing: problems, skeletons, empty lists. */
export function StateParts() {
  const t = useT()

  return (
    <>
      <Part name="Problem">
        <Problem
          title={t('common.failed')}
          text={t('common.unreachable.text')}
          action={<Button>{t('common.retry')}</Button>}
        />
        <Problem title={t('common.unreachable')} />
      </Part>

      <Part name="Skeleton, Outline">
        <Skeleton className="h-4 w-40" />
        <SkeletonScreen shape="rows" count={2} />
        <SkeletonScreen shape="dense" count={2} />
        <SkeletonScreen shape="lines" count={2} />
        <SkeletonScreen shape="ways" count={2} />
        <SkeletonScreen shape="cards" count={1} />
        <SkeletonScreen shape="fields" count={1} />
        <SkeletonScreen shape="figures" />
        <SkeletonScreen shape="rows" height={64} />
      </Part>

      <Part name="EmptyState">
        <div className="grid gap-4 sm:grid-cols-2">
          {Object.entries(scenes).map(([name, scene]) => (
            <EmptyState key={name} scene={scene} title={t('orders.empty')} text={t('orders.empty.text')} />
          ))}
        </div>
        <EmptyState
          scene={<Crane />}
          title={t('products.empty')}
          text={t('products.empty.text')}
          action={<Button>{t('home.distribution')}</Button>}
        />
      </Part>
    </>
  )
}
