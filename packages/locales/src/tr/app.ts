import type en from '../en/app.ts'

export default {
  'app.update': 'Güncelleme var',
  'app.update.now': 'Şimdi güncelle',
  'app.later': 'Sonra',
  'app.install': 'Quayside’ı yükle',
  'app.install.text': 'Ana ekrandan açılır, bağlantı olmadan da çalışır',
  'app.install.share': 'Tarayıcı menüsünde Paylaş’a, ardından “Ana Ekrana Ekle”ye dokunun',
  'app.as-of': 'Son güncelleme: {when}',
  'app.offline.act': 'Bağlantı gerekli',
  'app.skip': 'İçeriğe geç',
  'search.title': 'Ara',
  'search.field': 'Arayın veya bir işlem yazın',
  'search.text':
    'Sipariş, ürün, hareket, mesaj ve ekran arayın ya da yapmak istediğinizi yazın, örneğin “{first} 100” veya “{second}”. Bir şey olmadan önce siz onaylarsınız.',
  'search.acts': 'İşlemler',
  'search.screens': 'Ekranlar',
  'search.none': 'Sonuç bulunamadı',
  'app.pick': 'Burada görmek için listeden birini seçin',
  'app.pick.list': 'Listeden birini seçin',
} satisfies Record<keyof typeof en, string>
