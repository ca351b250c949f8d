import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Xin chào,',
  'mail.close': 'Trân trọng,\nĐội ngũ Quayside',
  'mail.pay-password-code.subject': 'Quayside: mã đặt lại mật khẩu thanh toán',
  'mail.pay-password-code.text':
    '{code} là mã đặt lại mật khẩu thanh toán của bạn. Mã có hiệu lực trong 10 phút và chỉ dùng được một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn. Nếu bạn không yêu cầu mã, có thể ai đó đang dùng tài khoản của bạn: đừng chuyển mã cho ai và hãy báo cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-code.short': 'Quayside: {code} là mã đặt lại mật khẩu thanh toán. Đừng chia sẻ.',
  'mail.pay-password-changed.subject': 'Quayside: mật khẩu thanh toán của bạn đã được đổi',
  'mail.pay-password-changed.text':
    'Mật khẩu thanh toán của bạn đã được đổi vào {at}. Nếu chính bạn đã đổi thì không cần làm gì thêm.\n\nNếu không phải bạn: mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-reset.text':
    'Mật khẩu thanh toán của bạn đã được đặt lại vào {at}. Để bảo vệ tiền của bạn, việc rút tiền tạm dừng đến {until}. Nếu chính bạn đã đặt lại thì không cần làm gì thêm.\n\nNếu không phải bạn: trước thời điểm đó, mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-changed.short': 'Quayside: mật khẩu thanh toán đã đổi. Không phải bạn? Hãy báo ngay.',
  'mail.pay-password-disabled.subject': 'Quayside: mật khẩu thanh toán của bạn đã bị vô hiệu hóa',
  'mail.pay-password-disabled.text':
    'Mật khẩu thanh toán của bạn đã bị vô hiệu hóa vào {at} sau nhiều lần thử sai. Để thanh toán hoặc rút tiền trở lại, hãy mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới.\n\nNếu không phải bạn thử, có thể ai đó đã đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu đăng nhập và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-disabled.short': 'Quayside: mật khẩu thanh toán bị vô hiệu. Không phải bạn? Hãy báo.',
  'mail.passkeys-changed.subject': 'Quayside: khóa truy cập của bạn đã thay đổi',
  'mail.passkey-added.text':
    'Một khóa truy cập đã được thêm vào tài khoản của bạn vào {at}: {name}. Khóa này có thể xác nhận thanh toán và rút tiền. Nếu chính bạn đã thêm thì không cần làm gì thêm.\n\nNếu không phải bạn: mở ứng dụng, xóa khóa đó trong “Khóa truy cập”, đổi mật khẩu đăng nhập và mật khẩu thanh toán, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.passkey-removed.text':
    'Một khóa truy cập đã bị xóa khỏi tài khoản của bạn vào {at}: {name}. Nếu chính bạn đã xóa thì không cần làm gì thêm.\n\nNếu không phải bạn: đổi mật khẩu đăng nhập và mật khẩu thanh toán, và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.passkeys-changed.short': 'Quayside: khóa truy cập đã thay đổi. Không phải bạn? Hãy báo ngay.',
  'mail.operator-token.subject': 'Quayside: đặt mật khẩu nhân viên vận hành của bạn',
  'mail.operator-token.text':
    'Bạn được mời làm nhân viên vận hành của Quayside tại {url}: {name}.\n\nMã của bạn, dùng được một lần và đến {until}: {token}\n\nHãy dùng mã này để đặt mật khẩu riêng; không ai khác biết mật khẩu của bạn và không ai được hỏi. Lần đăng nhập đầu tiên cần một ứng dụng xác thực. Nếu bạn không biết về lời mời này, hãy bỏ qua thư.',
  'mail.operator-news.subject': 'Quayside: tài khoản nhân viên vận hành đã thay đổi',
  'mail.operator-invitation.text':
    '{by} đã mời một nhân viên vận hành: {name}, {email}. Bộ phận: {desks}.\n\nMột chủ sở hữu khác phải xác nhận. Nếu không đúng, hãy thu hồi lời mời.',
  'mail.operator-admitted.text':
    'Một nhân viên vận hành mới đã đặt mật khẩu: {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy vô hiệu hóa ngay.',
  'mail.operator-readmitted.text':
    'Một nhân viên vận hành được cấp lại quyền truy cập với mật khẩu mới: {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy vô hiệu hóa ngay.',
  'mail.operator-granted.text':
    '{by} đã giao bộ phận cho {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy thu hồi ngay.',
  'mail.operator-deactivated.text': '{by} đã vô hiệu hóa một nhân viên vận hành: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Đọc trong ứng dụng: {url}\n\nĐể chọn email muốn nhận, hãy mở “Cài đặt thông báo” trong ứng dụng.',
  'mail.contact-code.subject': 'Quayside: mã xác minh của bạn',
  'mail.contact-code.text':
    '{code} là mã xác minh địa chỉ này. Mã có hiệu lực trong 10 phút và chỉ dùng được một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn. Nếu bạn không yêu cầu mã, hãy bỏ qua thư này: không có mã thì không ai dùng được địa chỉ của bạn.',
  'mail.contact-code.short': 'Quayside: {code} là mã xác minh số này, 10 phút. Đừng chia sẻ.',
  'mail.contact-taken.text':
    'Quayside: có người thử thêm số điện thoại hoặc email này vào tài khoản khác. Không có gì thay đổi. Nếu đó là bạn, hãy đăng nhập bằng số hoặc email này.',
  'mail.contact-taken.short': 'Quayside: có người thử dùng liên hệ này. Không có gì thay đổi.',
  'mail.contact-changed.subject': 'Quayside: số điện thoại hoặc email của bạn đã được đổi',
  'mail.contact-changed.text':
    'Liên hệ {former} của tài khoản bạn đã được thay bằng {present} vào {at}. Để bảo vệ tiền của bạn, việc rút tiền tạm dừng đến {until}. Nếu chính bạn đã đổi thì không cần làm gì thêm.\n\nNếu không phải bạn: trước thời điểm đó, hãy đăng nhập, đổi mật khẩu đăng nhập, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.contact-changed.short':
    'Quayside: số điện thoại hoặc email tài khoản đã đổi. Không phải bạn? Hãy đổi mật khẩu và liên hệ chăm sóc khách hàng.',
  'mail.login-code.subject': 'Quayside: mã đặt lại mật khẩu đăng nhập',
  'mail.login-code.text':
    '{code} là mã đặt lại mật khẩu đăng nhập của bạn. Mã có hiệu lực trong 10 phút và chỉ dùng được một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn. Nếu bạn không yêu cầu mã, hãy bỏ qua thư này: không có mã thì không ai đặt được mật khẩu mới.',
  'mail.login-code.short': 'Quayside: {code} là mã đặt lại mật khẩu đăng nhập. Đừng chia sẻ.',
  'mail.login-changed.subject': 'Quayside: mật khẩu đăng nhập của bạn đã được đổi',
  'mail.login-changed.text':
    'Mật khẩu đăng nhập của bạn đã được đổi vào {at}, và các thiết bị khác đã bị đăng xuất. Nếu chính bạn đã đổi thì không cần làm gì thêm.\n\nNếu không phải bạn: chọn “Quên mật khẩu” khi đăng nhập, đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.login-changed.short': 'Quayside: mật khẩu đăng nhập đã đổi. Không phải bạn? Hãy báo ngay.',
  'mail.login-reset.text':
    'Mật khẩu đăng nhập của bạn đã được đặt lại vào {at}, và mọi thiết bị đã bị đăng xuất. Để bảo vệ tiền của bạn, việc rút tiền tạm dừng đến {until}; mật khẩu thanh toán không thay đổi. Nếu chính bạn đã đặt lại thì không cần làm gì thêm.\n\nNếu không phải bạn: trước thời điểm đó, chọn “Quên mật khẩu” khi đăng nhập, đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.login-keys':
    'Các khóa API sau của cửa hàng vẫn hoạt động. Hãy thu hồi khóa bạn không nhận ra trong mục “API và webhook”:',
  'mail.order-page': 'Trang đơn hàng của bạn',
  'mail.order-keep': 'Ai có liên kết này đều mở được trang đơn hàng của bạn. Đừng chia sẻ với người khác.',
  'mail.order-links.subject': 'Đơn hàng của bạn trên Quayside',
  'mail.order-links.text':
    'Bạn đã yêu cầu liên kết đến các trang đơn hàng của mình. Nếu không phải bạn, hãy bỏ qua email này.',
  'mail.account-join.subject': 'Quayside: tạo tài khoản của bạn',
  'mail.account-join.text':
    'Bạn đã yêu cầu một tài khoản trên Quayside. Hãy chọn mật khẩu tại đây:\n{url}\n\nLiên kết dùng được một lần, đến {until}. Nếu không phải bạn, hãy bỏ qua email này: không có liên kết thì không tài khoản nào được tạo.',
  'mail.account-password.subject': 'Quayside: liên kết để đặt mật khẩu mới',
  'mail.account-password.text':
    'Bạn đã yêu cầu liên kết đến tài khoản của mình trên Quayside. Với liên kết này, bạn chọn mật khẩu mới:\n{url}\n\nLiên kết dùng được một lần, đến {until}. Nếu bạn nhớ mật khẩu, bạn có thể đăng nhập bằng mật khẩu đó. Nếu không phải bạn, hãy bỏ qua email này: không có liên kết thì không gì thay đổi.',
  'mail.account-changed.subject': 'Quayside: mật khẩu của bạn đã được đổi',
  'mail.account-changed.text':
    'Mật khẩu tài khoản của bạn đã được đổi vào {at}, và mọi thiết bị đã bị đăng xuất. Nếu chính bạn đã đổi thì không cần làm gì thêm.\n\nNếu không phải bạn, có người đọc được email của bạn: hãy đổi mật khẩu hộp thư trước, rồi chọn “Quên mật khẩu?” khi đăng nhập.',
  'mail.account-email.subject': 'Quayside: xác nhận địa chỉ email mới',
  'mail.account-email.text':
    'Bạn đã yêu cầu dùng địa chỉ này cho tài khoản Quayside. Xác nhận tại đây:\n{url}\n\nLiên kết dùng được một lần, đến {until}. Nếu không phải bạn, hãy bỏ qua email này: không có liên kết thì không gì thay đổi.',
  'mail.account-email-changed.subject': 'Quayside: địa chỉ email của tài khoản đã thay đổi',
  'mail.account-email-changed.text':
    'Vào {at}, tài khoản của bạn đã chuyển từ địa chỉ email này sang địa chỉ khác. Nếu là bạn, bạn không cần làm gì.\n\nNếu không phải bạn, có người biết mật khẩu của bạn: hãy viết ngay cho bộ phận chăm sóc khách hàng từ trang một đơn hàng của bạn.',
  'mail.report.subject': 'Quayside: báo cáo {code} của bạn',
  'mail.report-upheld.text': 'Cảm ơn bạn đã báo cáo “{name}” ({code}). Chúng tôi đã xem xét và xử lý.',
  'mail.report-dismissed.text':
    'Bạn đã báo cáo về “{name}” (mã số {code}). Chúng tôi đã kiểm tra và không thấy lý do để xử lý.',
} satisfies Record<keyof typeof en, string>
