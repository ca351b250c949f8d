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
  'places.address.hint': 'Nhập đúng như người mua và hãng vận chuyển cần thấy.',
  'places.search': 'Tìm thành phố hoặc quốc gia',
  'places.none': 'Không có kết quả. Hãy thử tên bằng chữ Latinh hoặc tên quốc gia.',
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
  'places.unknown': 'Không tìm thấy thành phố trên bản đồ',
  'places.unknown.text': 'Chỉ hiện thành phố khi tên đó là duy nhất trong nước.',
  'places.town-only': 'Chỉ hiện thành phố, không hiện địa chỉ chính xác.',
} satisfies Record<keyof typeof en, string>
