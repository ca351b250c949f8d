import { accountCountries, accountFormOf } from '@quayside/contract'
import { SelectField, TextField } from '@quayside/ui'
import { useMemo } from 'react'
import { useI18n, useT } from '../../lib/i18n.tsx'

type Fields = { country: string; account: string; bankCode: string }

/** The fields of a bank account: what they ask for depends on the country. */
export function AccountFields({
  fields: { country, account, bankCode },
  errorOf,
  onChange,
}: {
  fields: Fields
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<Fields>) => void
}) {
  const t = useT()
  const { lang } = useI18n()
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(lang, { type: 'region' })
    const order = new Intl.Collator(lang)
    return accountCountries
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((a, b) => order.compare(a.name, b.name))
  }, [lang])
  const form = accountFormOf(country)
  return (
    <>
      <SelectField
        label={t('withdraw.country')}
        error={errorOf('country')}
        value={country}
        onChange={(event) => onChange({ country: event.target.value })}
      >
        <option value="" disabled>
          {t('withdraw.country.choose')}
        </option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {form ? (
        <>
          <TextField
            label={t(form === 'iban' ? 'withdraw.iban' : 'withdraw.account')}
            error={errorOf('account')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            value={account}
            onChange={(event) => onChange({ account: event.target.value })}
          />
          <TextField
            label={t(form === 'clearing' ? 'withdraw.routing' : 'withdraw.bic')}
            error={errorOf('bankCode')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            value={bankCode}
            onChange={(event) => onChange({ bankCode: event.target.value })}
          />
        </>
      ) : null}
    </>
  )
}
