import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'pedido',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'orders.search',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'tienda' },
  product: {
    word: 'producto',
    except: ['dist.hot.add'],
  },
  buyer: { word: 'comprador' },
  'pick up': { word: 'procesar', forms: ['procesa', 'proceso', 'procese', 'procesó'] },
  balance: { word: 'saldo' },
  pending: { word: 'pendiente' },
  withdrawal: {
    word: 'retiro',
    forms: ['retirar', 'retirado'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'recarga', forms: ['recargu'] },
  refund: {
    word: 'reembolso',
    forms: ['reembols', 'reem\u00ADbols'],
  },
  'payment password': { word: 'clave de pago' },
  'login password': { word: 'contraseña de acceso', except: ['mail.contact-changed.short', 'mail.login-code.short'] },
  'invitation code': { word: 'código de invitación' },
  voucher: { word: 'comprobante' },
  statement: { word: 'extracto' },
  profit: { word: 'beneficio' },
  fee: { word: 'comisión', forms: ['comisiones'] },
  network: { word: 'red' },
  'customer service': {
    word: 'atención al cliente',
    except: ['mail.pay-password-disabled.short', 'mail.login-changed.short'],
  },
  'distribution center': { word: 'catálogo de proveedores' },
  'in withdrawal': { word: 'en retiro' },
  contest: { word: 'objetar', forms: ['objet', 'objét', 'objeción'] },
  appeal: { word: 'recurso', forms: ['recurr', 'recurs'] },
  'card dispute': { word: 'disputa' },
  shelf: { word: 'a la venta', forms: ['de la venta'], except: ['products.off-shelf'] },
  'tracking number': { word: 'número de seguimiento' },
} satisfies Glossary
