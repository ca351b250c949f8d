import { useApiMutation } from '@quayside/client'
import type { RequestBody, ResponseBody } from '@quayside/contract'
import { changeProducts, previewProductChange, undoProductChange } from '@quayside/contract/products'
import { Button, toast } from '@quayside/ui'
import { useState, type FormEvent, type ReactNode } from 'react'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { formatAmount, formatNumber } from '../../lib/format.ts'
import { ChangedValues, text } from './values.tsx'

type ChangeInput = RequestBody<typeof changeProducts>
export type Selection = ChangeInput['selection']
export type Change = ChangeInput['change']
type Preview = ResponseBody<typeof previewProductChange>

/**
 * Changes a selection of products in two steps: first the effect on listings, shops and open orders, then the change
 * itself, which presents the digest of that effect. `changeOf` is the change that the fields ask for, or null when they
 * show what is wrong. An effect is of one `version` of the fields.
 */
export function PreviewedChange({
  label,
  selection,
  changeOf,
  version,
  onDone,
  children,
}: {
  label: string
  selection: Selection
  changeOf: () => Change | null
  version: string
  onDone: () => void
  /** The fields, with the problems that the server found in them. */
  children: (problems: Readonly<Record<string, string>>) => ReactNode
}) {
  const [found, setFound] = useState<{ version: string; change: Change; preview: Preview } | null>(null)
  const preview = useApiMutation(previewProductChange, { quiet: true })
  const apply = useApiMutation(changeProducts)
  const undo = useApiMutation(undoProductChange)
  const shown = found?.version === version ? found : null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!shown) {
      const change = changeOf()
      const effect = change && (await preview.mutate({ selection, change }))
      if (effect) setFound({ version, change, preview: effect })
      return
    }
    const done = await apply.mutate({ selection, change: shown.change, digest: shown.preview.digest })
    // The effect is another one by now: it is shown again before anything is written.
    setFound(null)
    if (!done) return
    const { changeId } = done
    toast(
      text('products.changed', { n: done.changed }),
      changeId
        ? {
            label: text('products.undo'),
            offered: 30_000,
            onAct: () =>
              void undo.mutate({ id: changeId }).then((back) => {
                if (back) toast(text('products.undone', { n: back.undone }))
              }),
          }
        : undefined,
    )
    onDone()
  }
  const refused = preview.refusal ?? apply.refusal
  const problems = refused?.fields ?? {}

  return (
    <form onSubmit={(event) => void submit(event)} aria-label={label}>
      {children(problems)}
      {shown ? <Effect preview={shown.preview} /> : null}
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-border bg-surface px-4 py-2">
        <Button
          type="submit"
          variant={shown ? 'primary' : 'secondary'}
          busy={preview.isPending || apply.isPending}
          disabled={shown?.preview.changed === 0}
        >
          {shown ? text('products.change.apply', { n: shown.preview.changed }) : text('products.change.preview')}
        </Button>
        <MutationProblem
          refusal={Object.keys(problems).length > 0 ? null : (refused ?? undo.refusal)}
          unreachable={preview.unreachable || apply.unreachable}
        />
      </div>
    </form>
  )
}

function Effect({ preview }: { preview: Preview }) {
  if (preview.changed === 0) return <p className="px-4 pb-3 text-muted">{text('products.change.nothing')}</p>
  return (
    <div role="status">
      <Section title={text('products.effect')}>
        <FactList
          items={[
            fact(text('products.effect.changed'), formatNumber(preview.changed)),
            fact(text('products.effect.listings'), formatNumber(preview.listings)),
            fact(text('products.effect.shops'), formatNumber(preview.shops)),
            fact(
              text('products.effect.off-shelf'),
              <span className={preview.offShelf > 0 ? 'font-semibold text-danger' : undefined}>
                {formatNumber(preview.offShelf)}
              </span>,
            ),
            fact(
              text('products.effect.open-orders'),
              text('products.effect.open-orders.text', { n: preview.openOrders }),
            ),
          ]}
        />
      </Section>
      {preview.losing.length > 0 ? (
        <Section title={text('products.effect.losing')}>
          <ul className="flex flex-col gap-1 text-small">
            {preview.losing.map(({ shop, product, price, supplierPrice }) => (
              <li key={`${shop} ${product}`}>
                {text('products.effect.losing.row', {
                  product: `\u2068${product}\u2069`,
                  shop: `\u2066${shop}\u2069`,
                  price: formatAmount(price),
                  cost: formatAmount(supplierPrice),
                })}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title={text('products.effect.examples')}>
        <ul className="flex flex-col gap-1 text-small">
          {preview.examples.map(({ id, code, name, before, after }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <bdi dir="ltr" className="text-muted">
                {code}
              </bdi>
              <ChangedValues before={before} after={after} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
