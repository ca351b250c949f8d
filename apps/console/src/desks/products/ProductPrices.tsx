import { useApiInfiniteQuery } from '@quayside/client'
import { priceHistory } from '@quayside/contract/prices'
import { Button, TextField } from '@quayside/ui'
import { useState } from 'react'
import { History, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { formatAmount } from '../../lib/format.ts'
import { t } from '../../lib/texts.ts'
import { text } from './values.tsx'

const amount = (value: string | null) => (value === null ? t('common.none') : formatAmount(value))

/** Every price of a product: what it became, when, and by whom or what. */
export function ProductPrices({ id }: { id: string }) {
  const [shop, setShop] = useState('')
  const code = shop.trim()
  const list = useApiInfiniteQuery(
    priceHistory,
    { id, limit: 20, ...(code ? { shop: code } : {}) },
    { keyOf: ({ at, kind, variant, after }) => `${at} ${kind} ${variant} ${after}` },
  )
  return (
    <Section title={text('products.prices')}>
      <TextField
        label={text('products.prices.shop')}
        hint={text('products.prices.shop.hint')}
        dir="ltr"
        maxLength={20}
        value={shop}
        onChange={(event) => setShop(event.target.value)}
      />
      <QueryState query={{ ...list, data: list.first }} rows={3}>
        {() =>
          list.allRows.length === 0 ? (
            <p className="text-muted">{text('products.prices.none')}</p>
          ) : (
            <History
              entries={list.allRows.map(({ at, kind, variant, before, after, cause, by }) => {
                const name = text(`products.prices.kind.${kind}`)
                return {
                  key: `${at} ${kind} ${variant} ${after}`,
                  at,
                  who: `${by} · ${text(`products.prices.cause.${cause}`)}`,
                  text: text('products.prices.change', {
                    kind: variant === null ? name : text('products.prices.of-variant', { kind: name, variant }),
                    before: amount(before),
                    after: amount(after),
                  }),
                }
              })}
            />
          )
        }
      </QueryState>
      {list.first && !list.done ? (
        <Button variant="quiet" className="self-start" onClick={list.fetchNextPage}>
          {t('common.more')}
        </Button>
      ) : null}
    </Section>
  )
}
