import type { AddressesPage as Addresses } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { AddressFields } from '../parts/AddressFields.tsx'
import { AddressLines } from '../parts/AddressLines.tsx'
import { AccountFrame } from './AccountFrame.tsx'

/** The delivery addresses of an account. */
export function AddressesPage({ kit, page }: { kit: PageKit; page: Addresses }) {
  const { t } = kit
  return (
    <AccountFrame kit={kit} title={t('store.account.addresses')} form={page.form}>
      {page.addresses.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {page.addresses.map((address) => (
            <li key={address.id} className="card flex flex-col gap-3 p-4">
              <AddressLines kit={kit} address={address} />
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
      <form method="post" action={kit.to('/account/addresses')} className="grid max-w-prose grid-cols-2 gap-4">
        <h2 id="address" className="text-section font-semibold col-span-2">
          {t(page.edited === null ? 'store.account.add-address' : 'store.account.edit-address')}
        </h2>
        <input type="hidden" name="form" value={page.form} />
        {page.edited !== null && <input type="hidden" name="id" value={page.edited} />}
        <AddressFields
          kit={kit}
          form={page.address}
          path={kit.to('/account/addresses')}
          given={page.given}
          wrong={page.wrong}
        />
        <button className="button button-strong col-span-2">{t('store.account.save')}</button>
      </form>
    </AccountFrame>
  )
}
