import type en from '../en/app.ts'

export default {
  'app.update': 'Đã có phiên bản mới',
  'app.update.now': 'Cập nhật ngay',
  'app.later': 'Để sau',
  'app.install': 'Cài đặt Quayside',
  'app.install.text': 'Mở từ màn hình chính, cả khi không có mạng',
  'app.install.share': 'Trong menu trình duyệt, chạm Chia sẻ rồi chọn “Thêm vào MH chính”',
  'app.as-of': 'Cập nhật: {when}',
  'app.offline.act': 'Cần có kết nối',
  'app.skip': 'Đến phần nội dung',
  'search.title': 'Tìm kiếm',
  'search.field': 'Tìm kiếm hoặc nhập thao tác',
  'search.text':
    'Tìm đơn hàng, sản phẩm, biến động, tin nhắn và màn hình, hoặc nhập việc bạn muốn làm, như “{first} 100” hoặc “{second}”. Bạn xác nhận trước khi thực hiện.',
  'search.acts': 'Thao tác',
  'search.screens': 'Màn hình',
  'search.none': 'Không tìm thấy kết quả',
  'app.pick': 'Chọn một mục trong danh sách để xem tại đây',
  'app.pick.list': 'Chọn một mục trong danh sách',
} satisfies Record<keyof typeof en, string>
