import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order and court order. The switch “Chưa thêm” stands beside products marked “Đã thêm” and has no
  // space for the word shop.
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
