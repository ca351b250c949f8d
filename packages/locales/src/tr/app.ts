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
  'app.pick': 'Burada görmek için listeden birini seçin',
} satisfies Record<keyof typeof en, string>
