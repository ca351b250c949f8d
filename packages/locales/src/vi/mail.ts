import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: mã để đặt mật khẩu thanh toán mới',
  'mail.pay-password-code.text':
    '{code} là mã của bạn để đặt mật khẩu thanh toán mới. Mã có hiệu lực mười phút và chỉ dùng một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay trò chuyện. Nếu bạn không yêu cầu mã, có thể ai đó đang dùng tài khoản của bạn: đừng chuyển mã cho ai và hãy báo cho chăm sóc khách hàng.',
  'mail.pay-password-code.short':
    'Quayside: {code} là mã để đặt mật khẩu thanh toán mới, có hiệu lực mười phút. Đừng đưa cho ai.',
  'mail.pay-password-changed.subject': 'Quayside: mật khẩu thanh toán của bạn đã được đổi',
  'mail.pay-password-changed.text':
    'Mật khẩu thanh toán của bạn đã được đổi vào {at}. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho chăm sóc khách hàng.',
  'mail.pay-password-reset.text':
    'Vào {at}, một mật khẩu thanh toán mới đã được đặt bằng mật khẩu đăng nhập của bạn và một mã. Để bảo vệ tiền của bạn, không khoản rút nào được chi trước {until}. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: trước thời điểm đó, mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho chăm sóc khách hàng.',
  'mail.pay-password-changed.short':
    'Quayside: mật khẩu thanh toán của bạn đã được đổi vào {at}. Không phải bạn? Hãy đặt mật khẩu mới trong ứng dụng và báo ngay cho chăm sóc khách hàng.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Đọc trong ứng dụng: {url}\n\nTrong “Cài đặt thông báo” của ứng dụng, bạn chọn những gì chúng tôi viết cho bạn.',
} satisfies Record<keyof typeof en, string>
