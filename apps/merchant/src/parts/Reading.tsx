import type { Refused } from '@quayside/client'
import { Button, EmptyState, Lighthouse, Problem, Spyglass, type Shape } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../words.tsx'
import { Waiting } from './LazyScreen.tsx'
import { NotVerified } from './NotVerified.tsx'

/**
 * What a screen shows of something it reads: the shape of it while it first loads, why it could not be had, else the thing itself.
 * Old data stays on the screen while new data comes or fails, and says of when it is when it cannot be had anew.
 */
export function Reading<D>({
  of,
  children,
  ...waiting
}: {
  of: {
    data: D | undefined
    loading: boolean
    refusal: Refused | null
    unreachable: boolean
    again: () => void
    asOf?: number | null
  }
  children: (data: D) => ReactNode
  /** What it is made of, where that is not what the screen is made of, see `Waiting`. */
  shape?: Shape
  count?: number
  height?: number
}) {
  const t = useT()
  const format = useFormat()
  if (of.data !== undefined)
    return (
      <>
        {of.asOf ? (
          <p className="text-center text-caption text-muted">{t('app.as-of', { when: format.moment(of.asOf) })}</p>
        ) : null}
        {children(of.data)}
      </>
    )
  // A session that ended has its own way out.
  if (of.refusal?.status === 401) return null
  if (of.refusal?.reason === 'shop/not-verified') return <NotVerified />
  // Asking again cannot help: the address names nothing, or nothing that is there.
  if (of.refusal && (of.refusal.reason === 'request/invalid' || of.refusal.reason.endsWith('/not-found')))
    return <EmptyState scene={<Spyglass />} title={t('common.nothing-here')} text={t('common.nothing-here.text')} />
  if (of.refusal)
    return (
      <Problem
        title={t('common.failed')}
        text={of.refusal.message}
        action={<Button onClick={of.again}>{t('common.retry')}</Button>}
      />
    )
  if (of.unreachable)
    return (
      <div role="alert">
        <EmptyState
          scene={<Lighthouse />}
          title={t('common.unreachable')}
          text={t('common.unreachable.text')}
          action={<Button onClick={of.again}>{t('common.retry')}</Button>}
        />
      </div>
    )
  return <Waiting {...waiting} />
}

/** Why an act did not happen, above the button that asked for it. */
export function ActProblem({ of }: { of: { refusal: Refused | null; unreachable: boolean } }) {
  const t = useT()
  if (of.refusal?.status === 401) return null
  if (of.refusal) return <Problem title={of.refusal.message} />
  if (of.unreachable) return <Problem title={t('common.unreachable')} text={t('common.unreachable.text')} />
  return null
}
