import { IconButton } from '@quayside/ui'
import { Minus, Plus } from 'lucide-react'
import { useT } from '../lib/i18n.tsx'
import { zoomBy, zoomStep, type Gesture } from '../lib/panZoom.ts'

/** Buttons to zoom in and out without a pinch gesture. */
export function ZoomButtons({ onGesture }: { onGesture: (gesture: Gesture) => void }) {
  const t = useT()
  return (
    <div className="flex gap-2">
      <IconButton
        repeatable
        label={t('places.zoom-in')}
        icon={<Plus aria-hidden />}
        className="border border-input bg-surface"
        onClick={() => onGesture(zoomBy(zoomStep))}
      />
      <IconButton
        repeatable
        label={t('places.zoom-out')}
        icon={<Minus aria-hidden />}
        className="border border-input bg-surface"
        onClick={() => onGesture(zoomBy(1 / zoomStep))}
      />
    </div>
  )
}
