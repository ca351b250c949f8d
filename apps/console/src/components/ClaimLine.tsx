import { useApiMutation, useApiQuery } from '@quayside/client'
import { workDesks, type OperatorRole, type WorkKind } from '@quayside/contract'
import { claimWork, findWork, releaseWork } from '@quayside/contract/work'
import { Button, TextField } from '@quayside/ui'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useOperator } from '../app/operator.ts'
import { useActions } from '../hooks/useActions.ts'
import { formatTime } from '../lib/format.ts'
import { t } from '../lib/texts.ts'
import { Kbd } from './Kbd.tsx'
import { MutationProblem } from './QueryState.tsx'

export type Claimed = { kind: WorkKind; id: string }

/**
 * Who works on the opened item, and the key that claims or releases it. No desk whose details have this line gives the
 * key to a decision (`desks.test.ts`). Nothing is shown for what is not in the work queue.
 */
export const claimKey = 'c'

export function ClaimLine({ kind, id }: Claimed) {
  const me = useOperator()
  const { data } = useApiQuery(findWork, { kind, id })
  const claim = useApiMutation(claimWork)
  const release = useApiMutation(releaseWork)
  const [why, setWhy] = useState('')
  const item = data?.item?.id === id ? data.item : null
  const isMine = item?.claim?.by.id === me.operatorId
  const mayClaim =
    item !== null &&
    (isMine || item.claim === null) &&
    (workDesks[kind] as readonly OperatorRole[]).some((desk) => me.roles.includes(desk))
  const outOfOrder = claim.refusal?.reason === 'work/out-of-order'
  const toggle = async () => {
    if (isMine) await release.mutate({ kind, id })
    else if (await claim.mutate({ kind, id, ...(why.trim() ? { reason: why.trim() } : {}) })) setWhy('')
  }
  const label = t(isMine ? 'claim.release' : 'claim.claim')
  useActions(mayClaim ? [{ id: 'claim', label, keys: claimKey, run: () => void toggle() }] : [])
  if (!item) return null
  const busy = claim.isPending || release.isPending
  return (
    <div
      className={clsx(
        'flex flex-col gap-1 border-b border-border px-4 py-1.5 text-small',
        item.claim && !isMine && 'bg-accent-soft text-accent',
      )}
    >
      <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <span role="status" dir="auto">
          {isMine
            ? t('claim.mine', { time: formatTime(item.claim!.until) })
            : item.claim
              ? t('claim.held', { name: item.claim.by.name, time: formatTime(item.claim.until) })
              : t('claim.free')}
        </span>
        {mayClaim && !outOfOrder ? (
          <button
            type="button"
            aria-keyshortcuts={claimKey}
            disabled={busy}
            className="flex min-h-(--row) cursor-pointer items-center gap-2 border-0 bg-transparent p-0 font-semibold text-accent"
            onClick={() => void toggle()}
          >
            {label}
            <Kbd keys={claimKey} />
          </button>
        ) : null}
      </p>
      {outOfOrder && !isMine ? (
        <form
          className="flex flex-wrap items-end gap-2 pb-1"
          onSubmit={(event) => {
            event.preventDefault()
            void toggle()
          }}
        >
          <TextField
            label={t('claim.why')}
            hint={claim.refusal!.message}
            maxLength={300}
            dir="auto"
            className="min-w-56 flex-1"
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
          <Button type="submit" variant="secondary" busy={busy} disabled={why.trim().length < 5}>
            {label}
          </Button>
        </form>
      ) : (
        <MutationProblem
          refusal={claim.refusal ?? release.refusal}
          unreachable={claim.unreachable || release.unreachable}
        />
      )}
    </div>
  )
}
