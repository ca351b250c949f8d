import type { ComponentProps, ReactNode } from 'react'
import { QueryBoundary } from './QueryBoundary.tsx'

type Status = Omit<ComponentProps<typeof QueryBoundary>['query'], 'data'>

/** The `QueryBoundary` of a long list: its children are shown once the first page is there. */
export function PagedBoundary<D>({
  query,
  children,
}: {
  query: Status & { first: D | undefined }
  children: (firstPage: D) => ReactNode
}) {
  return <QueryBoundary query={{ ...query, data: query.first }}>{children}</QueryBoundary>
}
