import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Perbesar',
  'places.zoom-out': 'Perkecil',
  'places.map': 'Peta dunia',
  'places.map.how':
    'Geser untuk memindahkan, cubit untuk memperbesar. Tombol panah menggeser peta, plus dan minus mengubah ukurannya.',
  'places.source': 'Peta: Natural Earth. Berisi kota, bukan jalan. Nama kota: Unicode CLDR.',
  'places.title': 'Lokasi di peta',
  'places.text': 'Tidak wajib. Menunjukkan kepada pembeli dari kota mana Anda berjualan.',
  'places.address.hint': 'Tulis seperti yang akan dilihat pembeli dan kurir.',
  'places.search': 'Cari kota atau negara',
  'places.none': 'Tidak ada hasil. Coba namanya dengan huruf Latin atau cari negaranya.',
  'places.found': '{n, plural, other {# tempat ditemukan}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Gunakan lokasi saya',
  'places.locate.failed': 'Lokasi Anda tidak ditemukan. Cari kota atau geser petanya.',
  'places.no-point': 'Belum ada tempat yang dipilih',
  'places.near': 'Dipilih: dekat {place}',
  'places.far': 'Dipilih: tempat yang jauh dari kota mana pun',
  'places.remove': 'Hapus lokasi ini',
  'places.choose': 'Pilih di peta',
  'places.chosen': 'Sudah dipilih di peta. Ubah',
  'places.open': 'Lihat di peta',
  'places.unknown': 'Kota tidak ditemukan di peta',
  'places.unknown.text': 'Kota hanya ditampilkan bila namanya satu-satunya di negara itu.',
  'places.town-only': 'Hanya menampilkan kota, bukan alamat persisnya.',
} satisfies Record<keyof typeof en, string>
