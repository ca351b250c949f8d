/**
 * The page that answers at the ports of a demo while it is made. The server takes the ports over; the page asks again
 * until it answers.
 */
import { createServer, type Server } from 'node:http'

export type WaitingPage = {
  /** Shows what is being made. */
  say(text: string): void
  /** Gives the ports free. */
  close(): Promise<void>
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const pageOf = (text: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quayside is being prepared</title>
<noscript><meta http-equiv="refresh" content="2"></noscript>
<style>
  :root { color-scheme: light dark; --ground: #f4f6f8; --text: #16202b; --soft: #55616e; --line: #cfd6dd; --bar: #1f5f8b }
  @media (prefers-color-scheme: dark) { :root { --ground: #10161c; --text: #eef2f5; --soft: #a3b0bc; --line: #2d3944; --bar: #6db3e2 } }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
  main { width: min(26rem, 100vw - 3rem) }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25 }
  p { margin: 0 0 1rem; color: var(--soft) }
  #now { color: var(--text); font-variant-numeric: tabular-nums }
  div { height: .25rem; border-radius: 1rem; background: var(--line); overflow: hidden }
  div::after { content: ''; display: block; height: 100%; width: 30%; border-radius: inherit; background: var(--bar); animation: go 1.6s ease-in-out infinite alternate }
  @keyframes go { to { transform: translateX(234%) } }
  @media (prefers-reduced-motion: reduce) { div::after { animation: none; width: 100%; opacity: .5 } }
</style>
</head>
<body>
<main>
<h1>Quayside is being prepared</h1>
<p id="now" role="status">${escaped(text)}</p>
<div></div>
<p style="margin-top: 1rem">This page opens by itself when the demo is ready.</p>
</main>
<script>
  const ask = async () => {
    // Between this page and the server nothing answers for a moment.
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    if (answer && answer.status !== 503) return location.reload()
    const made = answer && new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#now')
    const now = document.querySelector('#now')
    if (made && made.textContent !== now.textContent) now.textContent = made.textContent
    setTimeout(ask, 1000)
  }
  setTimeout(ask, 1000)
</script>
</body>
</html>
`

/** Answers at these ports. Throws the name of the variable with which another port is chosen if one is taken. */
export async function openWaitingPage(
  ports: readonly { port: number; variable: string }[],
  host: string,
  text: string,
): Promise<WaitingPage> {
  let page = pageOf(text)
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      ),
    )
  }
  for (const { port, variable } of ports) {
    const server = createServer((_request, response) => {
      response.writeHead(503, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '2',
      })
      response.end(page)
    })
    try {
      await new Promise<void>((listening, failed) => {
        server.once('error', () => failed(new Error(`port ${port} is in use; choose another with ${variable}=…`)))
        server.listen(port, host, () => listening())
      })
    } catch (error) {
      await close()
      throw error
    }
    servers.push(server)
  }
  return {
    say(now) {
      page = pageOf(now)
    },
    close,
  }
}
