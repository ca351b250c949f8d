import type en from '../en/messages.ts'

export default {
  'messages.title': 'الرسائل',
  'messages.filter': 'أي الرسائل',
  'messages.unread': 'غير مقروءة',
  'messages.read-all': 'تعليم الكل كمقروء',
  'messages.mark-read': 'تعليم كمقروءة',
  'messages.empty': 'لا رسائل بعد',
  'messages.empty.text': 'نخبرك هنا بما يحدث في متجرك.',
  'messages.empty.unread': 'لقد قرأت كل شيء',
  'messages.unread-count':
    '{n, plural, zero {لا رسائل غير مقروءة} one {رسالة واحدة غير مقروءة} two {رسالتان غير مقروءتين} few {# رسائل غير مقروءة} many {# رسالة غير مقروءة} other {# رسالة غير مقروءة}}',
  'messages.type': 'الموضوع',
  'messages.type.orders': 'الطلبات',
  'messages.type.refunds': 'الاستردادات',
  'messages.type.money': 'المال',
  'messages.type.security': 'الأمان',
  'messages.type.shop': 'المتجر',
  'messages.type.support': 'خدمة العملاء',
  'messages.type.announcement': 'الإعلانات',
  'messages.sender': 'المرسل',
  'messages.sender.system': 'النظام',
  'messages.sender.support': 'خدمة العملاء',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'أُرسلت',
  'messages.about': 'ما تتعلق به',
  'messages.open': 'فتح',
  'messages.choose': 'الإشعارات',
  'messages.choose.text': 'كل رسالة تبقى في التطبيق. اختر ما يصلك غير ذلك.',
  'messages.email': 'البريد الإلكتروني',
  'messages.email.none': 'لا يُرسل بريد إلكتروني حاليًا.',
  'messages.push': 'إشعار فوري',
  'messages.push.text':
    'إشعارات على هذا الجهاز حتى والتطبيق مغلق. على الهاتف المقفل لا ترى إلا الموضوع والعدد: بلا أسماء وبلا مبالغ.',
  'messages.push.on': 'تشغيل على هذا الجهاز',
  'messages.push.off': 'إيقاف على هذا الجهاز',
  'messages.push.later': 'يمكنك تشغيلها بعد أن يدفع مشترٍ ثمن طلبك الأول.',
  'messages.push.denied': 'المتصفح يحظر إشعارات هذا التطبيق. اسمح بها في إعداداته.',
  'messages.push.unsupported': 'هذا المتصفح لا يعرض إشعارات. على iPhone أضف التطبيق أولًا إلى الشاشة الرئيسية.',
  'messages.push.none': 'لا تُرسل إشعارات حاليًا.',
  'messages.push.failed': 'تعذّر التشغيل. حاول لاحقًا من فضلك.',
  'messages.not-you': 'إن لم تكن أنت من فعل ذلك فاتصل بخدمة العملاء فورًا.',
  'messages.order.paid':
    '{n, plural, =1 {دُفع ثمن الطلب {code} وهو بانتظار الاستلام. تكسب {amount}.} zero {بانتظار الاستلام # طلب دُفع ثمنها. تكسب {amount}.} one {بانتظار الاستلام طلب واحد دُفع ثمنها. تكسب {amount}.} two {بانتظار الاستلام طلبين دُفع ثمنها. تكسب {amount}.} few {بانتظار الاستلام # طلبات دُفع ثمنها. تكسب {amount}.} many {بانتظار الاستلام # طلبًا دُفع ثمنها. تكسب {amount}.} other {بانتظار الاستلام # طلب دُفع ثمنها. تكسب {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {ينتهي الطلب {code} خلال أقل من 12 ساعة ما لم تستلمه.} zero {بقي أقل من 12 ساعة على انتهاء # طلب ما لم تستلمها.} one {بقي أقل من 12 ساعة على انتهاء طلب واحد ما لم تستلمها.} two {بقي أقل من 12 ساعة على انتهاء طلبين ما لم تستلمها.} few {بقي أقل من 12 ساعة على انتهاء # طلبات ما لم تستلمها.} many {بقي أقل من 12 ساعة على انتهاء # طلبًا ما لم تستلمها.} other {بقي أقل من 12 ساعة على انتهاء # طلب ما لم تستلمها.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {أُلغي الطلب {code}.} zero {تم إلغاء # طلب.} one {تم إلغاء طلب واحد.} two {تم إلغاء طلبين.} few {تم إلغاء # طلبات.} many {تم إلغاء # طلبًا.} other {تم إلغاء # طلب.}}',
  'messages.order.shipped':
    '{n, plural, =1 {تم شحن الطلب {code}.} zero {تم شحن # طلب.} one {تم شحن طلب واحد.} two {تم شحن طلبين.} few {تم شحن # طلبات.} many {تم شحن # طلبًا.} other {تم شحن # طلب.}}',
  'messages.order.received':
    '{n, plural, =1 {وصل الطلب {code}. المبلغ {amount} معلّق.} zero {تم وصول # طلب. المبلغ {amount} معلّق.} one {تم وصول طلب واحد. المبلغ {amount} معلّق.} two {تم وصول طلبين. المبلغ {amount} معلّق.} few {تم وصول # طلبات. المبلغ {amount} معلّق.} many {تم وصول # طلبًا. المبلغ {amount} معلّق.} other {تم وصول # طلب. المبلغ {amount} معلّق.}}',
  'messages.order.completed':
    '{n, plural, =1 {سُوّي الطلب {code}. المبلغ {amount} في رصيدك.} zero {تمت تسوية # طلب. المبلغ {amount} في رصيدك.} one {تمت تسوية طلب واحد. المبلغ {amount} في رصيدك.} two {تمت تسوية طلبين. المبلغ {amount} في رصيدك.} few {تمت تسوية # طلبات. المبلغ {amount} في رصيدك.} many {تمت تسوية # طلبًا. المبلغ {amount} في رصيدك.} other {تمت تسوية # طلب. المبلغ {amount} في رصيدك.}}',
  'messages.refund.requested': 'يطلب مشترٍ استرداد {amount}: الاسترداد {code}. إن لم ترد خلال 48 ساعة يُعدّ ذلك موافقة.',
  'messages.refund.due-soon': 'يُعدّ الاسترداد {code} مقبولًا خلال أقل من 12 ساعة. أجب قبل ذلك.',
  'messages.refund.withdrawn': 'تراجع المشتري عن الاسترداد {code}.',
  'messages.refund.approved': 'قُبل الاسترداد {code}: يعود {amount} إلى المشتري.',
  'messages.refund.declined': 'رُفض الاسترداد {code}. لا يسترد المشتري شيئًا.',
  'messages.deposit.credited':
    '{n, plural, =1 {الإيداع {code}: المبلغ {amount} في رصيدك.} zero {# إيداع: المبلغ {amount} في رصيدك.} one {إيداع واحد: المبلغ {amount} في رصيدك.} two {إيداعان: المبلغ {amount} في رصيدك.} few {# إيداعات: المبلغ {amount} في رصيدك.} many {# إيداعًا: المبلغ {amount} في رصيدك.} other {# إيداع: المبلغ {amount} في رصيدك.}}',
  'messages.deposit.set-aside': 'الإيداع {code} بمبلغ {amount} أقل من الحد الأدنى. نحفظه لك ونقيّده مع ما يليه.',
  'messages.deposit.rejected': 'لم يُقيَّد الإيداع {code}.',
  'messages.deposit.reversed': 'أُلغي الإيداع {code}: تراجعت الشبكة عن تحويل {amount}.',
  'messages.deposit.disputed':
    'الإيداع {code}: يطالب بنك البطاقة باسترداد {amount}. اطّلع على ما يمكنك إرساله وعلى الموعد الأخير.',
  'messages.deposit.dispute-won': 'الإيداع {code}: قرر البنك لصالحك، وعاد إليك {amount}.',
  'messages.deposit.charged-back': 'الإيداع {code}: أعاد البنك {amount} إلى صاحب البطاقة.',
  'messages.withdrawal.requested': 'طُلب السحب {code} بمبلغ {amount}. إن لم تكن أنت فألغه واتصل بخدمة العملاء فورًا.',
  'messages.withdrawal.approved': 'تمت الموافقة على السحب {code}. سيُدفع لك {amount}.',
  'messages.withdrawal.rejected': 'لم تتم الموافقة على السحب {code}. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.paid': 'دُفع السحب {code}: {amount}.',
  'messages.withdrawal.failed': 'تعذّر دفع السحب {code}. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.overdue':
    'تأخر السحب {code} بمبلغ {amount} عن الموعد الذي وعدنا به. الخطأ منا، ومالك محفوظ بأمان.',
  'messages.destination.added': 'حُفظت وجهة سحب جديدة تنتهي بـ {ending}.',
  'messages.payment-password.set': 'تم تعيين رمز دفع.',
  'messages.payment-password.changed': 'تم تغيير رمز الدفع.',
  'messages.payment-password.reset': 'تم تعيين رمز دفع جديد بكلمة مرور الدخول ورمز تحقق.',
  'messages.login-password.changed': 'تم تغيير كلمة مرور الدخول.',
  'messages.login-password.reset': 'عُيّنت كلمة مرور دخول جديدة برمز تحقق.',
  'messages.contact.changed': 'تم تغيير رقم هاتفك أو بريدك الإلكتروني.',
  'messages.login.new-device': 'تم الدخول إلى حسابك من جهاز جديد.',
  'messages.registration.verified': 'تم توثيق متجرك. يمكنك البيع والإيداع والسحب.',
  'messages.registration.more-information': 'نحتاج إلى معلومات إضافية منك لتوثيق متجرك.',
  'messages.shop.closed': 'أُغلق متجرك.',
  'messages.shop.opened': 'متجرك مفتوح من جديد.',
  'messages.listing.at-loss':
    '{n, plural, =1 {أُنزل {name} عن الرف: كان سيباع بخسارة.} zero {تم إنزال # منتج عن الرف لأن بيعها خاسر.} one {تم إنزال منتج واحد عن الرف لأن بيعها خاسر.} two {تم إنزال منتجين عن الرف لأن بيعها خاسر.} few {تم إنزال # منتجات عن الرف لأن بيعها خاسر.} many {تم إنزال # منتجًا عن الرف لأن بيعها خاسر.} other {تم إنزال # منتج عن الرف لأن بيعها خاسر.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {أُنزل {name} عن الرف: لم يعد المورّد يبيعه.} zero {تم إنزال # منتج عن الرف لأن المورّد لم يعد يبيعها.} one {تم إنزال منتج واحد عن الرف لأن المورّد لم يعد يبيعها.} two {تم إنزال منتجين عن الرف لأن المورّد لم يعد يبيعها.} few {تم إنزال # منتجات عن الرف لأن المورّد لم يعد يبيعها.} many {تم إنزال # منتجًا عن الرف لأن المورّد لم يعد يبيعها.} other {تم إنزال # منتج عن الرف لأن المورّد لم يعد يبيعها.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {غيّر المورّد سعر {name} أو مخزونه.} zero {غيّر المورّدون سعر # منتج أو مخزونها.} one {غيّر المورّدون سعر منتج واحد أو مخزونها.} two {غيّر المورّدون سعر منتجين أو مخزونها.} few {غيّر المورّدون سعر # منتجات أو مخزونها.} many {غيّر المورّدون سعر # منتجًا أو مخزونها.} other {غيّر المورّدون سعر # منتج أو مخزونها.}}',
  'messages.support.answered':
    '{n, plural, =1 {أجابتك خدمة العملاء.} zero {أرسلت إليك خدمة العملاء # إجابة.} one {أرسلت إليك خدمة العملاء إجابة واحدة.} two {أرسلت إليك خدمة العملاء إجابتين.} few {أرسلت إليك خدمة العملاء # إجابات.} many {أرسلت إليك خدمة العملاء # إجابة.} other {أرسلت إليك خدمة العملاء # إجابة.}}',
} satisfies Record<keyof typeof en, string>
