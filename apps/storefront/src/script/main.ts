/** The one script of the pages. Every page works without it. */
import '../app.css'
import { fitForUpload } from '@quayside/client/fit-for-upload'

/** Chosen at once, where without script a button has to be pressed. */
for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-submit]'))
  select.addEventListener('change', () =>
    select.form?.requestSubmit(select.form.querySelector<HTMLButtonElement>('[data-without-script]')),
  )
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-without-script]')) button.hidden = true

/**
 * Photos that the server would not take are made smaller on this device, while the form is filled in. A form that is
 * sent meanwhile waits for them.
 */
for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
  let fitting: Promise<void> | null = null
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])]
    const work = Promise.all(chosen.map(fitForUpload)).then((fitted) => {
      fitting = null
      if (fitted.every((picture, i) => picture === chosen[i])) return
      const files = new DataTransfer()
      for (const [i, picture] of fitted.entries())
        files.items.add(picture instanceof File ? picture : new File([picture], `photo-${i + 1}.jpg`, picture))
      input.files = files.files
    })
    fitting = work
  })
  input.form?.addEventListener('submit', (event) => {
    if (!fitting) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void fitting.then(() => input.form!.requestSubmit((event as SubmitEvent).submitter))
  })
}

/** A form is sent once: a second press while the first is on its way does nothing. */
for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    if (form.dataset['sent']) event.preventDefault()
    form.dataset['sent'] = 'yes'
  })
/** The number of pieces in the cart, from the cookie that the server sets with each change. */
function showCartCount(): void {
  const pieces = Number(/(?:^|; )(?:__Host-)?cart-count=(\d+)/.exec(document.cookie)?.[1] ?? 0)
  const badge = document.querySelector<HTMLElement>('[data-cart-count]')!
  badge.hidden = pieces === 0
  badge.textContent = pieces > 99 ? '99+' : String(pieces)
}
showCartCount()

/**
 * The forms of shops that the buyer follows say the other thing, from a cookie that the server sets with each change.
 */
function showFollowed(): void {
  const followed = /(?:^|; )(?:__Host-)?follows=([^;]*)/.exec(document.cookie)?.[1]?.split('.') ?? []
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-follow]')) {
    const input = form.querySelector('input')!
    const button = form.querySelector('button')!
    const label = button.querySelector('span')!
    if ((input.value === 'no') === followed.includes(form.dataset['follow']!)) continue
    input.value = input.value === 'no' ? 'yes' : 'no'
    const shown = label.textContent
    label.textContent = button.dataset['other']!
    button.dataset['other'] = shown
  }
}
showFollowed()

// A page that returns from the browser's memory takes its forms into use again.
addEventListener('pageshow', (event) => {
  if (!(event as PageTransitionEvent).persisted) return
  for (const form of document.querySelectorAll('form')) delete form.dataset['sent']
  showCartCount()
  showFollowed()
})

/** The country that was chosen here last, else the one of the browser. */
function countryHere(): string | undefined {
  try {
    const chosen = localStorage.getItem('country')
    if (chosen) return chosen
  } catch {
    // A browser may keep nothing.
  }
  return navigator.languages.map((language) => new Intl.Locale(language).region).find(Boolean)
}
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.matches('[name=country], [data-deliver] select')) return
  try {
    localStorage.setItem('country', target.value)
  } catch {
    // As above.
  }
  showDelivery()
})

/** Price, shipping and days of the reader's country as one line, where without script stands a list of countries. */
function showDelivery(): void {
  const delivery = document.querySelector<HTMLDetailsElement>('[data-deliver]')
  const code = countryHere()
  if (!delivery || !code) return
  const rows = [...delivery.querySelectorAll('li')]
  const { dataset } = rows.find((row) => row.dataset['country'] === code) ?? rows.at(-1)!
  const select = delivery.querySelector('select')!
  if (![...select.options].some(({ value }) => value === code)) {
    const name = new Intl.DisplayNames(delivery.lang, { type: 'region' }).of(code)
    select.prepend(new Option(name, code))
  }
  select.value = code
  const label = select.parentElement!
  label.hidden = false
  rows[0]!.parentElement!.hidden = true
  const inDays = (days: string | undefined) => Date.now() + Number(days) * 86_400_000
  const dates = new Intl.DateTimeFormat(delivery.lang, { month: 'short', day: 'numeric' })
  const span = dates.formatRange(inDays(dataset['from']), inDays(dataset['to']))
  const arrives = delivery.dataset['deliver']!.replace('*', span)
  const write = (selector: string, text: string) => {
    for (const element of document.querySelectorAll(selector)) element.textContent = text
  }
  write('[data-deliver-to]', `${label.firstChild!.textContent}: ${select.selectedOptions[0]!.text}`)
  write('[data-deliver-line]', `${dataset['line']} · ${arrives}`)
  write('[data-price]', dataset['cost']!)
  const field = document.querySelector<HTMLInputElement>('#buy [name=country]')
  if (field) field.value = code
}
showDelivery()

/** The gallery: a small picture shows its large one in place. Without script it is a link to the picture below. */
const gallery = document.querySelector('[data-gallery]')
gallery?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
  const picture = link && document.getElementById(link.hash.slice(1))
  if (!picture) return
  event.preventDefault()
  picture.scrollIntoView({ block: 'nearest', inline: 'start' })
})
