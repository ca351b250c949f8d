import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Yakınlaştır',
  'places.zoom-out': 'Uzaklaştır',
  'places.map': 'Dünya haritası',
  'places.map.how':
    'Taşımak için sürükleyin, iki parmakla yakınlaştırın. Ok tuşları haritayı taşır, artı ve eksi yakınlaştırır.',
  'places.source': 'Harita: Natural Earth. Şehirleri gösterir, sokakları göstermez. Şehir adları: Unicode CLDR.',
  'places.title': 'Haritadaki yer',
  'places.text': 'İsteğe bağlı. Alıcılara hangi şehirden sattığınızı gösterir.',
  'places.address.hint': 'Alıcıların ve kargonun göreceği şekilde girin.',
  'places.search': 'Şehir veya ülke ara',
  'places.none': 'Sonuç yok. Adını Latin harfleriyle ya da ülkesini yazmayı deneyin.',
  'places.found': '{n, plural, one {# yer bulundu} other {# yer bulundu}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Konumumu kullan',
  'places.locate.failed': 'Konumunuz alınamadı. Bunun yerine şehir arayın veya haritayı kaydırın.',
  'places.no-point': 'Yer seçilmedi',
  'places.near': 'Seçilen: {place} yakını',
  'places.far': 'Seçilen: her şehre uzak',
  'places.remove': 'Yeri kaldır',
  'places.choose': 'Haritada seç',
  'places.chosen': 'Haritada seçildi. Değiştir',
  'places.open': 'Haritada göster',
  'places.unknown': 'Şehir haritada bulunamadı',
  'places.unknown.text': 'Bir şehir ancak adı o ülkede tekse gösterilir.',
  'places.town-only': 'Yalnızca şehri gösterir, tam adresi göstermez.',
} satisfies Record<keyof typeof en, string>
