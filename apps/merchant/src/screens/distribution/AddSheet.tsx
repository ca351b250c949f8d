import { invalidate, useAct, useRead } from '@quayside/client'
import {
  dashboard,
  distribute,
  hotProducts,
  listDistribution,
  listListings,
  previewDistribution,
  productDetail,
  type Sent,
} from '@quayside/contract'
import { Button, Money, Sheet, toast } from '@quayside/ui'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useFormat, useT } from '../../words.tsx'

export type Selection = Sent<typeof distribute>['selection']

/** What adding would mean, before it is done: how many, at what margin, what is left out and why. */
export function AddSheet({ selection, onClose }: { selection: Selection; onClose: (added: boolean) => void }) {
  const t = useT()
  const format = useFormat()
  const preview = useRead(previewDistribution, { selection })
  const act = useAct(distribute)

  const add = async () => {
    const done = await act.act({ selection })
    if (!done) return
    toast(done.added > 0 ? t('dist.done', { n: done.added }) : t('dist.nothing-new'))
    await invalidate(listDistribution, hotProducts, productDetail, listListings, dashboard, previewDistribution)
    onClose(true)
  }
  const toAdd = preview.data?.toAdd ?? 0

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={t('dist.preview')}
      closeLabel={t('common.close')}
      footer={
        preview.data ? (
          toAdd > 0 ? (
            <Button wide busy={act.busy} onClick={() => void add()}>
              {t('dist.add-all', { n: toAdd })}
            </Button>
          ) : (
            <Button wide variant="secondary" onClick={() => onClose(false)}>
              {t('common.close')}
            </Button>
          )
        ) : null
      }
    >
      <Reading of={preview} rows={2} height={64}>
        {(p) => (
          <>
            {toAdd === 0 ? <p className="font-semibold">{t('dist.nothing-new')}</p> : null}
            <dl className="flex flex-col gap-2">
              {(
                [
                  ['dist.preview.to-add', p.toAdd],
                  ['dist.preview.already', p.alreadyAdded],
                  ['dist.preview.loss', p.atLoss],
                  ['dist.preview.out', p.outOfStock],
                ] as const
              ).map(([word, n]) => (
                <div key={word} className="flex justify-between gap-4">
                  <dt className="text-muted">{t(word)}</dt>
                  <dd className="font-semibold tabular-nums">{format.number(n)}</dd>
                </div>
              ))}
              {p.lowestMargin !== null && p.medianMargin !== null ? (
                <div className="flex justify-between gap-4">
                  <dt className="text-muted">{t('dist.preview.margin')}</dt>
                  <dd className="font-semibold">
                    <bdi>{format.percent(p.lowestMargin)}</bdi> / <bdi>{format.percent(p.medianMargin)}</bdi>
                  </dd>
                </div>
              ) : null}
              {p.lowestProfit !== null && p.highestProfit !== null ? (
                <div className="flex justify-between gap-4">
                  <dt className="text-muted">{t('dist.preview.profit')}</dt>
                  <dd className="font-semibold">
                    <Money value={p.lowestProfit} /> – <Money value={p.highestProfit} />
                  </dd>
                </div>
              ) : null}
            </dl>
            <p className="text-small text-muted">
              {t('dist.preview.rule', { percent: format.number(p.rule.percent) })} ({t(`dist.rule.${p.rule.rounding}`)}
              ). {t('dist.preview.commission', { percent: format.percent(p.commissionBasisPoints) })}.
            </p>
          </>
        )}
      </Reading>
      <ActProblem of={act} />
    </Sheet>
  )
}
