/** The mode of the server, which it writes into the page. */
const mode = document.querySelector<HTMLMetaElement>('meta[name="quayside-mode"]')?.content

export const isDemo = mode === 'demo'
