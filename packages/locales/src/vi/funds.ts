import type en from '../en/funds.ts'

export default {
  'funds.title': 'Lịch sử tiền',
  'funds.tabs': 'Tài khoản',
  'funds.available': 'Số dư',
  'funds.pending': 'Đang chờ',
  'funds.held': 'Tạm giữ',
  'funds.empty': 'Chưa có gì di chuyển',
  'funds.empty.text': 'Mỗi xu vào hay ra sẽ hiện ở đây, kèm nguyên nhân.',
  'funds.after': 'Còn {amount}',
  'funds.number': 'Bản ghi {n}',
  'funds.order': 'Đơn {code}',
  'funds.event.order.paid': 'Người mua đã trả',
  'funds.event.order.paid-late': 'Khoản trả muộn',
  'funds.event.order.picked-up': 'Lấy hàng: chi phí nhập',
  'funds.event.order.shipped': 'Gửi hàng: đã trả nhà cung cấp',
  'funds.event.order.received': 'Đã nhận: tiền thu đang chờ',
  'funds.event.order.completed': 'Đã quyết toán',
  'funds.event.order.cancelled': 'Đã hủy',
  'funds.event.order.cost-returned': 'Hoàn chi phí nhập',
  'funds.event.buyer.refunded': 'Hoàn tiền người mua',
  'funds.chain': 'Dấu vân của bản ghi này và mọi bản ghi trước',
} satisfies Record<keyof typeof en, string>
