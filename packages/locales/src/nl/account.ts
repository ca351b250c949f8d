import type en from '../en/account.ts'

export default {
  'account.title': 'Persoonlijke gegevens',
  'account.text': 'U logt in met uw telefoonnummer of e‑mail. Codes en berichten over uw geld gaan daarheen.',
  'account.verify-email': 'E-mail verifiëren',
  'account.verify-phone': 'Telefoon verifiëren',
  'account.change-email': 'E-mail wijzigen',
  'account.change-phone': 'Telefoonnummer wijzigen',
  'account.unverified': 'Niet geverifieerd',
  'account.verified-on': 'Geverifieerd op {date}',
  'account.verify.text':
    'Wij sturen een code naar {where}. Als u hem hier invoert, weten we dat onze berichten u bereiken.',
  'account.change.text':
    'Wij sturen een code naar het nieuwe contact. Tot u die invoert, blijft het huidige gelden. Daarna laten wij het weten aan het vorige, en worden opnames een tijdje stilgelegd om uw geld te beschermen.',
  'account.new-email': 'Nieuwe e-mail',
  'account.new-phone': 'Nieuw telefoonnummer',
  'account.confirm': 'Bevestigen',
  'account.changed': 'Gewijzigd en geverifieerd',
  'account.trusted-from': 'Kan codes voor een vergeten wachtwoord ontvangen vanaf {time}.',
  'account.password': 'Wachtwoord wijzigen',
  'account.password.text': 'U krijgt een bericht dat het gewijzigd is. Alle andere apparaten worden uitgelogd.',
  'account.password.old': 'Uw huidige wachtwoord',
  'account.password.new': 'Nieuw wachtwoord',
  'account.password.again': 'Voer het nogmaals in',
  'account.password.stay': 'Hier ingelogd blijven',
  'account.password.changed': 'Wachtwoord gewijzigd',
  'account.forgot.text':
    'Voer het telefoonnummer of de e‑mail in waarmee u inlogt. Wij sturen een code naar de geverifieerde telefoon of e‑mail van dat account.',
  'account.forgot.sent': 'Als dat account bestaat, is er een code onderweg. Hij is tien minuten geldig.',
  'account.forgot.rest':
    'Alle apparaten worden uitgelogd. Uw betaalcode blijft hetzelfde, en opnames worden een tijdje stilgelegd om uw geld te beschermen.',
  'account.forgot.set': 'Nieuw wachtwoord opslaan',
  'account.devices': 'Apparaten',
  'account.devices.text': 'Hier bent u ingelogd. Log apparaten uit die u niet kent en wijzig daarna uw wachtwoord.',
  'account.devices.here': 'Dit apparaat',
  'account.devices.unknown': 'Onbekende browser',
  'account.devices.name': '{browser} op {system}',
  'account.devices.used': 'Laatst gebruikt: {ago}',
  'account.devices.since': 'Ingelogd sinds {date}',
  'account.devices.end': 'Daar uitloggen',
  'account.devices.end.sure': '{device} uitloggen?',
  'account.devices.ended': 'Daar uitgelogd',
  'account.devices.all': 'Overal uitloggen',
  'account.devices.all.sure': 'Weet u zeker dat u overal wilt uitloggen?',
  'pay-password.resting':
    'Uw wachtwoord is met een code ingesteld. Om uw geld te beschermen kan de betaalcode pas vanaf {time} met een code worden ingesteld.',
} satisfies Record<keyof typeof en, string>
