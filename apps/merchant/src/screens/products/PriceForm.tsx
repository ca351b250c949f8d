import { useAct } from '@quayside/client'
import {
  changeListing,
  fromWire,
  lowestPrice,
  parseMoney,
  profitOf,
  sellsAtLoss,
  share,
  toWire,
  type Answer,
  type listingDetail,
} from '@quayside/contract'
import { Button, Money, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { Line } from '../../parts/Line.tsx'
import { ActProblem } from '../../parts/Reading.tsx'
import { refreshListings } from '../../parts/useUndo.ts'
import { typedAmount } from '../../sums.ts'
import { useFormat, useT } from '../../words.tsx'

/** The selling price, and what a piece earns at it while it is typed, by the server's own sums. */
export function PriceForm({ listing }: { listing: Answer<typeof listingDetail> }) {
  const t = useT()
  const format = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  // What stood there when typing began, or after a refusal: nobody overwrites a price that somebody else has changed since.
  const [from, setFrom] = useState<string | null>(null)
  const save = useAct(changeListing)

  const text = typed ?? format.typed(listing.sellingPrice)
  const price = parseMoney(typedAmount(text))
  const [cost, basisPoints] = [fromWire(listing.purchasePrice), listing.commissionBasisPoints]
  const losing = price !== null && sellsAtLoss(price, cost, basisPoints)
  const profit = price === null ? null : profitOf(price, cost, basisPoints)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save.act({
      id: listing.id,
      price: { from: from ?? listing.sellingPrice, to: typedAmount(text) },
    })
    // Also after a refusal: the price may be another one by now, and the next try starts from it.
    await refreshListings()
    setFrom(null)
    if (!saved) return
    setTyped(null)
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
            ? t('products.loss', { lowest: format.money(toWire(lowestPrice(cost, basisPoints))) })
            : save.refusal?.fields['price.to']
        }
        onChange={(event) => {
          if (from === null) setFrom(listing.sellingPrice)
          save.reset()
          setTyped(event.target.value)
        }}
      />
      <dl aria-live="polite" className="flex flex-col gap-2">
        <Line label={t('products.price')}>{price === null ? '–' : <Money value={toWire(price)} />}</Line>
        <Line label={t('products.commission', { percent: format.percent(basisPoints) })}>
          {price === null ? '–' : <Money value={toWire(-share(price, basisPoints))} />}
        </Line>
        <Line label={t('products.cost')}>
          <Money value={`-${listing.purchasePrice}`} />
        </Line>
        <Line label={t('products.expected-profit')} sum>
          {profit === null ? (
            '–'
          ) : (
            <Money
              value={toWire(profit)}
              className={`text-section font-semibold ${profit < 0n ? 'text-danger' : 'text-success'}`}
            />
          )}
        </Line>
        <Line label={t('products.margin')}>
          {price && profit !== null ? format.percent(Number((profit * 10_000n) / price)) : '–'}
        </Line>
        <Line label={t('products.suggested')}>
          <Money value={listing.suggestedPrice} />
        </Line>
      </dl>
      {Object.keys(save.refusal?.fields ?? {}).length > 0 ? null : <ActProblem of={save} />}
      <Button
        type="submit"
        variant="secondary"
        busy={save.busy}
        disabled={price !== null && toWire(price) === listing.sellingPrice}
      >
        {t('common.save')}
      </Button>
    </form>
  )
}
