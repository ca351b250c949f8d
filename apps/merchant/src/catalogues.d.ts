declare module 'virtual:catalogue/*' {
  const messages: Record<string, string | (string | string[])[]>
  export default messages
}
declare module '*.css'
