import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'طلب',
    except: ['categories.empty.text', 'withdraw.next.legal-order', 'home.closing.reason.legal-order'],
  },
  shop: { word: 'متجر', forms: ['متاجر'] },
  product: {
    word: 'منتج',
    except: ['products.tabs'],
  },
  buyer: { word: 'مشتر' },
  'pick up': { word: 'تنفيذ', forms: ['نفّذ', 'نُفّذ', 'يُنفَّذ', 'تُنفَّذ'] },
  balance: { word: 'رصيد', except: ['recharge.paid'] },
  pending: { word: 'معلّق' },
  withdrawal: {
    word: 'سحب',
    forms: ['سحوبات'],
  },
  recharge: { word: 'إيداع', forms: ['تودع'] },
  refund: {
    word: 'استرداد',
    forms: ['يسترد', 'ردّ', 'رُدّ', 'الردّ', 'المسترد'],
    except: ['refunds.object.send'],
  },
  'payment password': {
    word: 'الرقم السري للدفع',
    forms: ['رقم سري جديد للدفع', 'الرقم السري الجديد للدفع', 'الرقم السري الحالي للدفع', 'رقمًا جديدًا'],
  },
  'login password': { word: 'كلمة مرور الدخول', forms: ['كلمة مرور دخول'], except: ['mail.contact-changed.short'] },
  'invitation code': { word: 'رمز الدعوة' },
  voucher: { word: 'إيصال' },
  statement: { word: 'كشف', except: ['payout/not-proved'] },
  profit: { word: 'ربح' },
  fee: { word: 'رسوم' },
  network: { word: 'شبكة' },
  'customer service': { word: 'خدمة العملاء' },
  'distribution center': { word: 'كتالوج الموردين' },
  'in withdrawal': { word: 'قيد السحب' },
  contest: { word: 'اعترض', forms: ['اعتراض'] },
  appeal: { word: 'تظلّم', forms: ['تظلم', 'التظلّم'] },
  'card dispute': { word: 'نزاع' },
  shelf: { word: 'معروض', forms: ['عرض', 'عُرض'] },
  'tracking number': { word: 'رقم التتبع' },
} satisfies Glossary
