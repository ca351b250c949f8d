import { clsx } from 'clsx'
import { useEffect, useState } from 'react'

/** Width of the quiet zone in modules; without it a camera does not find the code. */
const quiet = 4

/** Dark modules as one path; each run in a row is one bar, so that no hairline appears between modules. */
const bars = (rows: boolean[][]): string =>
  rows
    .flatMap((row, y) =>
      row.map((dark, x) => {
        if (!dark || row[x - 1]) return ''
        const end = row.indexOf(false, x)
        const length = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${length}v1h-${length}z`
      }),
    )
    .join('')

/** A QR code that the server has drawn, or that `QrCode` draws: black on white in every theme. */
export function QrPicture({
  drawn,
  label,
  className,
}: {
  /** The dark modules as a path, in a square of `size` modules; null for an empty box. */
  drawn: { size: number; path: string } | null
  label: string
  className?: string | undefined
}) {
  const size = (drawn?.size ?? 0) + 2 * quiet
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx('aspect-square rounded-field', className)}
    >
      <rect x={-quiet} y={-quiet} width={size} height={size} fill="#fff" />
      {drawn ? <path d={drawn.path} fill="#000" /> : null}
    </svg>
  )
}

/**
 * A QR code of `text`. The encoder is loaded with the first code. If that fails, the box stays white, so always show
 * the text beside it.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const [drawn, setDrawn] = useState<{ text: string; size: number; path: string } | null>(null)
  useEffect(() => {
    let current = true
    void import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: 0 })
        if (current) setDrawn({ text, size, path: bars(data) })
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [text])

  // The code of a previous text must not be shown while the new one is drawn.
  return <QrPicture drawn={drawn?.text === text ? drawn : null} label={label} className={className} />
}
