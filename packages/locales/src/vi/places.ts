import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Phóng to',
  'places.zoom-out': 'Thu nhỏ',
  'places.map': 'Bản đồ thế giới',
  'places.map.how':
    'Kéo để di chuyển, chụm hai ngón để phóng to. Phím mũi tên di chuyển bản đồ, dấu cộng và trừ phóng to, thu nhỏ.',
  'places.source': 'Bản đồ: Natural Earth. Có thành phố, không có đường phố. Tên thành phố: Unicode CLDR.',
  'places.title': 'Vị trí trên bản đồ',
  'places.text': 'Không bắt buộc. Mục này cho người mua biết bạn bán từ thành phố nào.',
  'places.address.hint': 'Ghi như người mua và bên vận chuyển cần đọc. Nội dung giữ nguyên như bạn nhập.',
  'places.search': 'Tìm thành phố hoặc quốc gia',
  'places.none': 'Không có thành phố này. Hãy thử gõ tên bằng chữ Latinh hoặc tên quốc gia.',
  'places.found': '{n, plural, other {Tìm thấy # nơi}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Dùng vị trí của tôi',
  'places.locate.failed': 'Không lấy được vị trí của bạn. Hãy tìm thành phố hoặc di chuyển bản đồ.',
  'places.no-point': 'Chưa chọn nơi nào',
  'places.near': 'Đã chọn: gần {place}',
  'places.far': 'Đã chọn: một nơi xa mọi thành phố',
  'places.remove': 'Gỡ vị trí',
  'places.choose': 'Chọn trên bản đồ',
  'places.chosen': 'Đã chọn trên bản đồ. Thay đổi',
  'places.open': 'Xem trên bản đồ',
  'places.unknown': 'Bản đồ không có thành phố này',
  'places.unknown.text': 'Chỉ hiện một thành phố khi nó là nơi duy nhất mang tên đó trong nước.',
  'places.town-only': 'Đây là thành phố, không phải ngôi nhà.',
} satisfies Record<keyof typeof en, string>
