import type en from '../en/messages.ts'

export default {
  'messages.title': 'Tin nhắn',
  'messages.filter': 'Tin nhắn nào',
  'messages.unread': 'Chưa đọc',
  'messages.read-all': 'Đánh dấu tất cả đã đọc',
  'messages.mark-read': 'Đánh dấu đã đọc',
  'messages.empty': 'Chưa có tin nhắn',
  'messages.empty.text': 'Những gì xảy ra trong cửa hàng được báo ở đây.',
  'messages.empty.unread': 'Bạn đã đọc hết',
  'messages.unread-count': '{n, plural, other {# tin nhắn chưa đọc}}',
  'messages.type': 'Về',
  'messages.type.orders': 'Đơn hàng',
  'messages.type.refunds': 'Hoàn tiền',
  'messages.type.money': 'Tiền',
  'messages.type.security': 'Bảo mật',
  'messages.type.shop': 'Cửa hàng',
  'messages.type.support': 'Chăm sóc khách hàng',
  'messages.type.announcement': 'Thông báo chung',
  'messages.sender': 'Từ',
  'messages.sender.system': 'Hệ thống',
  'messages.sender.support': 'Chăm sóc khách hàng',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Đã gửi',
  'messages.about': 'Liên quan đến',
  'messages.open': 'Mở',
  'messages.choose': 'Cài đặt thông báo',
  'messages.choose.text': 'Mọi tin nhắn đều có trong ứng dụng. Hãy chọn thêm cách nhận khác.',
  'messages.email': 'Email',
  'messages.email.none': 'Hiện không gửi email.',
  'messages.push': 'Thông báo đẩy',
  'messages.push.text':
    'Thông báo trên thiết bị này, kể cả khi đã đóng ứng dụng. Trên màn hình khóa chỉ thấy loại và số lượng: không có tên, không có số tiền.',
  'messages.push.on': 'Bật trên thiết bị này',
  'messages.push.off': 'Tắt trên thiết bị này',
  'messages.push.later': 'Bạn có thể bật khi người mua đã thanh toán đơn hàng đầu tiên của bạn.',
  'messages.push.denied': 'Trình duyệt đang chặn thông báo của ứng dụng này. Hãy cho phép trong cài đặt trình duyệt.',
  'messages.push.unsupported':
    'Trình duyệt này không hiển thị thông báo. Trên iPhone, trước tiên hãy thêm ứng dụng vào Màn hình chính.',
  'messages.push.none': 'Hiện không gửi thông báo.',
  'messages.push.failed': 'Không bật được. Vui lòng thử lại sau.',
  'messages.not-you': 'Nếu không phải bạn, hãy liên hệ ngay chăm sóc khách hàng.',
  'messages.order.paid':
    '{n, plural, =1 {Đơn hàng {code} đã thanh toán và chờ lấy hàng. Bạn thu được {amount}.} other {# đơn hàng đã thanh toán chờ lấy hàng. Bạn thu được {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Đơn hàng {code} sẽ kết thúc trong chưa đầy 12 giờ nếu bạn không lấy hàng.} other {# đơn hàng sẽ kết thúc trong chưa đầy 12 giờ nếu bạn không lấy hàng.}}',
  'messages.order.cancelled': '{n, plural, =1 {Đơn hàng {code} đã bị hủy.} other {# đơn hàng đã bị hủy.}}',
  'messages.order.shipped': '{n, plural, =1 {Đơn hàng {code} đã được gửi.} other {# đơn hàng đã được gửi.}}',
  'messages.order.received':
    '{n, plural, =1 {Đơn hàng {code} đã đến. {amount} đang chờ.} other {# đơn hàng đã đến. {amount} đang chờ.}}',
  'messages.order.completed':
    '{n, plural, =1 {Đơn hàng {code} đã quyết toán. {amount} đã vào số dư.} other {# đơn hàng đã quyết toán. {amount} đã vào số dư.}}',
  'messages.refund.requested':
    'Người mua yêu cầu hoàn {amount}: hoàn tiền {code}. Nếu bạn không trả lời trong 48 giờ thì được xem là đồng ý.',
  'messages.refund.due-soon': 'Hoàn tiền {code} sẽ được xem là đồng ý trong chưa đầy 12 giờ. Hãy trả lời trước đó.',
  'messages.refund.withdrawn': 'Người mua đã rút yêu cầu hoàn tiền {code}.',
  'messages.refund.approved': 'Hoàn tiền {code} được chấp thuận: {amount} trả lại người mua.',
  'messages.refund.declined': 'Hoàn tiền {code} bị từ chối. Người mua không được hoàn.',
  'messages.deposit.credited':
    '{n, plural, =1 {Nạp tiền {code}: {amount} đã vào số dư.} other {# lần nạp tiền: {amount} đã vào số dư.}}',
  'messages.deposit.set-aside':
    'Nạp tiền {code} với {amount} thấp hơn mức tối thiểu. Khoản này được giữ cho bạn và ghi có cùng lần sau.',
  'messages.deposit.rejected': 'Nạp tiền {code} không được ghi có.',
  'messages.deposit.reversed': 'Nạp tiền {code} đã bị hoàn lại: mạng đã hủy giao dịch chuyển {amount}.',
  'messages.deposit.disputed':
    'Nạp tiền {code}: ngân hàng của thẻ đòi lại {amount}. Xem bạn có thể gửi gì và hạn đến khi nào.',
  'messages.deposit.dispute-won': 'Nạp tiền {code}: ngân hàng đã quyết định có lợi cho bạn, {amount} lại là của bạn.',
  'messages.deposit.charged-back': 'Nạp tiền {code}: ngân hàng đã trả lại {amount} cho chủ thẻ.',
  'messages.withdrawal.requested':
    'Đã yêu cầu rút tiền {code} với {amount}. Nếu không phải bạn, hãy hủy và liên hệ ngay chăm sóc khách hàng.',
  'messages.withdrawal.approved': 'Rút tiền {code} đã được duyệt. {amount} sẽ được trả cho bạn.',
  'messages.withdrawal.rejected': 'Rút tiền {code} không được duyệt. {amount} đã trở lại số dư.',
  'messages.withdrawal.paid': 'Rút tiền {code} đã chi trả: {amount}.',
  'messages.withdrawal.failed': 'Rút tiền {code} không chi trả được. {amount} đã trở lại số dư.',
  'messages.withdrawal.overdue':
    'Rút tiền {code} với {amount} chậm hơn cam kết. Đó là lỗi của chúng tôi; tiền của bạn vẫn an toàn.',
  'messages.destination.added': 'Đã lưu nơi nhận tiền rút mới, kết thúc bằng {ending}.',
  'messages.payment-password.set': 'Đã đặt mật khẩu thanh toán.',
  'messages.payment-password.changed': 'Mật khẩu thanh toán của bạn đã được đổi.',
  'messages.payment-password.reset': 'Đã đặt mật khẩu thanh toán mới bằng mật khẩu đăng nhập và một mã.',
  'messages.login-password.changed': 'Mật khẩu đăng nhập của bạn đã được đổi.',
  'messages.login-password.reset': 'Mật khẩu đăng nhập mới đã được đặt bằng mã.',
  'messages.contact.changed': 'Số điện thoại hoặc email của bạn đã được đổi.',
  'messages.login.new-device': 'Có người đăng nhập vào tài khoản của bạn trên thiết bị mới.',
  'messages.registration.verified': 'Cửa hàng của bạn đã được xác minh. Bạn có thể bán hàng, nạp và rút tiền.',
  'messages.registration.more-information': 'Chúng tôi cần thêm thông tin để xác minh cửa hàng của bạn.',
  'messages.shop.closed': 'Cửa hàng của bạn đã bị đóng.',
  'messages.shop.opened': 'Cửa hàng của bạn đã mở lại.',
  'messages.listing.at-loss': '{n, plural, =1 {{name} đã rời kệ: bán sẽ lỗ.} other {# sản phẩm đã rời kệ: bán sẽ lỗ.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} đã rời kệ: nhà cung cấp không còn bán.} other {# sản phẩm đã rời kệ: nhà cung cấp không còn bán.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Nhà cung cấp đã đổi giá hoặc tồn kho của {name}.} other {Nhà cung cấp đã đổi giá hoặc tồn kho của # sản phẩm.}}',
  'messages.support.answered':
    '{n, plural, =1 {Chăm sóc khách hàng đã trả lời bạn.} other {Chăm sóc khách hàng đã gửi bạn # câu trả lời.}}',
} satisfies Record<keyof typeof en, string>
