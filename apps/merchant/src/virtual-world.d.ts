declare module 'virtual:world' {
  /** URLs of JSON files: the `World`, and the `TownNames` of each language. */
  const addresses: Record<'world' | `names-${import('@quayside/contract').Language}`, string>
  export default addresses
}
