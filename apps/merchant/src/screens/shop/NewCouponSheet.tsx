import { useApiMutation, useApiQuery } from '@quayside/client'
import { createCoupon, listListings, maxCouponPercent, parseMoney, planCoupon, wrongTerms } from '@quayside/contract'
import { Checkbox, ErrorText, SelectField, Sheet, TextField, toast } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFocusRefused } from '../../hooks/useFocusRefused.ts'
import { useDebounced } from '../../hooks/useDebounced.ts'
import { focusNow } from '../../lib/focusNow.ts'
import { isNegative, negated, parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { addDays, todayIn } from '../../lib/period.ts'

/** How long a coupon can count, in days; 0 until it is stopped. */
const periods = [7, 14, 30, 90, 0] as const
const day = 24 * 60 * 60 * 1000
/** Days on which a coupon can begin, besides now. */
const startDays = 30

/** A typed whole number; null for none. Other text becomes 0, which the server refuses at the field. */
const wholeNumber = (text: string): number | null => {
  const digits = parseInputAmount(text)
  return digits === '' ? null : /^\d{1,7}$/.test(digits) ? Number(digits) : 0
}

/** Makes a coupon of the shop. */
export function NewCouponSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const create = useApiMutation(createCoupon)
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [start, setStart] = useState('')
  const [days, setDays] = useState<number>(30)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [typed, setTyped] = useState({ code: '', value: '', minimum: '', uses: '', usesPerBuyer: '' })
  const [asked, setAsked] = useState(false)
  const form = useFocusRefused<HTMLDivElement>(create.refusal)
  const fields = create.refusal?.fields ?? {}
  const lacks = { code: typed.code.trim() === '', value: typed.value.trim() === '', products: chosen?.length === 0 }
  const lacking = Object.values(lacks).includes(true)
  const need = (name: keyof typeof lacks) => (asked && lacks[name] ? t('common.required') : undefined)
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: 'off',
    dir: 'ltr' as const,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const takes = {
    percent: kind === 'percent' ? wholeNumber(typed.value) : null,
    amount: kind === 'amount' ? parseInputAmount(typed.value) : null,
    minimum: parseInputAmount(typed.minimum) || '0',
  }
  const submit = async () => {
    setAsked(true)
    // An empty list of products would mean all of them.
    if (lacking) return void focusNow(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'))
    // A chosen day begins at midnight of the device.
    const from = start === '' ? null : new Date(`${start}T00:00:00`)
    const made = await create.mutate({
      code: typed.code,
      ...takes,
      from: from && from > new Date() ? from.toISOString() : null,
      until: days === 0 ? null : new Date((from?.getTime() ?? Date.now()) + days * day).toISOString(),
      uses: wholeNumber(typed.uses),
      usesPerBuyer: wholeNumber(typed.usesPerBuyer),
      listings: chosen ?? [],
    })
    if (!made) return
    onClose()
    toast(t('shop.coupons.created'))
  }
  return (
    <Sheet
      open
      title={t('shop.coupons.create')}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        <OnlineButton wide busy={create.isPending} onClick={() => void submit()}>
          {t('shop.coupons.create')}
        </OnlineButton>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <TextField
          label={t('shop.coupons.code')}
          hint={t('shop.coupons.code.hint')}
          maxLength={24}
          autoCapitalize="characters"
          spellCheck={false}
          error={need('code') ?? fields['code']}
          {...text('code')}
        />
        <SelectField
          label={t('shop.coupons.takes')}
          value={kind}
          onChange={(event) => setKind(event.target.value as typeof kind)}
        >
          <option value="percent">{t('shop.coupons.percent')}</option>
          <option value="amount">{t('shop.coupons.amount')}</option>
        </SelectField>
        <TextField
          label={t(kind === 'percent' ? 'shop.coupons.percent' : 'shop.coupons.amount')}
          inputMode={kind === 'percent' ? 'numeric' : 'decimal'}
          error={need('value') ?? fields['percent'] ?? fields['amount']}
          {...text('value')}
        />
        <TextField
          label={t('shop.coupons.minimum')}
          hint={kind === 'amount' ? t('shop.coupons.minimum.hint', { least: format.money('1.00') }) : undefined}
          inputMode="decimal"
          error={fields['minimum']}
          {...text('minimum')}
        />
        {chosen?.length === 0 ? null : <Plan {...takes} listings={chosen ?? []} />}
        <SelectField label={t('common.from')} value={start} onChange={(event) => setStart(event.target.value)}>
          <option value="">{t('shop.coupons.now')}</option>
          {Array.from({ length: startDays }, (_, i) => addDays(todayIn(undefined), i + 1)).map((one) => (
            <option key={one} value={one}>
              {format.wholeDay(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('integrations.keys.valid')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {periods.map((n) => (
            <option key={n} value={n}>
              {n === 0 ? t('shop.coupons.forever') : t('integrations.days', { n })}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('shop.coupons.uses')}
          hint={t('shop.coupons.no-limit')}
          inputMode="numeric"
          error={fields['uses']}
          {...text('uses')}
        />
        <TextField
          label={t('shop.coupons.uses-per-buyer')}
          hint={t('shop.coupons.no-limit')}
          inputMode="numeric"
          error={fields['usesPerBuyer']}
          {...text('usesPerBuyer')}
        />
        <SelectField
          label={t('shop.coupons.products')}
          value={chosen === null ? 'all' : 'some'}
          onChange={(event) => setChosen(event.target.value === 'all' ? null : [])}
        >
          <option value="all">{t('shop.coupons.all')}</option>
          <option value="some">{t('shop.coupons.some')}</option>
        </SelectField>
        {chosen === null ? null : <ProductChoice chosen={chosen} error={need('products')} onChange={setChosen} />}
        {Object.keys(fields).length > 0 ? null : <MutationError mutation={create} />}
      </div>
    </Sheet>
  )
}

/** The products of the shop that are on the shelf, at most the hundred that a coupon can name. */
function ProductChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const t = useT()
  const listings = useApiQuery(listListings, { limit: 100, shelf: 'on-shelf' })
  return (
    <QueryBoundary query={listings}>
      {({ list }) => (
        <fieldset className="flex flex-col">
          <legend className="text-small text-muted">{t('shop.coupons.some')}</legend>
          {list.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
          {error ? <ErrorText>{error}</ErrorText> : null}
        </fieldset>
      )}
    </QueryBoundary>
  )
}

type Takes = { percent: number | null; amount: string | null; minimum: string }

/**
 * What an order earns with the typed terms, for the product with which it earns least; nothing for terms that are not
 * whole.
 */
function Plan({ listings, ...typed }: Takes & { listings: string[] }) {
  const t = useT()
  const format = useFormat()
  const settled = useDebounced(JSON.stringify(typed), 300)
  const takes = JSON.parse(settled) as Takes
  const plan = useApiQuery(planCoupon, { ...takes, listings }, { enabled: isWhole(takes) })
  const lowest = isWhole(takes) ? plan.data?.lowest : undefined
  if (!plan.data || !lowest) return null
  const { name, quantity, goods, paid, profit } = lowest
  const order = { name, n: format.number(quantity), price: format.money(goods), now: format.money(paid) }
  return (
    <div aria-live="polite">
      {isNegative(profit) ? (
        <p className="text-small text-warning">
          {t('shop.coupons.plan.loss', {
            ...order,
            amount: format.money(negated(profit)),
            losing: format.number(plan.data.losing),
            of: plan.data.products,
          })}
        </p>
      ) : (
        <p className="text-small text-muted">{t('shop.coupons.plan', { ...order, amount: format.money(profit) })}</p>
      )}
    </div>
  )
}

/** Whether the server can compute with these terms. */
function isWhole({ percent, amount, minimum }: Takes): boolean {
  if (percent !== null && (percent < 1 || percent > maxCouponPercent)) return false
  if (parseMoney(minimum) === null || (amount !== null && parseMoney(amount) === null)) return false
  return Object.keys(wrongTerms({ percent, amount, minimum, from: null, until: null })).length === 0
}
