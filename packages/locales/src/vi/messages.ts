import type en from '../en/messages.ts'

export default {
  'messages.title': 'Tin nhắn',
  'messages.filter': 'Lọc tin nhắn',
  'messages.unread': 'Chưa đọc',
  'messages.read-all': 'Đánh dấu tất cả đã đọc',
  'messages.empty': 'Chưa có tin nhắn',
  'messages.empty.text': 'Thông tin mới về cửa hàng của bạn sẽ hiện ở đây.',
  'messages.empty.unread': 'Bạn đã đọc hết',
  'messages.unread-count': '{n, plural, other {# tin nhắn chưa đọc}}',
  'messages.type.orders': 'Đơn hàng',
  'messages.type.buyers': 'Người mua',
  'messages.type.refunds': 'Hoàn tiền',
  'messages.type.money': 'Tài chính',
  'messages.type.security': 'Bảo mật',
  'messages.type.shop': 'Cửa hàng',
  'messages.type.support': 'Chăm sóc khách hàng',
  'messages.type.announcement': 'Thông báo',
  'messages.sender.system': 'Hệ thống',
  'messages.sender.support': 'Chăm sóc khách hàng',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Liên quan đến',
  'messages.open': 'Mở',
  'messages.choose': 'Cài đặt thông báo',
  'messages.email': 'Email',
  'messages.email.none': 'Hiện chưa có thông báo qua email.',
  'messages.push': 'Thông báo đẩy',
  'messages.push.text':
    'Nhận thông báo trên thiết bị này, kể cả khi đã đóng ứng dụng. Màn hình khóa chỉ hiện loại và số lượng, không hiện tên hay số tiền.',
  'messages.push.on': 'Bật',
  'messages.push.off': 'Tắt',
  'messages.push.later': 'Bạn có thể bật khi người mua đã thanh toán đơn hàng đầu tiên của bạn.',
  'messages.push.denied': 'Trình duyệt đang chặn thông báo. Hãy cho phép Quayside trong cài đặt trình duyệt.',
  'messages.push.unsupported':
    'Trình duyệt này không hỗ trợ thông báo. Trên iPhone, trước tiên hãy thêm ứng dụng vào Màn hình chính.',
  'messages.push.none': 'Hiện chưa có thông báo đẩy.',
  'messages.push.failed': 'Không bật được thông báo. Vui lòng thử lại sau.',
  'messages.not-you': 'Nếu không phải bạn, hãy liên hệ ngay bộ phận chăm sóc khách hàng.',
  'messages.order.paid':
    '{n, plural, =1 {Đơn hàng {code} đã thanh toán và chờ xử lý. Lợi nhuận của bạn: {amount}.} other {# đơn hàng đã thanh toán chờ xử lý. Lợi nhuận của bạn: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Đơn hàng {code} sẽ bị hủy trong chưa đầy 12 giờ nếu bạn không xử lý.} other {# đơn hàng sẽ bị hủy trong chưa đầy 12 giờ nếu bạn không xử lý.}}',
  'messages.order.cancelled': '{n, plural, =1 {Đơn hàng {code} đã bị hủy.} other {# đơn hàng đã bị hủy.}}',
  'messages.order.shipped': '{n, plural, =1 {Đơn hàng {code} đã được gửi đi.} other {# đơn hàng đã được gửi đi.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Việc gửi đơn hàng {code} đã được hủy. Đơn sẽ được gửi lại.} other {Việc gửi # đơn hàng đã được hủy. Các đơn sẽ được gửi lại.}}',
  'messages.order.received':
    '{n, plural, =1 {Đơn hàng {code} đã đến nơi. {amount} đang chờ.} other {# đơn hàng đã đến nơi. {amount} đang chờ.}}',
  'messages.order.completed':
    '{n, plural, =1 {Đơn hàng {code} đã quyết toán. {amount} đã vào số dư.} other {# đơn hàng đã quyết toán. {amount} đã vào số dư.}}',
  'messages.order.set-aside':
    'Đơn {code} đang được xem xét: người mua có chung thiết bị, thẻ, liên hệ hoặc địa chỉ với bạn. Tiền của bạn không bị ảnh hưởng. Đơn được tính vào số liệu và đánh giá sau khi được xác nhận.',
  'messages.order.cleared': 'Đơn {code} đã được xác nhận và được tính vào số liệu và đánh giá của bạn.',
  'messages.order.upheld':
    'Đơn {code} không được tính vào số liệu và đánh giá: chúng tôi cho rằng đây là đơn bạn tự mua. Tiền của bạn không bị ảnh hưởng. Nếu không đúng, hãy liên hệ bộ phận chăm sóc khách hàng.',
  'messages.order.disputed':
    'Đơn hàng {code}: có tranh chấp, ngân hàng phát hành thẻ đòi lại {amount}. Xem cần gửi bằng chứng gì và hạn đến khi nào.',
  'messages.order.dispute-won': 'Đơn hàng {code}: ngân hàng đã quyết định có lợi cho bạn, {amount} lại dùng được.',
  'messages.order.charged-back': 'Đơn hàng {code}: ngân hàng đã trả lại {amount} cho chủ thẻ.',
  'messages.order-talk.asked': 'Người mua của đơn hàng {code} đã nhắn tin cho bạn.',
  'messages.order-talk.taken':
    'Đơn hàng {code}: bộ phận chăm sóc khách hàng đã tiếp quản cuộc trò chuyện của bạn với người mua.',
  'messages.refund.requested':
    'Người mua yêu cầu hoàn tiền {amount} ({code}). Hãy trả lời trước {date}, nếu không yêu cầu sẽ tự động được chấp nhận.',
  'messages.refund.opened':
    'Chúng tôi mở đơn hoàn tiền {code}, {amount}, cho một đơn đã quyết toán. Hãy chấp nhận hoặc phản đối trước {date}; sau đó một người khác của Quayside sẽ quyết định.',
  'messages.refund.due-soon':
    'Đơn hoàn tiền {code} sẽ tự động được chấp nhận trong chưa đầy 12 giờ. Hãy trả lời trước đó.',
  'messages.refund.withdrawn': 'Người mua đã rút lại yêu cầu hoàn tiền {code}.',
  'messages.refund.approved': 'Đơn hoàn tiền {code} đã được duyệt: {amount} sẽ được trả lại cho người mua.',
  'messages.refund.borne': 'Hoàn tiền {code}: chúng tôi sẽ trả {amount} cho người mua, bạn không mất gì.',
  'messages.refund.declined': 'Đơn hoàn tiền {code} bị từ chối. Người mua sẽ không được hoàn tiền.',
  'messages.deposit.credited':
    '{n, plural, =1 {Lệnh nạp {code}: {amount} đã vào số dư.} other {# lệnh nạp: {amount} đã vào số dư.}}',
  'messages.deposit.set-aside':
    'Lệnh nạp {code} trị giá {amount} thấp hơn mức tối thiểu. Khoản này được giữ cho bạn và vào số dư cùng lần nạp sau.',
  'messages.deposit.rejected': 'Lệnh nạp {code} không được cộng vào số dư.',
  'messages.deposit.reversed': 'Lệnh nạp {code} đã bị hủy: mạng blockchain đã hủy giao dịch chuyển {amount}.',
  'messages.deposit.disputed':
    'Lệnh nạp {code}: có tranh chấp, ngân hàng phát hành thẻ đòi lại {amount}. Xem cần gửi bằng chứng gì và hạn đến khi nào.',
  'messages.deposit.dispute-won': 'Lệnh nạp {code}: ngân hàng đã quyết định có lợi cho bạn, {amount} lại dùng được.',
  'messages.deposit.charged-back': 'Lệnh nạp {code}: ngân hàng đã trả lại {amount} cho chủ thẻ.',
  'messages.withdrawal.requested':
    'Có yêu cầu rút tiền {code} với số tiền {amount}. Nếu không phải bạn, hãy hủy và liên hệ ngay bộ phận chăm sóc khách hàng.',
  'messages.withdrawal.approved': 'Lệnh rút {code} đã được duyệt. {amount} sẽ được chi trả cho bạn.',
  'messages.withdrawal.rejected': 'Lệnh rút {code} không được duyệt. {amount} đã trở lại số dư.',
  'messages.withdrawal.paid': 'Lệnh rút {code} đã chi trả: {amount}.',
  'messages.withdrawal.failed': 'Lệnh rút {code} không chi trả được. {amount} đã trở lại số dư.',
  'messages.withdrawal.returned': 'Ngân hàng đã trả lại lệnh rút {code} sau khi chi trả. {amount} đã trở lại số dư.',
  'messages.withdrawal.overdue':
    'Lệnh rút {code} với số tiền {amount} chậm hơn cam kết. Chúng tôi xin lỗi; tiền của bạn vẫn an toàn.',
  'messages.withdrawal.unsent':
    'Lệnh rút {code} đã được duyệt nhưng chúng tôi không chi trả đúng hạn. Chúng tôi xin lỗi. {amount} đã trở lại số dư của bạn.',
  'messages.withdrawal.escalated':
    'Lệnh rút {code} trị giá {amount} đã được gửi nhưng chưa có bằng chứng thanh toán. Chúng tôi đang kiểm tra. Tiền của bạn an toàn: tiền sẽ đến nơi hoặc được trả lại toàn bộ.',
  'messages.withdrawal.appeal-granted':
    'Lệnh rút {code}: yêu cầu xem xét lại được chấp nhận. Bạn lại có thể rút {amount}.',
  'messages.withdrawal.appeal-declined': 'Lệnh rút {code}: yêu cầu xem xét lại bị từ chối.',
  'messages.unidentified.assigned':
    'Chúng tôi đã xác định khoản chuyển {amount} là của bạn. Tiền đã vào số dư của bạn.',
  'messages.adjustment.goodwill': 'Chúng tôi đã cộng {amount} vào số dư của bạn. Mã số: {code}',
  'messages.adjustment.corrected': 'Chúng tôi đã sửa một bản ghi trước đó: trừ {amount}. Mã: {code}',
  'messages.adjustment.written-off': 'Chúng tôi đã xóa {amount} bạn còn nợ. Mã số: {code}',
  'messages.destination.added': 'Đã lưu tài khoản nhận tiền rút mới, kết thúc bằng {ending}.',
  'messages.payment-password.set': 'Đã đặt mật khẩu thanh toán.',
  'messages.payment-password.changed': 'Mật khẩu thanh toán của bạn đã được đổi.',
  'messages.payment-password.reset': 'Mật khẩu thanh toán của bạn đã được đặt lại.',
  'messages.payment-password.disabled':
    'Mật khẩu thanh toán của bạn đã bị vô hiệu hóa sau nhiều lần thử sai. Hãy đặt mật khẩu mới.',
  'messages.passkey.added': 'Đã thêm khóa truy cập: {name}. Có thể dùng khóa này để xác nhận thanh toán và rút tiền.',
  'messages.passkey.removed': 'Đã xóa khóa truy cập: {name}.',
  'messages.login-password.changed': 'Mật khẩu đăng nhập của bạn đã được đổi.',
  'messages.login-password.reset': 'Mật khẩu đăng nhập của bạn đã được đặt lại.',
  'messages.contact.changed': 'Số điện thoại hoặc email của bạn đã được đổi.',
  'messages.login.new-device': 'Tài khoản của bạn vừa được đăng nhập trên thiết bị mới.',
  'messages.registration.verified': 'Cửa hàng của bạn đã được xác minh. Bạn có thể bán hàng, nạp và rút tiền.',
  'messages.registration.more-information': 'Chúng tôi cần thêm thông tin để xác minh cửa hàng của bạn.',
  'messages.registration.rejected': 'Đăng ký của bạn bị từ chối. Bạn có thể xem lý do và yêu cầu xem xét lại.',
  'messages.registration.overdue':
    'Việc xét duyệt đăng ký của bạn trễ hơn cam kết. Chúng tôi xin lỗi. Bạn không cần làm gì.',
  'messages.shop.closed': 'Cửa hàng của bạn đã bị đóng.',
  'messages.shop.closing': 'Cửa hàng của bạn sắp đóng theo lịch. Xem ngày ở Trang chủ.',
  'messages.shop.opened': 'Cửa hàng của bạn đã mở cửa trở lại.',
  'messages.shop.restricted-sell':
    'Từ {date}, người mua không thể đặt đơn hàng mới trong cửa hàng của bạn. Bạn vẫn rút tiền được.',
  'messages.shop.restricted-pick-up': 'Từ {date}, bạn không thể xử lý đơn hàng. Bạn vẫn rút tiền được.',
  'messages.shop.restricted-list': 'Từ {date}, bạn không thể thêm sản phẩm hoặc mở bán. Bạn vẫn rút tiền được.',
  'messages.shop.restriction-lifted': 'Một hạn chế đối với cửa hàng của bạn đã được gỡ bỏ.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} đã ngừng bán vì bán sẽ lỗ.} other {# sản phẩm đã ngừng bán vì bán sẽ lỗ.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} đã ngừng bán: nhà cung cấp không còn bán.} other {# sản phẩm đã ngừng bán: nhà cung cấp không còn bán.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Nhà cung cấp đã đổi giá hoặc tồn kho của {name}.} other {Nhà cung cấp đã đổi giá hoặc tồn kho của # sản phẩm.}}',
  'messages.setting.changed':
    'Từ {date}, {name} đổi từ {before} thành {value}. Những gì đã bắt đầu trước đó giữ nguyên điều kiện.',
  'messages.setting.name.commission': 'hoa hồng',
  'messages.setting.name.withdrawal-fee.bank': 'phí rút về ngân hàng',
  'messages.setting.name.withdrawal-fee.chain': 'phí rút về địa chỉ blockchain',
  'messages.setting.name.card-hold': 'thời gian chờ trước khi rút được tiền nạp bằng thẻ',
  'messages.setting.name.order.pickup-window': 'thời hạn xử lý đơn hàng',
  'messages.setting.name.order.shipping-window': 'thời hạn chúng tôi gửi hàng',
  'messages.setting.name.order.protection-window': 'thời gian đến khi lợi nhuận của đơn đã nhận dùng được',
  'messages.setting.name.refund.answer-window': 'thời hạn trả lời yêu cầu hoàn tiền',
  'messages.setting.name.refund.decision-window': 'thời hạn chúng tôi quyết định hoàn tiền',
  'messages.privacy.copy-ready': 'Bản sao dữ liệu của bạn đã sẵn sàng để tải.',
  'messages.privacy.refused': 'Yêu cầu về dữ liệu của bạn đã bị từ chối.',
  'messages.support.answered':
    '{n, plural, =1 {Bộ phận chăm sóc khách hàng đã trả lời bạn.} other {Bộ phận chăm sóc khách hàng đã gửi bạn # phản hồi.}}',
  'messages.new': '{n, plural, other {# tin nhắn mới}}',
  'messages.all': 'Tất cả',
} satisfies Record<keyof typeof en, string>
