import type en from '../en/refunds.ts'

export default {
  'refunds.title': 'Reem\u00ADbolsos',
  'refunds.empty': 'Ahora no hay solicitudes de reembolso',
  'refunds.tabs': 'Estado',
  'refunds.state.requested': 'Por responder',
  'refunds.state.agreed': 'Aceptada',
  'refunds.state.objected': 'Impugnada',
  'refunds.state.refunded': 'Reembolsada',
  'refunds.state.declined': 'Denegada',
  'refunds.state.withdrawn': 'Retirada por el comprador',
  'refunds.reason.damaged': 'Llegó dañado',
  'refunds.reason.not-as-described': 'No coincide con la descripción',
  'refunds.reason.not-arrived': 'No llegó',
  'refunds.reason.changed-mind': 'Ha cambiado de opinión',
  'refunds.reason.other': 'Otro motivo',
  'refunds.amount': 'Importe solicitado',
  'refunds.you-pay': 'Usted paga',
  'refunds.picture': 'Foto {n}',
  'refunds.answer-by': 'Plazo para responder: {when}',
  'refunds.silence': 'Si no responde, el reembolso se acepta automáticamente.',
  'refunds.silence.staff':
    'La plataforma abrió este reembolso. Si no responde, no queda aceptado: decidirá otra persona de la plataforma.',
  'refunds.refund': 'Reembolsar {amount}',
  'refunds.agree.sure': '¿Reembolsar {amount} al comprador?',
  'refunds.agree.text': 'No se puede deshacer.',
  'refunds.object': 'Impugnar',
  'refunds.object.why': '¿Por qué impugna este reembolso?',
  'refunds.object.hint': 'La plataforma revisará ambas versiones y decidirá.',
  'refunds.decide-by':
    'La plataforma decidirá antes del {when}. Si no lo hace, paga ella misma al comprador, sin coste para usted.',
  'refunds.decide-by.staff':
    'Otra persona de la plataforma decidirá antes del {when}. Si no, el reembolso queda denegado.',
  'refunds.referred':
    'Este reembolso llevaría su deuda por encima del límite, así que decide la plataforma. Su acuerdo queda registrado. Tendrá respuesta antes del {when}.',
  'refunds.referred.silence':
    'Este reembolso llevaría su deuda por encima del límite, así que la plataforma decide antes del {when}.',
  'refunds.object.send': 'Enviar impugnación',
  'refunds.answered': 'Respuesta enviada',
  'refunds.waits':
    'Se reembolsará al comprador cuando el pedido se procese. Hasta entonces, todo el pago sigue en custodia.',
  'refunds.decision': 'Decisión de la plataforma',
  'refunds.pays': 'Quién paga qué',
  'refunds.pays.escrow': 'La custodia del pedido',
  'refunds.pays.pending': 'Sus ingresos pendientes',
  'refunds.pays.available': 'Su saldo',
  'refunds.pays.due': 'A su cargo; se recupera de ingresos nuevos',
  'refunds.pays.commission': 'Comisión que devuelve la plataforma',
  'refunds.pays.supplier': 'Coste de compra que devuelve el proveedor',
  'refunds.pays.shipping': 'Gastos de envío que devuelve la plataforma',
  'refunds.pays.tax': 'Impuestos que devuelve la plataforma',
  'refunds.pays.platform': 'Pagado por la plataforma',
  'refunds.pays.buyer': 'El comprador recibe',
  'refunds.new':
    '{n, plural, one {# solicitud de reembolso nueva} many {# solicitudes de reembolso nuevas} other {# solicitudes de reembolso nuevas}}',
  'refunds.all': 'Todas',
} satisfies Record<keyof typeof en, string>
