import type en from '../en/entry.ts'

export default {
  'entry.title': 'Cửa hàng của bạn, ngay trên điện thoại',
  'entry.text': 'Thêm sản phẩm từ nguồn hàng, xử lý các đơn đã thanh toán và theo dõi từng xu.',
  'entry.code': 'Mã mời',
  'entry.code.hint': 'Hiện chỉ hỗ trợ lời mời nội bộ.',
  'register.need.invitation': 'Vui lòng nhập mã mời',
  'entry.check': 'Dùng mã này',
  'entry.have-account': 'Đã đăng ký? Đăng nhập',
  'entry.promise': 'Bán hàng không cần nạp tiền trước.',
  'login.title': 'Đăng nhập',
  'login.name': 'Số điện thoại hoặc email',
  'login.password': 'Mật khẩu đăng nhập',
  'login.submit': 'Đăng nhập',
  'login.no-account': 'Chưa có tài khoản? Đăng ký',
  'login.forgot': 'Quên mật khẩu',
  'login.show': 'Hiện mật khẩu',
  'login.hide': 'Ẩn mật khẩu',
} satisfies Record<keyof typeof en, string>
