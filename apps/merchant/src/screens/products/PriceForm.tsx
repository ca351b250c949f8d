import { useApiMutation } from '@quayside/client'
import {
  changeListing,
  parseCents,
  lowestPrice,
  parseMoney,
  profitOf,
  sellsAtLoss,
  basisPointsOf,
  formatCents,
  type ResponseBody,
  type listingDetail,
} from '@quayside/contract'
import { Button, Money, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { AmountRow } from '../../components/AmountRow.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The form for the selling price. It shows the profit of one piece while typing, by the formulas of the server. */
export function PriceForm({ listing }: { listing: ResponseBody<typeof listingDetail> }) {
  const t = useT()
  const format = useFormat()
  const [input, setInput] = useState<string | null>(null)
  // The price when typing began: the server refuses the change if someone else has changed the price since then.
  const [from, setFrom] = useState<string | null>(null)
  const save = useApiMutation(changeListing, { awaitRefetch: true })

  const text = input ?? format.typed(listing.sellingPrice)
  const price = parseMoney(parseInputAmount(text))
  const [cost, basisPoints] = [parseCents(listing.purchasePrice), listing.commissionBasisPoints]
  const losing = price !== null && sellsAtLoss(price, cost, basisPoints)
  const profit = price === null ? null : profitOf(price, cost, basisPoints)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save.mutate({
      id: listing.id,
      price: { from: from ?? listing.sellingPrice, to: parseInputAmount(text) },
    })
    // After a refusal the price may have changed, so the next attempt starts from the current one.
    setFrom(null)
    if (!saved) return
    setInput(null)
    toast(t('products.price.saved'))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
      <TextField
        label={t('products.edit-price')}
        inputMode="decimal"
        dir="ltr"
        value={text}
        error={
          losing
            ? t('products.loss', { lowest: format.money(formatCents(lowestPrice(cost, basisPoints))) })
            : save.refusal?.fields['price.to']
        }
        onChange={(event) => {
          if (from === null) setFrom(listing.sellingPrice)
          save.reset()
          setInput(event.target.value)
        }}
      />
      <dl aria-live="polite" className="flex flex-col gap-2">
        <AmountRow label={t('products.price')}>{price === null ? '–' : <Money value={formatCents(price)} />}</AmountRow>
        <AmountRow label={t('products.commission', { percent: format.percent(basisPoints) })}>
          {price === null ? '–' : <Money value={formatCents(-basisPointsOf(price, basisPoints))} />}
        </AmountRow>
        <AmountRow label={t('products.cost')}>
          <Money value={`-${listing.purchasePrice}`} />
        </AmountRow>
        <AmountRow label={t('products.expected-profit')} sum>
          {profit === null ? (
            '–'
          ) : (
            <Money
              value={formatCents(profit)}
              className={`text-section font-semibold ${profit < 0n ? 'text-danger' : 'text-success'}`}
            />
          )}
        </AmountRow>
        <AmountRow label={t('products.margin')}>
          {price && profit !== null ? format.percent(Number((profit * 10_000n) / price)) : '–'}
        </AmountRow>
        <AmountRow label={t('products.suggested')}>
          <Money value={listing.suggestedPrice} />
        </AmountRow>
      </dl>
      {Object.keys(save.refusal?.fields ?? {}).length > 0 ? null : <MutationError mutation={save} />}
      <Button
        type="submit"
        variant="secondary"
        busy={save.isPending}
        disabled={price !== null && formatCents(price) === listing.sellingPrice}
      >
        {t('common.save')}
      </Button>
    </form>
  )
}
