import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useGestures, type Gesture } from '../lib/panZoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

export type FrameSize = { width: number; height: number }

/**
 * A frame that shows part of a larger drawing. Fingers, wheel, keys and the buttons below move it. The drawing is the
 * same in every text direction.
 */
export function PanFrame({
  label,
  how,
  onGesture,
  className,
  style,
  children,
}: {
  label: string
  /** Instructions for screen readers, after the label. */
  how: string
  onGesture: (gesture: Gesture, size: FrameSize) => void
  className?: string
  style?: CSSProperties
  children: (size: FrameSize) => ReactNode
}) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<FrameSize | null>(null)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize({ width, height })
    })
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  const move = (gesture: Gesture) => (size ? onGesture(gesture, size) : undefined)
  const hears = useGestures(frame, move)
  return (
    <div className="flex flex-col gap-2">
      <div
        ref={frame}
        role="application"
        aria-label={label}
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application handles keys
        tabIndex={0}
        dir="ltr"
        className={clsx('relative touch-none overflow-hidden bg-raised', className)}
        style={style}
        {...hears}
      >
        {size ? children(size) : null}
      </div>
      <div className="row-between items-start">
        <p id={id} className="grow basis-[8rem] text-small text-muted">
          {how}
        </p>
        <ZoomButtons onGesture={move} />
      </div>
    </div>
  )
}
