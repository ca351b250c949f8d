import { useApiMutation, useApiQuery } from '@quayside/client'
import { workKinds, type WorkKind } from '@quayside/contract'
import { exportShops, openShopAccess, searchShops, shopDetail, type ShopStatus } from '@quayside/contract/shop-admin'
import { Button, TextField } from '@quayside/ui'
import { CircleCheck, CircleDashed, CircleSlash, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MutationProblem, QueryState, Skeleton } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import shops from '../../locales/en/shops.ts'
import { ShopRecord } from './ShopRecord.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(shops)

const chips = {
  open: { tone: 'success', icon: CircleCheck },
  closed: { tone: 'danger', icon: CircleSlash },
  restricted: { tone: 'warning', icon: TriangleAlert },
  'not-verified': { tone: 'neutral', icon: CircleDashed },
} as const
const Status = ({ status }: { status: ShopStatus }) => (
  <StateChip {...chips[status]} label={text(`shops.status.${status}`)} />
)

/** Shops: found by code, name or contact, and looked at for a reason. */
export default defineDesk({
  name: 'shops',
  texts: shops,
  list: searchShops,
  file: exportShops,
  filters: { search: {}, state: { option: (state) => text(`shops.status.${state}`) } },
  row: (row) => (
    <>
      <bdi dir="ltr" className="w-24 flex-none truncate text-muted">
        {row.code}
      </bdi>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{row.name}</bdi>
      <span className="text-muted">{row.country}</span>
      <Status status={row.state} />
    </>
  ),
  renderItem: (shopId) => <ShopDetail key={shopId} shopId={shopId} />,
})

function ShopDetail({ shopId }: { shopId: string }) {
  const query = useApiQuery(shopDetail, { shopId })
  const [search] = useUrlState()
  if (query.refusal?.reason === 'shop/reason-missing')
    return <Look key={search['work']} shopId={shopId} work={readWork(search['work'])} onOpen={query.refetch} />
  return (
    <QueryState query={query} rows={10}>
      {(shop) => (shop.id === shopId ? <ShopRecord shop={shop} status={<Status status={shop.state} />} /> : null)}
    </QueryState>
  )
}

type WorkKey = { kind: WorkKind; id: string }

/** The work item that led here: `refund.<id>`. */
function readWork(value: string | undefined): WorkKey | null {
  const [, name, id] = /^([a-z-]+)\.(.+)$/.exec(value ?? '') ?? []
  const kind = workKinds.find((one) => one === name)
  return kind && id ? { kind, id } : null
}

/** States why the operator looks. A work item that the person has claimed is the reason by itself. */
function Look({ shopId, work, onOpen }: { shopId: string; work: WorkKey | null; onOpen: () => void }) {
  const [reason, setReason] = useState('')
  const access = useApiMutation(openShopAccess)
  const byWork = useApiMutation(openShopAccess, { quiet: true })
  const tried = useRef(false)
  useEffect(() => {
    if (!work || tried.current) return
    tried.current = true
    void byWork.mutate({ shopId, work }).then((done) => {
      if (done) onOpen()
    })
  })
  if (work && !byWork.refusal && !byWork.unreachable) return <Skeleton rows={10} />
  return (
    <Detail title={text('shops.look.title')}>
      <form
        className="flex max-w-lg flex-col gap-3 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          void access.mutate({ shopId, reason }).then((done) => {
            if (done) onOpen()
          })
        }}
      >
        <TextField
          label={text('shops.look')}
          hint={text('shops.look.hint')}
          error={access.refusal?.fields['reason']}
          dir="auto"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {access.refusal?.fields['reason'] ? null : (
          <MutationProblem refusal={access.refusal} unreachable={access.unreachable} />
        )}
        <Button type="submit" className="self-start" busy={access.isPending}>
          {text('shops.look.open')}
        </Button>
      </form>
    </Detail>
  )
}
