declare module 'virtual:catalogues' {
  type Words = Record<string, string | (string | string[])[]>
  type Loaders = Record<import('@quayside/contract').Language, () => Promise<{ default: Words }>>
  export const early: Loaders
  export const first: Loaders
  export const rest: Loaders
}
declare module 'virtual:irish' {
  export const months: Record<string, string>
  export const weekdays: Record<string, string>
  export const regions: Record<string, string>
  export const zones: Record<string, string>
}
declare module '*.css'
