import type { ReactNode } from 'react'
import type { AddressField, AddressForm } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { Field } from './Field.tsx'

const autoComplete = {
  street: 'address-line1',
  street2: 'address-line2',
  district: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
} as const satisfies Record<AddressField['name'], string>

const isWide = (name: string): boolean => name === 'street' || name === 'street2'

/** Fields of half a line stand in pairs; the last one of an odd number takes the line. */
function withWidths(fields: readonly AddressField[]): { field: AddressField; wide: boolean }[] {
  let open = false
  return fields.map((field, i) => {
    const next = fields[i + 1]
    const wide = isWide(field.name) || (!open && (!next || isWide(next.name)))
    open = !wide && !open
    return { field, wide }
  })
}

/**
 * The fields of a delivery address in a grid of two columns: the country first, then name, phone and what an address of
 * that country has. Another country shows the form again, by the script or by the button: `path` is where the form
 * leads, and gets the parameter `show`. What was typed for a field that the country does not have is kept.
 */
export function AddressFields({
  kit,
  form,
  path,
  given,
  wrong,
  children,
}: {
  kit: PageKit
  form: AddressForm
  path: string
  given: Record<string, string | undefined>
  wrong: readonly string[]
  /** Further fields, after the country. */
  children?: ReactNode
}) {
  const { t } = kit
  const shown = new Set<string>([...form.fields.map(({ name }) => name), ...(form.taxNumber ? ['taxNumber'] : [])])
  const kept = [...Object.keys(autoComplete), 'taxNumber'].filter((name) => !shown.has(name) && given[name])
  const isWrong = (name: string) => wrong.includes(name)
  return (
    <>
      {/* The button of the Enter key is the first of a form, and must not be the one that shows other fields. */}
      <button hidden>{t('store.account.save')}</button>
      <div id="country" className="flex items-end gap-2 col-span-2">
        <label className="flex min-w-0 grow flex-col gap-1">
          {t('store.checkout.country')}
          <CountrySelect
            kit={kit}
            chosen={given['country'] ?? ''}
            submits
            {...(isWrong('country') && { 'aria-invalid': true, 'aria-describedby': 'wrong-country' })}
          />
          {isWrong('country') && (
            <span id="wrong-country" role="alert" className="text-small text-danger">
              {t('store.checkout.wrong')}
            </span>
          )}
        </label>
        <button
          className="button"
          name="show"
          value="fields"
          formAction={`${path}#country`}
          formNoValidate
          data-without-script
        >
          {t('store.address.show')}
        </button>
      </div>
      {children}
      {kept.map((name) => (
        <input key={name} type="hidden" name={name} value={given[name]} />
      ))}
      <div className="col-span-2">
        <Field
          kit={kit}
          label={t('store.checkout.name')}
          name="name"
          autoComplete="name"
          required
          defaultValue={given['name'] ?? ''}
          wrong={isWrong('name')}
        />
      </div>
      {withWidths(form.fields).map(({ field: { name, label, required, choices }, wide }) => (
        <div key={name} className={wide ? 'col-span-2' : 'min-w-0'}>
          {choices ? (
            <label className="flex flex-col gap-1">
              {t(`store.address.${label}`)}
              <select
                className="field"
                name={name}
                autoComplete={autoComplete[name]}
                required={required}
                defaultValue={given[name] ?? ''}
                {...(isWrong(name) && { 'aria-invalid': true, 'aria-describedby': `wrong-${name}` })}
              >
                <option value="">{t('store.address.choose')}</option>
                {choices.map(({ value, name: text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
              {isWrong(name) && (
                <span id={`wrong-${name}`} role="alert" className="text-small text-danger">
                  {t('store.checkout.wrong')}
                </span>
              )}
            </label>
          ) : (
            <Field
              kit={kit}
              label={t(`store.address.${label}`)}
              name={name}
              autoComplete={autoComplete[name]}
              required={required}
              defaultValue={given[name] ?? ''}
              wrong={isWrong(name)}
            />
          )}
        </div>
      ))}
      <div className="col-span-2">
        <Field
          kit={kit}
          label={t('store.checkout.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={given['phone'] ?? ''}
          wrong={isWrong('phone')}
        />
      </div>
      {form.taxNumber && (
        <div className="col-span-2 flex flex-col gap-1">
          <Field
            kit={kit}
            label={t(`store.address.${form.taxNumber}`)}
            name="taxNumber"
            autoComplete="off"
            required
            aria-describedby="tax-number-why"
            defaultValue={given['taxNumber'] ?? ''}
            wrong={isWrong('taxNumber')}
          />
          <p id="tax-number-why" className="text-small text-muted">
            {t('store.address.tax-number.why')}
          </p>
        </div>
      )}
    </>
  )
}
