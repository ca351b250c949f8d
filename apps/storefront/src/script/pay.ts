/** The script of the page with the processor's fields. It fetches the secret of the payment and mounts the fields. */

type Result = { error?: { message?: string; type?: string } }
type Elements = { create(kind: 'payment'): { mount(to: Element): void; on(event: string, act: () => void): void } }
type StripeJs = {
  elements(options: object): Elements
  confirmPayment(options: object): Promise<Result>
}
declare const Stripe: ((key: string, options: { locale: string }) => StripeJs) | undefined

const form = document.querySelector<HTMLFormElement>('#pay')!
const { key, secret, back, locale } = form.dataset as Record<string, string>
const notice = document.querySelector<HTMLElement>('#pay-notice')!
const button = form.querySelector('button')!

function showNotice(text: string | undefined): void {
  notice.textContent = text || notice.dataset['failed']!
  notice.hidden = false
}

/** Names of languages that the processor's script spells otherwise. It shows English for one that it does not have. */
const spelled: Record<string, string> = { 'zh-Hans': 'zh', 'zh-Hant': 'zh-TW', pt: 'pt-BR', ga: 'en' }

type SecretReply = { secret?: string; notice?: string; to?: string | null }

/** The secret of the payment, or why there is none. Leaves the page when the order is paid or being paid. */
async function ask(): Promise<SecretReply | null> {
  const response = await fetch(secret!, { method: 'POST' })
  const answer = (await response.json()) as SecretReply
  if (answer.to) location.replace(answer.to)
  return answer.to ? null : answer
}

async function start(): Promise<void> {
  if (typeof Stripe !== 'function') throw new Error('the script of the processor did not load')
  const answer = await ask()
  if (!answer) return
  if (!answer.secret) return showNotice(answer.notice)
  const stripe = Stripe(key!, { locale: spelled[locale!] ?? locale! })
  const night = matchMedia('(prefers-color-scheme: dark)').matches
  const elements = stripe.elements({ clientSecret: answer.secret, appearance: { theme: night ? 'night' : 'stripe' } })
  const fields = elements.create('payment')
  fields.on('ready', () => (button.disabled = false))
  fields.on('loaderror', () => showNotice(undefined))
  form.hidden = false
  fields.mount(form.querySelector('#card')!)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    notice.hidden = true
    void pay(stripe, elements)
  })
}

async function pay(stripe: StripeJs, elements: Elements): Promise<void> {
  const options = { elements, confirmParams: { return_url: back }, redirect: 'if_required' }
  const { error } = await stripe.confirmPayment(options).catch(() => ({ error: {} as Result['error'] }))
  if (!error) return location.assign(back!)
  showNotice(error.message)
  button.disabled = false
  // A declined card can be tried again. Any other refusal may mean that another tab has paid, or has another payment.
  if (error.type === 'card_error' || error.type === 'validation_error') return
  const answer = await ask()
  if (answer?.secret) location.reload()
}

// The processor's script is loaded without blocking the page; both have run at the end of loading.
if (document.readyState === 'complete') void start().catch(() => showNotice(undefined))
else addEventListener('load', () => void start().catch(() => showNotice(undefined)))

// The back button from the processor's page: the payment may have changed, so the page is asked for again.
addEventListener('pageshow', (event) => {
  if ((event as PageTransitionEvent).persisted) location.reload()
})
