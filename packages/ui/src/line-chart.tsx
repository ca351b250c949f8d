import { useState, type KeyboardEvent, type PointerEvent } from 'react'

export type Series = { key: string; label: string; values: number[]; text: (index: number) => string }

const width = 340
const height = 160
const pad = { top: 12, bottom: 8, side: 6 }

/** Maps values to positions inside the chart; zero is always in the range. */
export function places(values: number[], low: number, high: number): { x: number; y: number }[] {
  const span = high - low || 1
  return values.map((value, i) => ({
    x: pad.side + (values.length === 1 ? 0.5 : i / (values.length - 1)) * (width - 2 * pad.side),
    y: pad.top + (1 - (value - low) / span) * (height - pad.top - pad.bottom),
  }))
}

const line = (points: { x: number; y: number }[]) =>
  points.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('')

/**
 * A line chart of days. A finger drags the crosshair while the page still scrolls vertically; the arrow keys move it.
 * A table has the same numbers for screen readers. `labels` name the days, oldest first; the last day is selected at
 * first.
 */
export function LineChart({
  series,
  labels,
  label,
  dayLabel,
}: {
  series: Series[]
  labels: string[]
  label: string
  dayLabel: string
}) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = labels.length - 1
  const at = Math.min(chosen ?? last, last)
  const all = series.flatMap((s) => s.values)
  const low = Math.min(0, ...all)
  const high = Math.max(1, ...all)
  const drawn = series.map((s) => ({ ...s, points: places(s.values, low, high) }))
  const zero = places([0], low, high)[0]!.y
  // Time runs in the direction of the text.
  const rtl = typeof document !== 'undefined' && document.documentElement.dir === 'rtl'

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    setChosen(Math.max(0, Math.min(last, Math.round((rtl ? 1 - part : part) * last))))
  }
  const key = (event: KeyboardEvent) => {
    const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
    const backward = rtl ? 'ArrowRight' : 'ArrowLeft'
    const next = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, next)))
  }
  if (labels.length === 0) return null
  const x = drawn[0]?.points[at]?.x ?? 0

  return (
    <figure className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-small">
        <span className="font-semibold">{labels[at]}</span>
        {drawn.map((s, i) => (
          <span key={s.key} className="inline-flex items-center gap-1.5">
            <svg aria-hidden width="20" height="8">
              <path
                d="M0 4H20"
                stroke={i ? 'var(--info)' : 'var(--accent)'}
                strokeWidth="2.5"
                strokeDasharray={i ? '4 3' : undefined}
              />
            </svg>
            {s.label} <bdi className="whitespace-nowrap tabular-nums">{s.text(at)}</bdi>
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${dayLabel}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${labels[at]}: ${drawn.map((s) => `${s.label} ${s.text(at)}`).join(', ')}`}
        onPointerDown={point}
        onPointerMove={(event) => (event.pointerType === 'mouse' && event.buttons === 0 ? undefined : point(event))}
        onKeyDown={key}
        className="mirror w-full touch-pan-y rounded-field select-none"
      >
        <path d={`M0 ${zero}H${width}`} stroke="var(--border)" />
        {drawn.map((s, i) => (
          <g key={s.key}>
            {i === 0 ? (
              <path
                d={`${line(s.points)}L${s.points.at(-1)?.x ?? 0} ${zero}L${s.points[0]?.x ?? 0} ${zero}Z`}
                fill="var(--accent-soft)"
                opacity="0.7"
              />
            ) : null}
            <path
              d={line(s.points)}
              fill="none"
              stroke={i ? 'var(--info)' : 'var(--accent)'}
              strokeWidth="2.5"
              strokeLinejoin="round"
              strokeDasharray={i ? '4 3' : undefined}
            />
          </g>
        ))}
        <path d={`M${x} 0V${height}`} stroke="var(--input)" strokeDasharray="2 3" />
        {drawn.map((s, i) => (
          <circle
            key={s.key}
            cx={x}
            cy={s.points[at]?.y ?? 0}
            r="5"
            fill={i ? 'var(--info)' : 'var(--accent)'}
            stroke="var(--surface)"
            strokeWidth="2"
          />
        ))}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{dayLabel}</th>
              {series.map((s) => (
                <th key={s.key} scope="col">
                  {s.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((day, i) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map((s) => (
                  <td key={s.key}>{s.text(i)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
