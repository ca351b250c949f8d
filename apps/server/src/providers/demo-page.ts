/**
 * `/demo`, a page of the demo with every log-in, at the listeners of the merchant app and of the console. One click
 * logs in, by the same calls as the log-in form. No other mode has the page: `serveDemoPage` refuses.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicy } from '../platform/http/security-headers.ts'
import type { Settings } from '../settings.ts'

/** What the page reads of `demo.json`, which the demo keeps in its data folder (`tools/demo/credentials.ts`). */
export type DemoAccounts = {
  merchants: { about: string; email: string; password: string; paymentPassword: string | null }[]
  operators: { name: string; email: string; password: string; roles: string[]; totpSecret: string | null }[]
  mainShop: string
  invitation: string | null
}
type Side = 'merchant' | 'console'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The log-in of an account as a button, or as a link to the page of the other side, which logs in. */
const logInAt = (side: Side, here: Side, url: string, email: string) =>
  side === here
    ? `<button class="main" data-email="${escaped(email)}">Log in</button>`
    : `<a class="main" href="${escaped(`${url}/demo#${encodeURIComponent(email)}`)}">Log in</a>`

const value = (name: string, text: string | null) =>
  text === null
    ? ''
    : `<div class="row"><dt>${name}</dt><dd><code>${escaped(text)}</code><button class="copy" data-copy="${escaped(text)}" aria-label="Copy: ${name}">Copy</button></dd></div>`

const style = `
  :root { color-scheme: light dark; --ground: #f4f6f8; --card: #fff; --text: #16202b; --soft: #55616e; --line: #d5dce2; --accent: #1f5f8b; --on: #fff }
  @media (prefers-color-scheme: dark) { :root { --ground: #10161c; --card: #18212a; --text: #eef2f5; --soft: #a3b0bc; --line: #2d3944; --accent: #7cbce8; --on: #10161c } }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
  main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
  h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
  h2 { margin: 2rem 0 .75rem; font-size: 1.125rem }
  p { margin: .25rem 0 0; color: var(--soft) }
  article { margin-top: .75rem; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
  .head { display: flex; gap: .75rem; align-items: start; justify-content: space-between }
  h3 { margin: 0; font-size: 1rem }
  dl { margin: .75rem 0 0 }
  .row { display: grid; grid-template-columns: 5.5rem 1fr; gap: .5rem; align-items: center; min-height: 2.75rem; border-top: 1px solid var(--line) }
  dt { color: var(--soft); font-size: .875rem }
  dd { display: flex; gap: .5rem; align-items: center; justify-content: space-between; min-width: 0; margin: 0 }
  code { overflow-wrap: anywhere; font: .8125rem/1.4 ui-monospace, monospace }
  a { color: var(--accent) }
  button, a.main { flex: none; min-height: 2.75rem; padding: .5rem 1rem; border: 0; border-radius: .5rem; background: none; color: var(--accent); font: inherit; cursor: pointer }
  button.main, a.main { background: var(--accent); color: var(--on); font-weight: 600; text-decoration: none }
  button:disabled { opacity: .6; cursor: default }
  button.copy { padding: .5rem; font-size: .875rem }
  summary { min-height: 2.75rem; padding-top: .6rem; color: var(--soft); cursor: pointer }
  #problem { position: sticky; top: 0; margin: 0; padding: .75rem 1rem; background: var(--card); color: var(--text); border-bottom: 1px solid var(--line) }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** Logs in by the API, keeps the token as the apps do, and opens the app. */
const script = `
  const side = document.body.dataset.side
  const accounts = JSON.parse(document.querySelector('#accounts').textContent)
  const say = (text) => { const problem = document.querySelector('#problem'); problem.hidden = !text; problem.textContent = text }
  const call = async (path, body, token) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', lang: 'en', ...(token ? { token } : {}) }, body: JSON.stringify(body) })
    const envelope = await answer.json()
    if (envelope.code === 0) throw new Error(envelope.msg)
    return envelope.data
  }
  const logInMerchant = async (name, password) => (await call('/merchant/login', { name, password })).userinfo.token
  const logInOperator = async (email, password) => {
    const { token } = await call('/platform/login', { email, password })
    for (let tries = 0; ; tries += 1)
      try {
        const { code } = await call('/platform/demo/code', {}, token)
        return (await call('/platform/login/code', { code }, token)).token
      } catch (error) {
        // Each code counts once, and the robots use them, too.
        if (tries === 15) throw error
        say('The code of the authenticator has just been used. The next one comes within half a minute …')
        await new Promise((done) => setTimeout(done, 3000))
      }
  }
  const logIn = async (email) => {
    say('')
    for (const button of document.querySelectorAll('button.main')) button.disabled = true
    try {
      const password = accounts[email]
      localStorage.setItem('token', await (side === 'merchant' ? logInMerchant : logInOperator)(email, password))
      location.href = '/'
    } catch (error) {
      say(error.message)
      for (const button of document.querySelectorAll('button.main')) button.disabled = false
    }
  }
  document.addEventListener('click', async ({ target }) => {
    const { email, copy } = target.dataset ?? {}
    if (email) void logIn(email)
    if (!copy) return
    // Without https a browser has no clipboard: the text is selected instead.
    const copied = await navigator.clipboard?.writeText(copy).then(() => true, () => false)
    if (copied) { target.textContent = 'Copied'; setTimeout(() => { target.textContent = 'Copy' }, 1500) }
    else getSelection().selectAllChildren(target.previousElementSibling)
  })
  const asked = decodeURIComponent(location.hash.slice(1))
  if (Object.hasOwn(accounts, asked)) { history.replaceState(null, '', '/demo'); void logIn(asked) }
