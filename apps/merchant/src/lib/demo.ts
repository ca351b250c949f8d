/** Whether the server runs in demo mode. Every screen says so then. */
export const isDemo = document.querySelector<HTMLMetaElement>('meta[name="quayside-mode"]')?.content === 'demo'
