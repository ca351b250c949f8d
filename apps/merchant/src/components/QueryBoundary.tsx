import type { Refused } from '@quayside/client'
import { Barrier, Button, EmptyState, Lighthouse, Spyglass, useAlertRole, type Shape } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'
import { LoadingState } from './LoadingState.tsx'
import { NotVerified } from './NotVerified.tsx'

/**
 * Shows the state of a query: a skeleton while it loads, the reason if it failed, else its data. Old data stays
 * visible during a refetch and after a failed one; its age is shown if new data cannot be fetched.
 */
export function QueryBoundary<D>({
  query,
  children,
  ...loading
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
  /** The skeleton, if it differs from that of the screen: see `LoadingState`. */
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
  // After a session ends the app shows the login.
  if (query.refusal?.status === 401) return null
  if (query.refusal?.reason === 'shop/not-verified') return <NotVerified />
  // A retry cannot help: no object exists at this URL.
  if (query.refusal && (query.refusal.reason === 'request/invalid' || query.refusal.reason.endsWith('/not-found')))
    return <EmptyState scene={<Spyglass />} title={t('common.nothing-here')} text={t('common.nothing-here.text')} />
  if (query.refusal) return <RefusedRead message={query.refusal.message} onRetry={query.refetch} />
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
  return <LoadingState {...loading} />
}

/** The sentence of a refused read in place of its content. It is a toast as well. */
function RefusedRead({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useT()
  return (
    <div role={useAlertRole(message)}>
      <EmptyState
        scene={<Barrier />}
        title={t('common.failed')}
        text={message}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </div>
  )
}
