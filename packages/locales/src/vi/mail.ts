import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Xin chào,',
  'mail.close': 'Trân trọng,\nĐội ngũ Quayside',
  'mail.pay-password-code.subject': 'Quayside: mã để đặt mật khẩu thanh toán mới',
  'mail.pay-password-code.text':
    '{code} là mã của bạn để đặt mật khẩu thanh toán mới. Mã có hiệu lực mười phút và chỉ dùng một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn chat. Nếu bạn không yêu cầu mã, có thể ai đó đang dùng tài khoản của bạn: đừng chuyển mã cho ai và hãy báo cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-code.short': 'Quayside: {code} là mã đặt lại mật khẩu thanh toán. Đừng chia sẻ.',
  'mail.pay-password-changed.subject': 'Quayside: mật khẩu thanh toán của bạn đã được đổi',
  'mail.pay-password-changed.text':
    'Mật khẩu thanh toán của bạn đã được đổi vào {at}. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-reset.text':
    'Vào {at}, một mật khẩu thanh toán mới đã được đặt bằng mật khẩu đăng nhập của bạn và một mã. Để bảo vệ tiền của bạn, không khoản rút nào được chi trước {until}. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: trước thời điểm đó, mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-changed.short': 'Quayside: mật khẩu thanh toán đã đổi. Không phải bạn? Hãy báo ngay.',
  'mail.pay-password-disabled.subject': 'Quayside: mật khẩu thanh toán của bạn đã bị vô hiệu hóa',
  'mail.pay-password-disabled.text':
    'Mật khẩu thanh toán của bạn đã bị vô hiệu hóa vào {at} sau nhiều lần thử sai. Để chuyển tiền trở lại, mở ứng dụng, chọn “Quên mật khẩu?” ở mật khẩu thanh toán và đặt mật khẩu mới.\n\nNếu không phải bạn thử, có thể ai đó đã đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu đăng nhập và báo cho bộ phận chăm sóc khách hàng.',
  'mail.pay-password-disabled.short': 'Quayside: mật khẩu thanh toán bị vô hiệu. Không phải bạn? Hãy báo.',
  'mail.operator-token.subject': 'Quayside: đặt mật khẩu nhân viên vận hành của bạn',
  'mail.operator-token.text':
    'Bạn được mời làm nhân viên vận hành của Quayside tại {url}: {name}.\n\nMã của bạn, dùng được một lần và đến {until}: {token}\n\nHãy dùng mã này để đặt mật khẩu riêng; không ai khác biết và không ai được hỏi bạn. Lần đăng nhập đầu tiên cần một ứng dụng xác thực. Nếu bạn không chờ thư này thì không cần làm gì.',
  'mail.operator-news.subject': 'Quayside: thay đổi trong nhân viên vận hành',
  'mail.operator-invitation.text':
    '{by} đã mời một nhân viên vận hành: {name}, {email}. Bộ phận: {desks}.\n\nMột chủ sở hữu khác phải xác nhận. Nếu không đúng, hãy thu hồi lời mời.',
  'mail.operator-admitted.text':
    'Một nhân viên vận hành mới đã đặt mật khẩu: {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy vô hiệu hóa ngay.',
  'mail.operator-readmitted.text':
    'Một nhân viên vận hành được nhận lại với mật khẩu khác: {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy vô hiệu hóa ngay.',
  'mail.operator-granted.text':
    '{by} đã giao bộ phận cho {name}, {email}. Bộ phận: {desks}.\n\nNếu không đúng, hãy thu hồi ngay.',
  'mail.operator-deactivated.text': '{by} đã vô hiệu hóa một nhân viên vận hành: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Đọc trong ứng dụng: {url}\n\nTrong mục “Cài đặt thông báo” của ứng dụng, bạn chọn những gì chúng tôi nhắn cho bạn.',
  'mail.contact-code.subject': 'Quayside: mã của bạn cho địa chỉ này',
  'mail.contact-code.text':
    '{code} là mã của bạn để xác minh địa chỉ này. Mã có hiệu lực mười phút và chỉ dùng một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn chat. Nếu bạn không yêu cầu mã thì không cần làm gì: không có mã thì không ai dùng được địa chỉ của bạn.',
  'mail.contact-code.short': 'Quayside: {code} là mã xác minh số này, 10 phút. Đừng chia sẻ.',
  'mail.contact-taken.text':
    'Quayside: có người muốn dùng số điện thoại hoặc email này cho tài khoản khác. Liên hệ này vẫn là của bạn. Nếu đó là bạn, hãy đăng nhập bằng liên hệ này.',
  'mail.contact-taken.short': 'Quayside: có người thử dùng liên hệ này. Không có gì thay đổi.',
  'mail.contact-changed.subject': 'Quayside: số điện thoại hoặc email của bạn đã được đổi',
  'mail.contact-changed.text':
    'Liên hệ {former} của tài khoản bạn đã được thay bằng {present} vào {at}. Để bảo vệ tiền của bạn, không khoản rút nào được chi trước {until}. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: trước lúc đó, hãy đăng nhập, đổi mật khẩu đăng nhập, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.contact-changed.short': 'Quayside: liên hệ đã đổi. Không phải bạn? Hãy đổi mật khẩu ngay.',
  'mail.login-code.subject': 'Quayside: mã để đặt mật khẩu đăng nhập mới',
  'mail.login-code.text':
    '{code} là mã của bạn để đặt mật khẩu đăng nhập mới. Mã có hiệu lực mười phút và chỉ dùng một lần.\n\nĐừng đưa mã cho ai: chúng tôi không bao giờ hỏi mã qua điện thoại hay tin nhắn chat. Nếu bạn không yêu cầu mã thì không cần làm gì: không có mã thì không ai đặt được mật khẩu mới.',
  'mail.login-code.short': 'Quayside: {code} là mã đặt lại mật khẩu đăng nhập. Đừng chia sẻ.',
  'mail.login-changed.subject': 'Quayside: mật khẩu đăng nhập của bạn đã được đổi',
  'mail.login-changed.text':
    'Mật khẩu đăng nhập của bạn đã được đổi vào {at}, và các thiết bị khác đã bị đăng xuất. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: chọn “Quên mật khẩu” khi đăng nhập, đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.login-changed.short': 'Quayside: mật khẩu đăng nhập đã đổi. Không phải bạn? Hãy báo ngay.',
  'mail.login-reset.text':
    'Vào {at}, mật khẩu đăng nhập mới đã được đặt bằng mã, và mọi thiết bị đã bị đăng xuất. Để bảo vệ tiền của bạn, không khoản rút nào được chi trước {until}; mật khẩu thanh toán giữ nguyên. Nếu đó là bạn thì không cần làm gì.\n\nNếu không phải bạn: trước lúc đó, chọn “Quên mật khẩu” khi đăng nhập, đặt mật khẩu mới, hủy các khoản rút không phải của bạn và báo ngay cho bộ phận chăm sóc khách hàng.',
  'mail.order-page': 'Trang đơn hàng của bạn',
  'mail.order-keep': 'Ai có liên kết này đều mở được trang đơn hàng của bạn. Đừng chia sẻ với người khác.',
  'mail.order-links.subject': 'Đơn hàng của bạn trên Quayside',
  'mail.order-links.text': 'Bạn đã yêu cầu các trang đơn hàng của mình. Nếu không phải bạn, hãy bỏ qua email này.',
} satisfies Record<keyof typeof en, string>
