import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Hej',
  'mail.close': 'Venlig hilsen\nQuayside',
  'mail.pay-password-code.subject': 'Quayside: din kode til en ny betalingskode',
  'mail.pay-password-code.text':
    '{code} er din engangskode til en ny betalingskode. Den gælder i ti minutter og virker én gang.\n\nGiv den ikke til nogen: vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, bruger nogen måske din konto: giv ikke koden videre, og sig det til kundeservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} er din kode til en ny betalingskode. Den gælder i 10 minutter. Del den ikke.',
  'mail.pay-password-changed.subject': 'Quayside: din betalingskode er skiftet',
  'mail.pay-password-changed.text':
    'Din betalingskode blev skiftet {at}. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: åbn appen, vælg »Glemt den?« ved betalingskoden og vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.pay-password-reset.text':
    'Der blev valgt en ny betalingskode med din adgangskode og en engangskode {at}. For at beskytte dine penge sendes ingen udbetaling før {until}. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: åbn appen inden da, vælg »Glemt den?« ved betalingskoden og vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.pay-password-changed.short':
    'Quayside: din betalingskode er ændret. Var det ikke dig? Vælg en ny i appen, og kontakt kundeservice.',
  'mail.pay-password-disabled.subject': 'Quayside: din betalingskode er spærret',
  'mail.pay-password-disabled.text':
    '{at} blev din betalingskode spærret efter mange forkerte forsøg. For at flytte penge igen: åbn appen, vælg »Glemt den?« ved betalingskoden, og vælg en ny.\n\nVar forsøgene ikke dine, er nogen måske logget ind på din konto: skift din adgangskode, og sig det til kundeservice.',
  'mail.pay-password-disabled.short':
    'Quayside: din betalingskode er spærret efter for mange forkerte forsøg. Var det ikke dig? Kontakt kundeservice.',
  'mail.operator-token.subject': 'Quayside: vælg din adgangskode som operatør',
  'mail.operator-token.text':
    'Du er inviteret som operatør hos Quayside på {url}: {name}.\n\nDin nøgle, som gælder én gang og indtil {until}: {token}\n\nVælg din egen adgangskode med den; ingen anden kender den, og ingen må spørge dig om den. Dit første login kræver en godkendelsesapp. Hvis du ikke ventede dette, skal du ikke gøre noget.',
  'mail.operator-news.subject': 'Quayside: en ændring blandt operatørerne',
  'mail.operator-invitation.text':
    '{by} inviterede en operatør: {name}, {email}. Områder: {desks}.\n\nEn anden ejer skal bekræfte det. Hvis det ikke skal være sådan, så træk invitationen tilbage.',
  'mail.operator-admitted.text':
    'En ny operatør valgte en adgangskode: {name}, {email}. Områder: {desks}.\n\nHvis det ikke skal være sådan, så deaktivér operatøren straks.',
  'mail.operator-readmitted.text':
    'En operatør blev lukket ind igen med en anden adgangskode: {name}, {email}. Områder: {desks}.\n\nHvis det ikke skal være sådan, så deaktivér operatøren straks.',
  'mail.operator-granted.text':
    '{by} gav et område til {name}, {email}. Område: {desks}.\n\nHvis det ikke skal være sådan, så tag det tilbage straks.',
  'mail.operator-deactivated.text': '{by} deaktiverede en operatør: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Læs det i appen: {url}\n\nUnder »Notifikationer« i appen vælger du, hvad vi skriver til dig om.',
  'mail.contact-code.subject': 'Quayside: din kode til denne adresse',
  'mail.contact-code.text':
    '{code} er din engangskode til at bekræfte denne adresse. Den gælder i ti minutter og virker én gang.\n\nGiv den ikke til nogen: vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, skal du ikke gøre noget: uden koden kan ingen bruge din adresse.',
  'mail.contact-code.short':
    'Quayside: {code} er din kode til at bekræfte dette nummer. Den gælder i 10 minutter. Del den ikke.',
  'mail.contact-taken.text':
    'Quayside: nogen ville bruge dette telefonnummer eller denne e-mail til en anden konto. Den forbliver din. Var det dig, så log ind med den.',
  'mail.contact-taken.short':
    'Quayside: nogen ville bruge dette nummer eller denne e-mail til en anden konto. Intet er ændret. Var det dig, så log ind med den.',
  'mail.contact-changed.subject': 'Quayside: dit telefonnummer eller din e-mail er skiftet',
  'mail.contact-changed.text':
    'Kontakten {former} på din konto blev skiftet ud med {present} {at}. For at beskytte dine penge sendes ingen udbetaling før {until}. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: log ind inden da, skift adgangskode, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.contact-changed.short':
    'Quayside: telefon eller e-mail på din konto er ændret. Var det ikke dig? Skift adgangskode, og kontakt kundeservice.',
  'mail.login-code.subject': 'Quayside: din kode til en ny adgangskode',
  'mail.login-code.text':
    '{code} er din engangskode til en ny adgangskode. Den gælder i ti minutter og virker én gang.\n\nGiv den ikke til nogen: vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, skal du ikke gøre noget: uden koden kan ingen vælge en ny adgangskode.',
  'mail.login-code.short':
    'Quayside: {code} er din kode til en ny adgangskode. Den gælder i 10 minutter. Del den ikke.',
  'mail.login-changed.subject': 'Quayside: din adgangskode er skiftet',
  'mail.login-changed.text':
    'Din adgangskode blev skiftet {at}, og andre enheder blev logget ud. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: vælg »Glemt adgangskode« ved login, vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.login-changed.short':
    'Quayside: din adgangskode er ændret. Var det ikke dig? Vælg Glemt adgangskode ved login, og kontakt kundeservice.',
  'mail.login-reset.text':
    'Den {at} blev der valgt en ny adgangskode med en kode, og alle enheder blev logget ud. For at beskytte dine penge sendes ingen udbetaling før {until}; din betalingskode er den samme. Var det dig selv, skal du ikke gøre noget.\n\nVar det ikke dig: vælg inden da »Glemt adgangskode« ved login, vælg en ny, træk udbetalinger tilbage, som ikke er dine, og sig det straks til kundeservice.',
  'mail.order-page': 'Siden for din ordre',
  'mail.order-keep': 'Alle med dette link kan åbne siden for din ordre. Del det ikke med nogen.',
  'mail.order-links.subject': 'Dine ordrer på Quayside',
  'mail.order-links.text':
    'Du har bedt om siderne for dine ordrer. Hvis det ikke var dig, kan du se bort fra denne e-mail.',
} satisfies Record<keyof typeof en, string>
