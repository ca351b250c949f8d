import type { AddressesPage as Addresses, BuyerAddress } from '@quayside/contract/storefront-pages'
import { addressFields } from '../lib/address-fields.ts'
import type { PageKit } from '../lib/page.ts'
import { CountrySelect } from '../parts/CountrySelect.tsx'
import { Field } from '../parts/Field.tsx'
import { AccountFrame } from './AccountFrame.tsx'

/** The delivery addresses of an account. */
export function AddressesPage({ kit, page }: { kit: PageKit; page: Addresses }) {
  const { t } = kit
  const wrong = (name: string) => page.wrong.includes(name)
  return (
    <AccountFrame kit={kit} title={t('store.account.addresses')} form={page.form}>
      {page.addresses.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {page.addresses.map((address) => (
            <li key={address.id} className="card flex flex-col gap-3 p-4">
              <AddressText kit={kit} address={address} />
              <div className="flex flex-wrap items-center gap-2">
                {address.id === page.preferred ? (
                  <span className="text-small text-muted">{t('store.account.used-first')}</span>
                ) : (
                  <form method="post" action={kit.to('/account/addresses/first')}>
                    <input type="hidden" name="form" value={page.form} />
                    <input type="hidden" name="id" value={address.id} />
                    <button className="chip">{t('store.account.use-first')}</button>
                  </form>
                )}
                <a
                  className="chip ms-auto no-underline"
                  href={kit.to(`/account/addresses?edit=${address.id}#address`)}
                  rel="nofollow"
                >
                  {t('store.account.edit')}
                </a>
                <form method="post" action={kit.to('/account/addresses/remove')}>
                  <input type="hidden" name="form" value={page.form} />
                  <input type="hidden" name="id" value={address.id} />
                  <button className="chip">{t('store.cart.remove')}</button>
                </form>
              </div>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={kit.to('/account/addresses')} className="grid max-w-prose gap-4 sm:grid-cols-2">
        <h2 id="address" className="text-section font-semibold sm:col-span-2">
          {t(page.edited === null ? 'store.account.add-address' : 'store.account.edit-address')}
        </h2>
        <input type="hidden" name="form" value={page.form} />
        {page.edited !== null && <input type="hidden" name="id" value={page.edited} />}
        <label className="flex flex-col gap-1 sm:col-span-2">
          {t('store.checkout.country')}
          <CountrySelect
            kit={kit}
            chosen={page.given['country'] ?? ''}
            {...(wrong('country') && { 'aria-invalid': true })}
          />
        </label>
        {addressFields.map(({ name, wide, ...input }) => (
          <div key={name} className={wide ? 'sm:col-span-2' : ''}>
            <Field
              kit={kit}
              label={t(`store.checkout.${name}`)}
              name={name}
              defaultValue={page.given[name] ?? ''}
              wrong={wrong(name)}
              {...input}
            />
          </div>
        ))}
        <button className="button button-strong sm:col-span-2">{t('store.account.save')}</button>
      </form>
    </AccountFrame>
  )
}

function AddressText({ kit, address }: { kit: PageKit; address: BuyerAddress }) {
  return (
    <address className="break-words not-italic">
      <bdi className="block">{address.name}</bdi>
      <bdi className="block">{address.street}</bdi>
      <bdi className="block">
        {address.postcode} {address.city}
      </bdi>
      <span className="block">{kit.country(address.country)}</span>
      {address.phone && (
        <bdi dir="ltr" className="block">
          {address.phone}
        </bdi>
      )}
    </address>
  )
}
