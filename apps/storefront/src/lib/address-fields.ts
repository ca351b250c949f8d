/** The fields of a delivery address, besides the country. */
export const addressFields = [
  { name: 'name', type: 'text', autoComplete: 'name', required: true, wide: true },
  { name: 'street', type: 'text', autoComplete: 'street-address', required: true, wide: true },
  { name: 'postcode', type: 'text', autoComplete: 'postal-code', required: false, wide: false },
  { name: 'city', type: 'text', autoComplete: 'address-level2', required: true, wide: false },
  { name: 'phone', type: 'tel', autoComplete: 'tel', required: false, wide: true },
] as const
