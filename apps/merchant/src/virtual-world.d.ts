declare module 'virtual:world' {
  /** Addresses of JSON: the `World`, and the `TownNames` of each language. */
  const addresses: Record<'world' | `names-${import('@quayside/contract').Language}`, string>
  export default addresses
}
