import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A grey placeholder for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('skeleton block rounded-chip', className)} />
}

const words = (...widths: string[]) => (
  <span className="flex flex-1 flex-col gap-2">
    {widths.map((width) => (
      <Skeleton key={width} className={`h-[1rem] ${width}`} />
    ))}
  </span>
)
const card = 'flex gap-3 rounded-card border border-border bg-surface'

const amountRow = (height: string, picture: string) => (
  <span className={`flex ${height} items-center gap-3 border-b border-border`}>
    <Skeleton className={`${picture} shrink-0`} />
    {words('w-3/5', 'w-2/5')}
    <Skeleton className="h-[1.25rem] w-16" />
  </span>
)

/** The skeleton shapes of lists and screens, with the usual number of pieces. */
const shapes = {
  /** Cards with a picture and three lines beside it. */
  rows: {
    count: 6,
    piece: (
      <span className={`${card} min-h-24 items-center p-3`}>
        <Skeleton className="size-16 shrink-0" />
        {words('w-1/2', 'w-4/5', 'w-1/3')}
      </span>
    ),
  },
  /** Records with an amount at the end. */
  lines: {
    count: 6,
    piece: (
      <span className="flex min-h-20 items-center gap-3 border-b border-border">
        {words('w-3/5', 'w-2/5')}
        <Skeleton className="h-[1.25rem] w-20" />
      </span>
    ),
  },
  /** Records under the sums of their accounts. */
  records: { count: 10, piece: amountRow('min-h-14', 'size-10') },
  /** Lines with a picture and an amount at the end, as the list of orders. */
  dense: { count: 9, piece: amountRow('min-h-16', 'size-12') },
  /** Links to other screens, with an icon. */
  ways: {
    count: 6,
    piece: (
      <span className="flex min-h-16 items-center gap-3 border-b border-border px-4">
        <Skeleton className="size-10 shrink-0" />
        {words('w-3/5')}
      </span>
    ),
  },
  /** Cards with a heading and text. */
  cards: {
    count: 3,
    piece: <span className={`${card} p-4`}>{words('w-2/5', 'w-full', 'w-4/5', 'w-3/5')}</span>,
  },
  /** A hero card, and cards with figures below. */
  figures: {
    count: 1,
    piece: (
      <span className="flex flex-col gap-4">
        <Skeleton className="h-96 rounded-card!" />
        {['w-2/5', 'w-1/3'].map((width) => (
          <span key={width} className={`${card} p-4`}>
            {words(width, 'w-1/4')}
            {words(width, 'w-1/4')}
          </span>
        ))}
      </span>
    ),
  },
  /** Labelled fields. */
  fields: {
    count: 2,
    piece: (
      <span className="flex flex-col gap-2">
        <Skeleton className="h-[1rem] w-1/3" />
        <Skeleton className="h-12 w-full" />
      </span>
    ),
  },
} satisfies Record<string, { count: number; piece: ReactNode }>

export type Shape = keyof typeof shapes

/** A skeleton: `count` pieces of a shape, or one block of `height` pixels. */
export function SkeletonScreen({
  shape,
  count,
  height,
}: {
  shape: Shape
  count?: number | undefined
  height?: number | undefined
}) {
  if (height !== undefined) return <span aria-hidden className="skeleton block rounded-card" style={{ height }} />
  const { piece, count: usual } = shapes[shape]
  return (
    <div aria-hidden className={clsx('flex flex-col', /^(lines|records|ways|dense)$/.test(shape) || 'gap-3')}>
      {Array.from({ length: count ?? usual }, (_, i) => (
        <span key={i}>{piece}</span>
      ))}
    </div>
  )
}
