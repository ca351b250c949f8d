import type en from '../en/funds.ts'

export default {
  'funds.title': 'Movimentações',
  'funds.tabs': 'Conta',
  'funds.available': 'Saldo',
  'funds.pending': 'Pendente',
  'funds.held': 'Retido',
  'funds.empty': 'Nada se moveu ainda',
  'funds.empty.text': 'Cada centavo que entra ou sai ficará aqui, com o motivo.',
  'funds.after': 'Depois {amount}',
  'funds.number': 'Registro {n}',
  'funds.order': 'Pedido {code}',
  'funds.event.order.paid': 'Comprador pagou',
  'funds.event.order.paid-late': 'Pagamento atrasado',
  'funds.event.order.picked-up': 'Retirada: custo de compra',
  'funds.event.order.shipped': 'Envio: fornecedor pago',
  'funds.event.order.received': 'Recebido: ganhos pendentes',
  'funds.event.order.completed': 'Liquidado',
  'funds.event.order.cancelled': 'Cancelado',
  'funds.event.order.cost-returned': 'Custo de compra devolvido',
  'funds.event.buyer.refunded': 'Comprador reembolsado',
  'funds.chain': 'Impressão digital deste registro e de todos os anteriores',
} satisfies Record<keyof typeof en, string>
