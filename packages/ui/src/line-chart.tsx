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

/** The smallest of some multiples of a power of ten that is not below `value`: a scale with readable halves. */
function scaleTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return ([1, 2, 3, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

/** A curve through the points that never goes beyond them (monotone cubic), so that it invents no peak. */
function curve(points: { x: number; y: number }[]): string {
  const slope = (i: number) => {
    const [a, b] = [points[i], points[i + 1]]
    return a && b ? (b.y - a.y) / (b.x - a.x) : 0
  }
  const tangent = (i: number) => {
    const [left, right] = [slope(i - 1), slope(i)]
    if (i === 0) return right
    if (i === points.length - 1) return left
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right)
  }
  return points
    .map((p, i) => {
      const at = `${p.x.toFixed(1)} ${p.y.toFixed(1)}`
      const from = points[i - 1]
      if (!from) return `M${at}`
      const third = (p.x - from.x) / 3
      return `C${(from.x + third).toFixed(1)} ${(from.y + tangent(i - 1) * third).toFixed(1)} ${(p.x - third).toFixed(1)} ${(p.y - tangent(i) * third).toFixed(1)} ${at}`
    })
    .join('')
}

const stroke = (i: number) => (i ? 'var(--info)' : 'var(--accent)')

/**
 * A chart of days with a scale. A finger drags the crosshair while the page still scrolls vertically; the arrow keys
 * move it. A table has the same numbers for screen readers. `labels` name the days, oldest first; the last day is
 * selected at first. `axis` are the short names of the first, the middle and the last day, `scale` writes a value of
 * the scale. `before` is a faint line of as many days of an earlier period.
 */
export function LineChart({
  series,
  labels,
  axis,
  label,
  dayLabel,
  scale,
  before,
  onChoose,
}: {
  series: Series[]
  labels: string[]
  axis: string[]
  label: string
  dayLabel: string
  scale: (value: number) => string
  before?: Series | undefined
  /** Called with the place of the chosen day. Whoever takes it shows the day and its values, and the chart does not. */
  onChoose?: (index: number) => void
}) {
  const [chosen, setOwn] = useState<number | null>(null)
  const setChosen = (index: number) => {
    setOwn(index)
    onChoose?.(index)
  }
  const last = labels.length - 1
  const at = Math.min(chosen ?? last, last)
  const all = [...series, ...(before ? [before] : [])].flatMap((s) => s.values)
  const low = Math.min(0, ...all)
  const high = scaleTop(Math.max(1, ...all))
  const drawn = series.map((s) => ({ ...s, points: places(s.values, low, high) }))
  const grid = [high, high / 2, 0].map((value) => ({ value, y: places([value], low, high)[0]!.y }))
  const zero = grid[2]!.y
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
  const shown = before ? [...drawn, { ...before, points: [] }] : drawn

  return (
    <figure className="flex flex-col gap-2">
      <div className={onChoose ? 'hidden' : 'flex flex-wrap items-baseline gap-x-4 gap-y-1 text-small'}>
        <span className="font-semibold">{labels[at]}</span>
        {shown.map((s, i) => (
          <span key={s.key} className="inline-flex items-center gap-1.5">
            <svg aria-hidden width="16" height="8">
              <path
                d="M0 4H16"
                stroke={s === shown[drawn.length] ? 'var(--muted)' : stroke(i)}
                strokeWidth="2.5"
                strokeDasharray={i ? '4 3' : undefined}
              />
            </svg>
            <span className="text-muted">{s.label}</span>{' '}
            <bdi className="whitespace-nowrap tabular-nums">{s.text(at)}</bdi>
          </span>
        ))}
      </div>
      <div className="relative">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="slider"
          tabIndex={0}
          aria-label={`${label}. ${dayLabel}`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${labels[at]}: ${shown.map((s) => `${s.label} ${s.text(at)}`).join(', ')}`}
          onPointerDown={point}
          onPointerMove={(event) => (event.pointerType === 'mouse' && event.buttons === 0 ? undefined : point(event))}
          onKeyDown={key}
          className="mirror w-full touch-pan-y rounded-field select-none [-webkit-tap-highlight-color:transparent]"
        >
          {grid.map(({ value, y }) => (
            <path
              key={value}
              d={`M0 ${y}H${width}`}
              stroke="var(--border)"
              strokeDasharray={value === 0 ? undefined : '2 4'}
            />
          ))}
          {before ? (
            <path
              d={curve(places(before.values, low, high))}
              fill="none"
              stroke="var(--muted)"
              strokeWidth="1.5"
              strokeDasharray="4 3"
              opacity="0.7"
            />
          ) : null}
          {drawn.map((s, i) => (
            <g key={s.key}>
              {i === 0 ? (
                <path
                  d={`${curve(s.points)}L${s.points.at(-1)?.x ?? 0} ${zero}L${s.points[0]?.x ?? 0} ${zero}Z`}
                  fill="var(--accent)"
                  opacity="0.14"
                />
              ) : null}
              <path
                d={curve(s.points)}
                fill="none"
                stroke={stroke(i)}
                strokeWidth="2.5"
                strokeLinejoin="round"
                strokeLinecap="round"
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
              fill={stroke(i)}
              stroke="var(--surface)"
              strokeWidth="2"
            />
          ))}
        </svg>
        {/* Beside the drawing, so that the texts keep their size on every width. */}
        <div aria-hidden className="pointer-events-none absolute inset-0 text-caption text-muted">
          {grid.slice(0, 2).map(({ value, y }) => (
            <bdi
              key={value}
              dir="ltr"
              className="absolute start-0 -translate-y-full tabular-nums"
              style={{ top: `${(y / height) * 100}%` }}
            >
              {scale(value)}
            </bdi>
          ))}
        </div>
      </div>
      <div aria-hidden className="flex justify-between text-caption text-muted tabular-nums">
        {axis.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
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
