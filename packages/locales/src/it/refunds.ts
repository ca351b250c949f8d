import type en from '../en/refunds.ts'

export default {
  'refunds.title': 'Rimborsi',
  'refunds.empty': 'Al momento nessuna richiesta di rimborso',
  'refunds.tabs': 'Stato',
  'refunds.state.requested': 'In attesa di risposta',
  'refunds.state.agreed': 'Accettata',
  'refunds.state.objected': 'Contestata',
  'refunds.state.refunded': 'Rimborsata',
  'refunds.state.declined': 'Rifiutata',
  'refunds.state.withdrawn': 'Ritirata dall’acquirente',
  'refunds.reason.damaged': 'Arrivato danneggiato',
  'refunds.reason.not-as-described': 'Non conforme alla descrizione',
  'refunds.reason.not-arrived': 'Non arrivato',
  'refunds.reason.changed-mind': 'Ha cambiato idea',
  'refunds.reason.other': 'Altro motivo',
  'refunds.amount': 'Importo richiesto',
  'refunds.you-pay': 'Paghi',
  'refunds.picture': 'Foto {n}',
  'refunds.answer-by': 'Rispondi entro: {when}',
  'refunds.silence': 'Se non rispondi, il rimborso viene accettato automaticamente.',
  'refunds.silence.staff':
    'La piattaforma ha aperto questo rimborso. Se non rispondi, non viene accettato: decide un’altra persona della piattaforma.',
  'refunds.refund': 'Rimborsa {amount}',
  'refunds.agree.sure': 'Rimborsare {amount} all’acquirente?',
  'refunds.agree.text': 'L’operazione non può essere annullata.',
  'refunds.object': 'Contesta',
  'refunds.object.why': 'Perché contesti questo rimborso?',
  'refunds.object.hint': 'La piattaforma esaminerà entrambe le versioni e deciderà.',
  'refunds.decide-by':
    'La piattaforma deciderà entro il {when}. Altrimenti paga essa stessa l’acquirente, senza costi per te.',
  'refunds.decide-by.staff':
    'Un’altra persona della piattaforma deciderà entro il {when}. Altrimenti il rimborso è rifiutato.',
  'refunds.referred':
    'Questo rimborso porterebbe il tuo debito oltre il limite, quindi decide la piattaforma. Il tuo consenso è registrato. Avrai risposta entro {when}.',
  'refunds.referred.silence':
    'Questo rimborso porterebbe il tuo debito oltre il limite, quindi la piattaforma decide entro {when}.',
  'refunds.object.send': 'Invia contestazione',
  'refunds.answered': 'Risposta inviata',
  'refunds.waits':
    'L’acquirente sarà rimborsato quando l’ordine sarà preso in carico. Fino ad allora l’intero pagamento resta in deposito a garanzia.',
  'refunds.decision': 'Decisione della piattaforma',
  'refunds.pays': 'Chi paga che cosa',
  'refunds.pays.escrow': 'Il deposito a garanzia dell’ordine',
  'refunds.pays.pending': 'I tuoi ricavi in sospeso',
  'refunds.pays.available': 'Il tuo saldo',
  'refunds.pays.due': 'Dovuto da te, recuperato dai nuovi ricavi',
  'refunds.pays.commission': 'Commissione restituita dalla piattaforma',
  'refunds.pays.supplier': 'Costo d’acquisto restituito dal fornitore',
  'refunds.pays.shipping': 'Spese di spedizione restituite dalla piattaforma',
  'refunds.pays.tax': 'Imposte restituite dalla piattaforma',
  'refunds.pays.platform': 'Pagato dalla piattaforma',
  'refunds.pays.buyer': 'L’acquirente riceve',
  'refunds.new':
    '{n, plural, one {# nuova richiesta di rimborso} many {# nuove richieste di rimborso} other {# nuove richieste di rimborso}}',
  'refunds.all': 'Tutte',
} satisfies Record<keyof typeof en, string>
