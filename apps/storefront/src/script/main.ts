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

/** The gallery: a small picture shows its large one in place. Without script it is a link to the picture below. */
const gallery = document.querySelector('[data-gallery]')
gallery?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
  const picture = link && document.getElementById(link.hash.slice(1))
  if (!picture) return
  event.preventDefault()
  picture.scrollIntoView({ block: 'nearest', inline: 'start' })
})
