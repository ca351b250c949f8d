import { call, invalidateChanges, useApiQuery } from '@quayside/client'
import { rechargeDetail, replaceVoucher, voucherPicture, type ResponseBody } from '@quayside/contract'
import { Card, toast } from '@quayside/ui'
import { useState } from 'react'
import { PictureField } from '../../components/PictureField.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useT } from '../../lib/i18n.tsx'

type Recharge = ResponseBody<typeof rechargeDetail>

/** The voucher of a transfer. It can be replaced until the review begins. */
export function Voucher({ recharge: { id, state, seenBefore, may } }: { recharge: Recharge }) {
  const t = useT()
  const [replaced, setReplaced] = useState(0)
  const picture = useApiQuery(voucherPicture, { id })
  const open = state === 'awaiting-transfer' || state === 'under-review'
  return (
    <>
      <Card className="flex flex-col gap-3">
        <h2 className="font-semibold">{t('recharge.voucher')}</h2>
        <QueryBoundary query={picture} height={180}>
          {({ contentType, base64 }) => (
            <img
              src={`data:${contentType};base64,${base64}`}
              alt={t('recharge.voucher')}
              className="max-h-72 w-full rounded-field bg-raised object-contain"
            />
          )}
        </QueryBoundary>
        {seenBefore && open ? <p className="text-small text-warning">{t('recharge.seen-before')}</p> : null}
      </Card>
      {may.replaceVoucher ? (
        <PictureField
          key={replaced}
          purpose="voucher"
          label={t('recharge.replace')}
          hint={t('recharge.voucher.hint')}
          saved={false}
          onSaved={async (file) => {
            await call(replaceVoucher, { id, voucher: file.id })
            toast(t('recharge.replaced'))
            await invalidateChanges(replaceVoucher)
            // The new picture is shown above: empty the field.
            setReplaced((n) => n + 1)
            return true
          }}
        />
      ) : null}
    </>
  )
}
