import { countriesOf } from '../lib/countries.ts'
import type { PageKit } from '../lib/page.ts'

/** The choice of a country. `submits`: the script sends the form when it changes. */
export const CountrySelect = ({
  kit,
  chosen,
  submits = false,
  ...marks
}: {
  kit: PageKit
  chosen: string
  submits?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}) => (
  <select
    className="field"
    name="country"
    autoComplete="country"
    required
    defaultValue={chosen}
    {...(submits && { 'data-submit': true })}
    {...marks}
  >
    <option value="">{kit.t('store.checkout.choose')}</option>
    {countriesOf(kit).map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </select>
)
