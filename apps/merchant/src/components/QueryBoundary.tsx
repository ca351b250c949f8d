import type { Refused } from '@quayside/client'
import { Button, EmptyState, Lighthouse, Problem, Spyglass, type Shape } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'
import { LoadingState } from '../app/LazyScreen.tsx'
import { NotVerified } from './NotVerified.tsx'

/**
 * What a screen shows of something it reads: the shape of it while it first loads, why it could not be had, else the thing itself.
 * Old data stays on the screen while new data comes or fails, and says of when it is when it cannot be had anew.
 */
export function QueryBoundary<D>({
  query,
  children,
  ...waiting
}: {
  query: {
    data: D | undefined
    isLoading: boolean
    refusal: Refused | null
    unreachable: boolean
    refetch: () => void
    asOf?: number | null
  }
  children: (data: D) => ReactNode
  /** What it is made of, where that is not what the screen is made of, see `LoadingState`. */
  shape?: Shape
  count?: number
  height?: number
}) {
  const t = useT()
  const format = useFormat()
  if (query.data !== undefined)
    return (
      <>
        {query.asOf ? (
          <p className="text-center text-caption text-muted">{t('app.as-of', { when: format.moment(query.asOf) })}</p>
        ) : null}
        {children(query.data)}
      </>
    )
  // A session that ended has its own way out.
  if (query.refusal?.status === 401) return null
  if (query.refusal?.reason === 'shop/not-verified') return <NotVerified />
  // Asking again cannot help: the address names nothing, or nothing that is there.
  if (query.refusal && (query.refusal.reason === 'request/invalid' || query.refusal.reason.endsWith('/not-found')))
    return <EmptyState scene={<Spyglass />} title={t('common.nothing-here')} text={t('common.nothing-here.text')} />
  if (query.refusal)
    return (
      <Problem
        title={t('common.failed')}
        text={query.refusal.message}
        action={<Button onClick={query.refetch}>{t('common.retry')}</Button>}
      />
    )
  if (query.unreachable)
    return (
      <div role="alert">
        <EmptyState
          scene={<Lighthouse />}
          title={t('common.unreachable')}
          text={t('common.unreachable.text')}
          action={<Button onClick={query.refetch}>{t('common.retry')}</Button>}
        />
      </div>
    )
  return <LoadingState {...waiting} />
}

/** Why an act did not happen, above the button that asked for it. */
export function MutationError({ mutation }: { mutation: { refusal: Refused | null; unreachable: boolean } }) {
  const t = useT()
  if (mutation.refusal?.status === 401) return null
  if (mutation.refusal) return <Problem title={mutation.refusal.message} />
  if (mutation.unreachable) return <Problem title={t('common.unreachable')} text={t('common.unreachable.text')} />
  return null
}
