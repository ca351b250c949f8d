import type en from '../en/account.ts'

export default {
  'account.title': 'Thông tin cá nhân',
  'account.text': 'Bạn đăng nhập bằng số điện thoại hoặc email. Mã và thông báo về tiền của bạn cũng được gửi đến đó.',
  'account.verify-email': 'Xác minh email',
  'account.verify-phone': 'Xác minh số điện thoại',
  'account.change-email': 'Đổi email',
  'account.change-phone': 'Đổi số điện thoại',
  'account.unverified': 'Chưa xác minh',
  'account.verified-on': 'Đã xác minh ngày {date}',
  'account.verify.text':
    'Chúng tôi gửi mã đến {where}. Khi bạn nhập mã ở đây, chúng tôi biết tin nhắn đến được với bạn.',
  'account.change.text':
    'Chúng tôi gửi mã đến liên hệ mới. Trước khi bạn nhập mã, liên hệ hiện tại vẫn giữ nguyên. Sau đó chúng tôi báo cho liên hệ cũ, và việc rút tiền tạm dừng một thời gian để bảo vệ tiền của bạn.',
  'account.new-email': 'Email mới',
  'account.new-phone': 'Số điện thoại mới',
  'account.confirm': 'Xác nhận',
  'account.changed': 'Đã đổi và xác minh',
  'account.trusted-from': 'Nhận được mã khi quên mật khẩu từ {time}.',
  'account.password': 'Đổi mật khẩu đăng nhập',
  'account.password.text': 'Chúng tôi sẽ nhắn cho bạn biết mật khẩu đã đổi. Mọi thiết bị khác sẽ bị đăng xuất.',
  'account.password.old': 'Mật khẩu đăng nhập hiện tại',
  'account.password.new': 'Mật khẩu đăng nhập mới',
  'account.password.again': 'Nhập lại',
  'account.password.stay': 'Vẫn đăng nhập ở đây',
  'account.password.changed': 'Đã đổi mật khẩu đăng nhập',
  'account.forgot.text':
    'Nhập số điện thoại hoặc email bạn dùng để đăng nhập. Chúng tôi gửi mã đến điện thoại hoặc email đã xác minh của tài khoản đó.',
  'account.forgot.sent': 'Nếu có tài khoản như vậy, mã đang được gửi đến. Mã có hiệu lực mười phút.',
  'account.forgot.rest':
    'Mọi thiết bị sẽ bị đăng xuất. Mật khẩu thanh toán giữ nguyên, và việc rút tiền tạm dừng một thời gian để bảo vệ tiền của bạn.',
  'account.forgot.set': 'Đặt mật khẩu đăng nhập',
  'account.devices': 'Thiết bị',
  'account.devices.text':
    'Bạn đang đăng nhập trên các thiết bị này. Hãy đăng xuất thiết bị lạ, rồi đổi mật khẩu đăng nhập.',
  'account.devices.here': 'Thiết bị này',
  'account.devices.unknown': 'Trình duyệt không xác định',
  'account.devices.name': '{browser} trên {system}',
  'account.devices.used': 'Dùng lần cuối: {ago}',
  'account.devices.since': 'Đăng nhập từ {date}',
  'account.devices.end': 'Đăng xuất ở đó',
  'account.devices.end.sure': 'Đăng xuất {device}?',
  'account.devices.ended': 'Đã đăng xuất ở đó',
  'account.devices.all': 'Đăng xuất mọi nơi',
  'account.devices.all.sure': 'Bạn có chắc muốn đăng xuất mọi nơi không?',
  'pay-password.resting':
    'Mật khẩu đăng nhập của bạn đã được đặt bằng mã. Để bảo vệ tiền của bạn, chỉ có thể đặt mật khẩu thanh toán bằng mã từ {time}.',
} satisfies Record<keyof typeof en, string>
