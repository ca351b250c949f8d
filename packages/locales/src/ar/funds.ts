import type en from '../en/funds.ts'

export default {
  'funds.title': 'سجل الأموال',
  'funds.tabs': 'الحساب',
  'funds.available': 'الرصيد',
  'funds.pending': 'معلّق',
  'funds.held': 'محجوز',
  'funds.empty': 'لم يتحرك شيء بعد',
  'funds.empty.text': 'كل سنت يدخل أو يخرج سيظهر هنا مع سببه.',
  'funds.after': 'ثم {amount}',
  'funds.number': 'قيد {n}',
  'funds.order': 'الطلب {code}',
  'funds.event.order.paid': 'دفع المشتري',
  'funds.event.order.paid-late': 'دفعة متأخرة',
  'funds.event.order.picked-up': 'الاستلام: تكلفة الشراء',
  'funds.event.order.shipped': 'الشحن: دُفع للمورّد',
  'funds.event.order.received': 'التسلّم: كسب معلّق',
  'funds.event.order.completed': 'سُوّي',
  'funds.event.order.cancelled': 'ملغى',
  'funds.event.order.cost-returned': 'عادت تكلفة الشراء',
  'funds.event.buyer.refunded': 'استرد المشتري ماله',
  'funds.chain': 'بصمة هذا القيد وكل ما قبله',
} satisfies Record<keyof typeof en, string>
