import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Perbesar',
  'places.zoom-out': 'Perkecil',
  'places.map': 'Peta dunia',
  'places.map.how':
    'Geser untuk memindahkan, cubit untuk memperbesar. Tombol panah menggeser peta, plus dan minus mengubah ukurannya.',
  'places.source': 'Peta: Natural Earth. Berisi kota, bukan jalan. Nama kota: Unicode CLDR.',
  'places.title': 'Lokasi di peta',
  'places.text': 'Ini tidak wajib. Pembeli jadi tahu dari kota mana Anda berjualan.',
  'places.address.hint': 'Seperti yang perlu dibaca pembeli dan kurir. Tersimpan persis seperti yang Anda ketik.',
  'places.search': 'Cari kota atau negara',
  'places.none': 'Kota tidak ditemukan. Coba namanya dengan huruf Latin atau nama negaranya.',
  'places.found': '{n, plural, other {# tempat ditemukan}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Gunakan posisi saya',
  'places.locate.failed': 'Posisi Anda tidak ditemukan. Cari kota atau geser petanya.',
  'places.no-point': 'Belum ada tempat yang dipilih',
  'places.near': 'Dipilih: dekat {place}',
  'places.far': 'Dipilih: tempat yang jauh dari kota mana pun',
  'places.remove': 'Hapus tempat ini',
  'places.choose': 'Pilih di peta',
  'places.chosen': 'Sudah dipilih di peta. Ubah',
  'places.open': 'Lihat di peta',
  'places.unknown': 'Peta tidak mengenal kota ini',
  'places.unknown.text': 'Kota hanya ditampilkan bila satu-satunya dengan nama itu di negaranya.',
  'places.town-only': 'Kotanya, bukan rumahnya.',
} satisfies Record<keyof typeof en, string>
