/** Whether the server runs in demo mode, which every screen then shows. */
export const isDemo = document.querySelector<HTMLMetaElement>('meta[name="quayside-mode"]')?.content === 'demo'