`

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const card = (title: string, text: string, action: string, values: string) =>
  `<article><div class="head"><div><h3>${escaped(title)}</h3><p>${escaped(text)}</p></div>${action}</div>${values}</article>`

/** The page. `here` is the side that shows it: its accounts log in at once, the others at their side. */
export function demoPage(
  accounts: DemoAccounts,
  here: Side,
  at: Pick<Settings, `${'public' | 'console' | 'storefront'}Url`>,
): string {
  const own = here === 'merchant' ? accounts.merchants : accounts.operators
  const passwords = JSON.stringify(Object.fromEntries(own.map(({ email, password }) => [email, password])))
  const merchants = accounts.merchants.map(({ about, email, password, paymentPassword }) => {
    const [name, text] = about.split(' — ')
    const values = value('Email', email) + value('Password', password) + value('Payment password', paymentPassword)
    return card(name!, sentence(text ?? ''), logInAt('merchant', here, at.publicUrl, email), `<dl>${values}</dl>`)
  })
  const operators = accounts.operators.map(({ name, email, password, roles, totpSecret }) => {
    const values = value('Email', email) + value('Password', password) + value('Authenticator', totpSecret)
    return card(
      name.replace(/ \(demo .*\)$/, ''),
      sentence(roles.join(', ')),
      logInAt('console', here, at.consoleUrl, email),
      `<details><summary>Password and authenticator</summary><dl>${values}</dl></details>`,
    )
  })
  const invitation = accounts.invitation
    ? card(
        'Register a shop of your own',
        'An unused invitation, for the registration in the merchant app.',
        `<a class="main" href="${escaped(at.publicUrl)}/">Open</a>`,
        `<dl>${value('Invitation', accounts.invitation)}</dl>`,
      )
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quayside demo: all log-ins</title>
<style>${style}</style>
</head>
<body data-side="${here}">
<p id="problem" role="alert" hidden></p>
<main>
<h1>Quayside demo</h1>
<p>Example data only, no real money. One click logs in; another log-in ends this browser’s session at the same app.</p>
<h2>Merchants</h2>
${merchants.join('\n')}
${invitation}
<h2>Buyers</h2>
${card('The storefront', 'Buy something as a guest; the order is in the merchant’s app within a second.', `<a class="main" href="${escaped(`${at.storefrontUrl}/s/${accounts.mainShop}`)}">Open</a>`, '')}
<h2>Operators</h2>
${operators.join('\n')}
</main>
<script type="application/json" id="accounts">${passwords.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`
}

const directives = {
  ...contentSecurityPolicy,
  scriptSrc: [`'sha256-${createHash('sha256').update(script).digest('base64')}'`],
}

/** Serves the page at `/demo`. Throws in any mode but the demo's. */
export function serveDemoPage(http: FastifyInstance, settings: Settings, side: Side): void {
  if (settings.mode !== 'demo') throw new Error('only a demo shows its log-ins')
  http.get('/demo', async (_request, reply) => {
    const text = await readFile(join(settings.dataDir, 'demo.json'), 'utf8').catch(() => null)
    if (text === null) return reply.callNotFound()
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } })
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(demoPage(JSON.parse(text) as DemoAccounts, side, settings))
  })
}
