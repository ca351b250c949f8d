import type en from '../en/app.ts'

export default {
  'app.update': 'Aggiornamento disponibile',
  'app.update.now': 'Aggiorna ora',
  'app.later': 'Più tardi',
  'app.install': 'Installa Quayside',
  'app.install.text': 'Si apre dalla schermata Home, anche senza connessione',
  'app.install.share': 'Nel menu del browser tocca Condividi, poi “Aggiungi alla schermata Home”',
  'app.as-of': 'Ultimo aggiornamento: {when}',
  'app.offline.act': 'Serve una connessione',
  'app.skip': 'Vai al contenuto',
  'search.title': 'Cerca',
  'search.field': 'Cerca o scrivi un’azione',
  'search.text':
    'Trova ordini, prodotti, movimenti, messaggi e schermate, oppure scrivi cosa vuoi fare, ad esempio “{first} 100” o “{second}”. Confermi tu prima che accada qualcosa.',
  'search.acts': 'Azioni',
  'search.screens': 'Schermate',
  'search.none': 'Nessun risultato',
  'app.pick': 'Scegli un elemento per vederlo qui',
  'app.pick.list': 'Scegli un elemento dall’elenco',
} satisfies Record<keyof typeof en, string>
