import { useApiMutation, useApiQuery } from '@quayside/client'
import { createCoupon, listListings } from '@quayside/contract'
import { Checkbox, SelectField, Sheet, TextField, toast } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** How long a coupon can count, in days; 0 until it is stopped. */
const periods = [7, 14, 30, 90, 0] as const
const day = 24 * 60 * 60 * 1000

/** A typed whole number; null for none. Other text becomes 0, which the server refuses at the field. */
const wholeNumber = (text: string): number | null => {
  const digits = parseInputAmount(text)
  return digits === '' ? null : /^\d{1,7}$/.test(digits) ? Number(digits) : 0
}

/** Makes a coupon of the shop. */
export function NewCouponSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const create = useApiMutation(createCoupon, { ownRefusals: true })
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [days, setDays] = useState<number>(30)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [typed, setTyped] = useState({ code: '', value: '', minimum: '', uses: '', usesPerBuyer: '' })
  const fields = create.refusal?.fields ?? {}
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: 'off',
    dir: 'ltr' as const,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const submit = async () => {
    const value = parseInputAmount(typed.value)
    const made = await create.mutate({
      code: typed.code,
      percent: kind === 'percent' ? wholeNumber(typed.value) : null,
      amount: kind === 'amount' ? value : null,
      minimum: parseInputAmount(typed.minimum) || '0',
      from: null,
      until: days === 0 ? null : new Date(Date.now() + days * day).toISOString(),
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
        <OnlineButton
          wide
          busy={create.isPending}
          disabled={typed.code.trim() === '' || typed.value.trim() === '' || chosen?.length === 0}
          onClick={() => void submit()}
        >
          {t('shop.coupons.create')}
        </OnlineButton>
      }
    >
      <TextField
        label={t('shop.coupons.code')}
        hint={t('shop.coupons.code.hint')}
        maxLength={24}
        autoCapitalize="characters"
        spellCheck={false}
        error={fields['code']}
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
        error={fields['percent'] ?? fields['amount']}
        {...text('value')}
      />
      <TextField
        label={t('shop.coupons.minimum')}
        hint={kind === 'amount' ? t('shop.coupons.minimum.hint', { least: format.money('1.00') }) : undefined}
        inputMode="decimal"
        error={fields['minimum']}
        {...text('minimum')}
      />
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
      {chosen === null ? null : <ProductChoice chosen={chosen} onChange={setChosen} />}
      {Object.keys(fields).length > 0 ? null : <MutationError mutation={create} />}
    </Sheet>
  )
}

/** The products of the shop that are on the shelf, at most the hundred that a coupon can name. */
function ProductChoice({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
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
        </fieldset>
      )}
    </QueryBoundary>
  )
}
