/** The address of the form for a shop, or for a product or a review of it. */
export const reportPath = (shop: string, subject: { product?: string; review?: string } = {}): string =>
  `/report?${new URLSearchParams({ shop, ...subject }).toString()}`
