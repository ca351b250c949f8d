import type { Glossary } from './terms.ts'

export default {
  // Sorting and a court’s order are no orders; the switch “Chưa thêm” stands beside goods marked “Đã thêm” and has no room for the shop.
  order: {
    word: 'đơn hàng',
    forms: ['đơn'],
    except: ['categories.empty.text', 'dist.sort', 'withdraw.next.legal-order'],
  },
  shop: { word: 'cửa hàng', except: ['dist.not-added'] },
  product: { word: 'sản phẩm' },
  buyer: { word: 'người mua' },
  'pick up': { word: 'xử lý' },
  balance: { word: 'số dư' },
  pending: { word: 'đang chờ' },
  withdrawal: { word: 'rút tiền', forms: ['rút'] },
  recharge: { word: 'nạp tiền', forms: ['nạp'] },
  refund: { word: 'hoàn tiền' },
  'payment password': { word: 'mật khẩu thanh toán' },
  'login password': { word: 'mật khẩu đăng nhập' },
  'invitation code': { word: 'mã mời' },
  voucher: { word: 'biên lai' },
  statement: { word: 'sao kê' },
  profit: { word: 'lợi nhuận' },
  fee: { word: 'phí' },
  network: { word: 'mạng' },
  'customer service': { word: 'chăm sóc khách hàng' },
  'distribution center': { word: 'trung tâm phân phối' },
  shelf: { word: 'kệ' },
  'tracking number': { word: 'mã vận đơn' },
} satisfies Glossary
