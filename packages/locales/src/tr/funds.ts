import type en from '../en/funds.ts'

export default {
  'funds.title': 'Para hareketleri',
  'funds.tabs': 'Hesap',
  'funds.available': 'Bakiye',
  'funds.pending': 'Beklemede',
  'funds.held': 'Tutulan',
  'funds.empty': 'Henüz hareket yok',
  'funds.empty.text': 'Gelen ve giden her kuruş, nedeniyle burada görünecek.',
  'funds.after': 'Sonra {amount}',
  'funds.number': 'Kayıt {n}',
  'funds.order': 'Sipariş {code}',
  'funds.event.order.paid': 'Alıcı ödedi',
  'funds.event.order.paid-late': 'Geç ödeme',
  'funds.event.order.picked-up': 'Alındı: alış maliyeti',
  'funds.event.order.shipped': 'Gönderildi: tedarikçi ödendi',
  'funds.event.order.received': 'Teslim alındı: kazanç beklemede',
  'funds.event.order.completed': 'Hesaplaşıldı',
  'funds.event.order.cancelled': 'İptal edildi',
  'funds.event.order.cost-returned': 'Alış maliyeti geri geldi',
  'funds.event.buyer.refunded': 'Alıcıya iade',
  'funds.chain': 'Bu ve önceki tüm kayıtların parmak izi',
} satisfies Record<keyof typeof en, string>
