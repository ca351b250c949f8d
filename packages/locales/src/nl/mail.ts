import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: uw code voor een nieuwe betaalcode',
  'mail.pay-password-code.text':
    '{code} is uw verificatiecode voor een nieuwe betaalcode. Hij is tien minuten geldig en werkt één keer.\n\nGeef hem aan niemand: wij vragen er nooit om per telefoon of chat. Hebt u hem niet aangevraagd, dan gebruikt iemand misschien uw account: geef de code niet door en meld het aan de klantenservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} is uw verificatiecode voor een nieuwe betaalcode, tien minuten geldig. Geef hem aan niemand.',
  'mail.pay-password-changed.subject': 'Quayside: uw betaalcode is gewijzigd',
  'mail.pay-password-changed.text':
    'Uw betaalcode is gewijzigd op {at}. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.pay-password-reset.text':
    'Op {at} is met uw wachtwoord en een verificatiecode een nieuwe betaalcode ingesteld. Om uw geld te beschermen gaat er geen opname uit vóór {until}. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: open vóór die tijd de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.pay-password-changed.short':
    'Quayside: uw betaalcode is gewijzigd op {at}. Was u het niet? Stel in de app een nieuwe in en meld het meteen aan de klantenservice.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Lees het in de app: {url}\n\nOnder ‘Meldingen’ in de app kiest u wat wij u schrijven.',
} satisfies Record<keyof typeof en, string>
