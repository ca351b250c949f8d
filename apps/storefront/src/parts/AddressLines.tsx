import type { ShownAddress } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** An address as the post of its country writes it, the country in the reader's language. */
export const AddressLines = ({ kit, address }: { kit: PageKit; address: ShownAddress }) => (
  <address className="break-words not-italic">
    {address.lines.map((line, i) => (
      <bdi key={i} className="block">
        {line}
      </bdi>
    ))}
    <span className="block">{kit.country(address.country)}</span>
    {address.phone && (
      <bdi dir="ltr" className="block">
        {address.phone}
      </bdi>
    )}
  </address>
)
