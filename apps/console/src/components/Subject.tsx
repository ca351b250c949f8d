import type { ReactNode } from 'react'
import { useMayOpen } from '../app/operator.ts'
import type { Claimed } from './ClaimLine.tsx'
import { addressOfSubject } from '../lib/subjects.ts'
import { Link } from './Link.tsx'

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
  const mayGo = useMayOpen()
  const name = <bdi>{children}</bdi>
  const address = id ? addressOfSubject(kind, id, shopId) : null
  if (!address || !mayGo(address.to)) return name
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
