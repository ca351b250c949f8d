import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order and court order. The switch “Chưa thêm” stands beside products marked “Đã thêm” and has no
  // space for the word shop.
  order: {
    word: 'đơn hàng',
    forms: ['đơn'],
    except: ['categories.empty.text', 'withdraw.next.legal-order', 'home.closing.reason.legal-order'],
  },
  shop: { word: 'cửa hàng', except: ['dist.not-added'] },
  product: {
    word: 'sản phẩm',
    except: ['products.tabs', 'dist.hot.add'],
  },
  buyer: { word: 'người mua' },
  'pick up': { word: 'xử lý' },
  balance: { word: 'số dư' },
  pending: { word: 'đang chờ' },
  withdrawal: {
    word: 'rút tiền',
    forms: ['rút'],
    except: ['withdraw.to'],
  },
  recharge: { word: 'nạp tiền', forms: ['nạp'], except: ['recharge.number'] },
  refund: {
    word: 'hoàn tiền',
    except: [
      'orders.event.order.paid-late',
      'orders.event.order.coupon-used',
      'orders.decline.text',
      'finance.pending.order',
      'refunds.silence',
      'refunds.waits',
    ],
  },
  'payment password': { word: 'mật khẩu thanh toán' },
  'login password': { word: 'mật khẩu đăng nhập', except: ['mail.contact-changed.short'] },
  'invitation code': { word: 'mã mời' },
  voucher: { word: 'biên lai' },
  statement: { word: 'sao kê' },
  profit: { word: 'lợi nhuận', except: ['products.loss', 'listing/sells-at-loss'] },
  fee: { word: 'phí' },
  network: { word: 'mạng' },
  'customer service': {
    word: 'chăm sóc khách hàng',
    except: ['mail.pay-password-changed.short', 'mail.pay-password-disabled.short', 'mail.login-changed.short'],
  },
  'distribution center': { word: 'nguồn hàng' },
  'in withdrawal': { word: 'đang rút' },
  contest: { word: 'phản đối' },
  appeal: { word: 'xem xét lại' },
  'card dispute': { word: 'tranh chấp' },
  shelf: { word: 'mở bán', forms: ['ngừng bán', 'đang bán', 'trạng thái bán', 'mở bán'] },
  'tracking number': { word: 'mã vận đơn' },
} satisfies Glossary
