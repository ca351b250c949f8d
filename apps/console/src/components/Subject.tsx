import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperator } from '../app/operator.ts'
import type { Claimed } from './ClaimLine.tsx'
import { addressOfSubject } from '../lib/subjects.ts'

/**
 * Something that a text names, such as an order or a shop: a link to its desk if the person may open that desk, else
 * the name alone. Codes are never mirrored.
 */
export function Subject({
  kind,
  id,
  shopId,
  work,
  children,
  className = 'text-accent',
}: {
  kind: string
  id: string | null | undefined
  shopId?: string | null | undefined
  /** The work item that leads to a shop: claimed, it is the reason to look. */
  work?: Claimed | undefined
  children: ReactNode
  className?: string
}) {
  const mayOpen = useMayOpen()
  const name = <bdi>{children}</bdi>
  const address = id ? addressOfSubject(kind, id, shopId) : null
  if (!address || !mayOpen(address.to)) return name
  return (
    <Link
      to={address.to}
      search={{ ...address.search, ...(work ? { work: `${work.kind}.${work.id}` } : {}) }}
      className={className}
    >
      {name}
    </Link>
  )
}

/** Whether the person may open the desk at a path. */
export function useMayOpen(): (path: string) => boolean {
  const held = useOperator().roles
  const { routesByPath } = useRouter()
  return (path) => {
    const route = routesByPath[path as keyof typeof routesByPath] as
      | { options: { staticData?: { roles?: readonly string[] | 'any' } } }
      | undefined
    const roles = route?.options.staticData?.roles
    return roles === 'any' || (roles?.some((role) => held.includes(role as (typeof held)[number])) ?? false)
  }
}
