import { useTheme } from '@quayside/ui'
import { MapPin } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { PanFrame, type FrameSize } from '../../components/PanFrame.tsx'
import { viewAfter, clampPan, type View } from '../../lib/panZoom.ts'
import { useT } from '../../lib/i18n.tsx'
import { draw, type Drawable, type Inks } from './draw.ts'
import { gridSize, toGrid } from './world.ts'

/** Maximum scale in pixels per grid square: 600 m are then as wide as a finger, and the coast does not look coarse. */
const nearest = 12
/** Scale that shows a town and its surroundings. */
export const townScale = 0.9
/** The smallest scale that the frame allows. */
export const wholeWorld: View = { x: gridSize * 0.52, y: gridSize * 0.4, scale: 0 }

function readInks(): Inks {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    water: `color-mix(in srgb, ${token('info')} 18%, ${token('bg')})`,
    land: token('surface'),
    coast: token('input'),
    border: token('border'),
    text: token('foreground'),
  }
}

/** The part of the world where towns are: from 78° N to 60° S. */
const north = toGrid({ latitude: 78, longitude: 0 }).y
const south = toGrid({ latitude: -60, longitude: 0 }).y

/** Limits a view to that part of the world in a frame of this size. */
function bounded(view: View, { width, height }: FrameSize): View {
  const scale = Math.max(view.scale, width / gridSize, height / (south - north))
  return {
    scale,
    x: clampPan(view.x, gridSize, width, scale),
    y: north + clampPan(view.y - north, south - north, height, scale),
  }
}

/** Whether the app is dark now, by the chosen theme or by that of the phone. */
function useDark(): boolean {
  const theme = useTheme()
  const phone = useSyncExternalStore(
    (listener) => {
      const dark = matchMedia('(prefers-color-scheme: dark)')
      dark.addEventListener('change', listener)
      return () => dark.removeEventListener('change', listener)
    },
    () => matchMedia('(prefers-color-scheme: dark)').matches,
  )
  return theme === 'system' ? phone : theme === 'dark'
}

/** The world map with a pin. */
export function WorldMap({
  shapes,
  view,
  pin,
  onView,
}: {
  shapes: Drawable
  view: View
  /** The position of the pin on the grid. */
  pin: { x: number; y: number } | null
  /** Called when the map was moved (`moved`) or only zoomed. */
  onView: (view: View, moved: boolean) => void
}) {
  const t = useT()
  const dark = useDark()
  return (
    <div className="flex flex-col gap-1">
      <PanFrame
        label={t('places.map')}
        how={t('places.map.how')}
        className="h-[46dvh] min-h-64 rounded-card border border-border"
        onGesture={(gesture, size) => {
          const before = bounded(view, size)
          const after = bounded(viewAfter(before, gesture, 0, nearest), size)
          onView(after, gesture.dx !== 0 || gesture.dy !== 0)
        }}
      >
        {(size) => {
          const shown = bounded(view, size)
          return (
            <>
              <Land key={String(dark)} shapes={shapes} view={shown} size={size} />
              {pin ? (
                <MapPin
                  aria-hidden
                  className="pointer-events-none absolute size-10 -translate-x-1/2 -translate-y-full fill-primary text-on-primary"
                  style={{
                    left: size.width / 2 + (pin.x - shown.x) * shown.scale,
                    top: size.height / 2 + (pin.y - shown.y) * shown.scale,
                  }}
                />
              ) : null}
            </>
          )
        }}
      </PanFrame>
      <p className="text-caption text-muted">{t('places.source')}</p>
    </div>
  )
}

/** The canvas; it is redrawn for each new view. */
function Land({
  shapes,
  view: { x, y, scale },
  size: { width, height },
}: {
  shapes: Drawable
  view: View
  size: FrameSize
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      draw(canvas.current!, shapes, { x, y, scale }, readInks(), {
        width,
        height,
        ratio: Math.min(devicePixelRatio, 2),
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [shapes, x, y, scale, width, height])
  return <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
}
