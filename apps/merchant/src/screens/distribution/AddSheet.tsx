import { useApiMutation, useApiQuery } from '@quayside/client'
import { distribute, previewDistribution, type RequestBody } from '@quayside/contract'
import { Button, Sheet, toast } from '@quayside/ui'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { useUndoListings } from '../../hooks/useUndoListings.ts'
import { CountRows, MarginRows } from './PreviewRows.tsx'

export type Selection = RequestBody<typeof distribute>['selection']

/** Previews adding products: how many, at what margin, which are left out and why. Adding can be undone. */
export function AddSheet({ selection, onClose }: { selection: Selection; onClose: (added: boolean) => void }) {
  const t = useT()
  const format = useFormat()
  const preview = useApiQuery(previewDistribution, { selection })
  const act = useApiMutation(distribute)
  const showUndo = useUndoListings()

  const add = async () => {
    const done = await act.mutate({ selection })
    if (!done) return
    if (done.added > 0) showUndo(t('dist.done', { n: done.added }), done.undo)
    else toast(t('dist.nothing-new'))
    onClose(true)
  }
  const toAdd = preview.data?.toAdd ?? 0

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={t('dist.preview')}
      footer={
        preview.data ? (
          toAdd > 0 ? (
            <Button wide busy={act.isPending} onClick={() => void add()}>
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
      <QueryBoundary query={preview} shape="lines" count={2}>
        {(p) => (
          <>
            {p.selected > 0 && p.alreadyAdded === p.selected ? (
              <p className="font-semibold">{t('dist.nothing-new')}</p>
            ) : null}
            <dl className="flex flex-col gap-2">
              <CountRows
                rows={[
                  ['dist.preview.to-add', p.toAdd],
                  ['dist.preview.already', p.alreadyAdded],
                  ['dist.preview.loss', p.atLoss],
                  ['dist.preview.out', p.outOfStock],
                ]}
              />
              <MarginRows margins={p} />
            </dl>
            {p.losing.length > 0 ? (
              <ul aria-label={t('dist.preview.loss')} className="flex flex-col gap-1 text-small text-warning">
                {p.losing.map((product) => (
                  <li key={product.id}>
                    <bdi>{product.name}</bdi>: {t('dist.losing', { lowest: format.money(product.lowest) })}
                  </li>
                ))}
                {p.atLoss > p.losing.length ? (
                  <li>{t('common.and-more', { n: format.number(p.atLoss - p.losing.length) })}</li>
                ) : null}
              </ul>
            ) : null}
            <p className="text-small text-muted">
              {t('dist.preview.rule', { percent: format.number(p.rule.percent) })} ({t(`dist.rule.${p.rule.rounding}`)}
              ). {t('dist.preview.commission', { percent: format.percent(p.commissionBasisPoints) })}.
            </p>
          </>
        )}
      </QueryBoundary>
      <MutationError mutation={act} />
    </Sheet>
  )
}
