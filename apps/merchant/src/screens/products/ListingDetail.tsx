import { invalidate, useAct } from '@quayside/client'
import { changeListing, changeShelf, dashboard, listingDetail, listListings, type Answer } from '@quayside/contract'
import { Button, Card, Money, Picture, Problem, StatusChip, Switch, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { ActProblem } from '../../parts/Reading.tsx'
import { useFormat, useT } from '../../words.tsx'

/** A product of the shop with its price, shelf and recommendation to change. */
export function ListingDetail({ listing }: { listing: Answer<typeof listingDetail> }) {
  const t = useT()
  const format = useFormat()
  const [price, setPrice] = useState(listing.sellingPrice)
  const [refused, setRefused] = useState<string | null>(null)
  const change = useAct(changeListing)
  const shelf = useAct(changeShelf)
  const fresh = () => invalidate(listingDetail, listListings, dashboard)

  const savePrice = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await change.act({ id: listing.id, sellingPrice: price.trim() })
    if (!saved) return
    setPrice(saved.sellingPrice)
    toast(t('products.price.saved'))
    await fresh()
  }
  const move = async () => {
    const done = await shelf.act({ ids: [listing.id], shelf: listing.shelf === 'on-shelf' ? 'off-shelf' : 'on-shelf' })
    setRefused(done?.refused[0]?.sentence ?? null)
    if (done?.changed)
      toast(t(listing.shelf === 'on-shelf' ? 'products.take-off.done' : 'products.put-on.done', { n: 1 }))
    await fresh()
  }

  return (
    <>
      <Picture src={listing.picture} alt={listing.name} size={260} className="self-center rounded-card" />
      <div className="flex flex-col gap-1">
        <h2 className="text-section font-semibold" dir="auto">
          {listing.name}
        </h2>
        <p className="text-small text-muted">
          {listing.category} · <bdi>{listing.code}</bdi> · {t('products.added', { when: format.ago(listing.addedAt) })}
        </p>
        <div>
          {listing.offReason ? (
            <StatusChip tone={listing.offReason === 'merchant' ? 'neutral' : 'warning'}>
              {t(`products.off.${listing.offReason}`)}
            </StatusChip>
          ) : (
            <StatusChip tone="success">{t('products.on-shelf')}</StatusChip>
          )}
        </div>
      </div>
      <Card>
        <dl className="flex flex-col gap-2">
          {(
            [
              [t('products.price'), listing.sellingPrice],
              [
                t('products.commission', { percent: format.percent(listing.commissionBasisPoints) }),
                `-${listing.commission}`,
              ],
              [t('products.cost'), `-${listing.purchasePrice}`],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-small text-muted">{label}</dt>
              <dd>
                <Money value={value} />
              </dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 border-t border-hairline pt-2">
            <dt className="text-small text-muted">{t('products.profit')}</dt>
            <dd>
              <Money value={listing.profit} className="text-section font-semibold text-success" />
            </dd>
          </div>
        </dl>
        <p className="pt-2 text-small text-muted">
          {t('products.suggested')}: <Money value={listing.suggestedPrice} /> · {t('products.stock')}{' '}
          {format.number(listing.stock)} · {t('products.views')} {format.number(listing.views)} · {t('products.sales')}{' '}
          {format.number(listing.sales)}
        </p>
      </Card>
      <Card>
        <form onSubmit={(event) => void savePrice(event)} noValidate className="flex flex-col gap-3">
          <TextField
            label={t('products.edit-price')}
            inputMode="decimal"
            dir="ltr"
            value={price}
            error={change.refusal?.fields['sellingPrice']}
            onChange={(event) => setPrice(event.target.value.replace(',', '.'))}
          />
          {change.refusal && Object.keys(change.refusal.fields).length > 0 ? null : <ActProblem of={change} />}
          <Button type="submit" variant="secondary" busy={change.busy} disabled={price.trim() === listing.sellingPrice}>
            {t('common.save')}
          </Button>
        </form>
        <div className="pt-3">
          <Switch
            label={t('products.recommend')}
            checked={listing.recommended}
            disabled={change.busy}
            onChange={(event) => void change.act({ id: listing.id, recommended: event.target.checked }).then(fresh)}
          />
        </div>
      </Card>
      {listing.description ? (
        <Card>
          <h3 className="pb-1 font-semibold">{t('products.description')}</h3>
          <p dir="auto">{listing.description}</p>
        </Card>
      ) : null}
      {refused ? <Problem title={refused} /> : null}
      <ActProblem of={shelf} />
      <Button
        variant={listing.shelf === 'on-shelf' ? 'secondary' : 'primary'}
        wide
        busy={shelf.busy}
        onClick={() => void move()}
      >
        {listing.shelf === 'on-shelf' ? t('products.take-off') : t('products.put-on')}
      </Button>
    </>
  )
}
