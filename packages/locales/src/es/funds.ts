import type en from '../en/funds.ts'

export default {
  'funds.title': 'Movimientos',
  'funds.tabs': 'Cuenta',
  'funds.available': 'Saldo',
  'funds.pending': 'Pendiente',
  'funds.held': 'Retenido',
  'funds.empty': 'Aún no hay movimientos',
  'funds.empty.text': 'Aquí estará cada céntimo que entre o salga, con su motivo.',
  'funds.after': 'Después {amount}',
  'funds.number': 'Registro {n}',
  'funds.order': 'Pedido {code}',
  'funds.event.order.paid': 'Pago del comprador',
  'funds.event.order.paid-late': 'Pago tardío',
  'funds.event.order.picked-up': 'Recogida: coste de compra',
  'funds.event.order.shipped': 'Envío: proveedor pagado',
  'funds.event.order.received': 'Recepción: ingresos pendientes',
  'funds.event.order.completed': 'Liquidado',
  'funds.event.order.cancelled': 'Cancelado',
  'funds.event.order.cost-returned': 'Coste de compra devuelto',
  'funds.event.buyer.refunded': 'Comprador reembolsado',
  'funds.chain': 'Huella de este registro y de todos los anteriores',
} satisfies Record<keyof typeof en, string>
