import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: din kode til en ny betalingskode',
  'mail.pay-password-code.text':
    '{code} er din engangskode til en ny betalingskode. Den gælder i ti minutter og virker én gang.\n\nGiv den ikke til nogen: vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, bruger nogen måske din konto: giv ikke koden videre, og sig det til kundeservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} er din engangskode til en ny betalingskode. Den gælder i ti minutter. Giv den ikke til nogen.',
  'mail.pay-password-changed.subject': 'Quayside: din betalingskode er ændret',
  'mail.pay-password-changed.text':
    'Din betalingskode blev ændret {at}. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: åbn appen, vælg »Glemt den?« ved betalingskoden og vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.pay-password-reset.text':
    'Der blev valgt en ny betalingskode med din adgangskode og en engangskode {at}. For at beskytte dine penge sendes ingen udbetaling før {until}. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: åbn appen inden da, vælg »Glemt den?« ved betalingskoden og vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.pay-password-changed.short':
    'Quayside: din betalingskode blev ændret {at}. Var det ikke dig? Vælg en ny i appen, og sig det straks til kundeservice.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Læs det i appen: {url}\n\nUnder »Notifikationer« i appen vælger du, hvad vi skriver til dig om.',
} satisfies Record<keyof typeof en, string>
