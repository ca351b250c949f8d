import type en from '../en/app.ts'

export default {
  'app.update': 'È pronta una nuova versione',
  'app.update.now': 'Aggiorna ora',
  'app.later': 'Più tardi',
  'app.install': 'Installa Quayside',
  'app.install.text': 'Si apre dalla schermata Home, anche senza connessione',
  'app.install.share': 'Nel menu del browser tocchi Condividi, poi “Aggiungi alla schermata Home”',
  'app.as-of': 'Aggiornato: {when}',
  'app.offline.act': 'Serve una connessione',
  'app.skip': 'Vai al contenuto',
  'app.pick': 'Scelga un elemento dell’elenco per vederlo qui',
} satisfies Record<keyof typeof en, string>
