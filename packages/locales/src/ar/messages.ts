import type en from '../en/messages.ts'

export default {
  'messages.title': 'الرسائل',
  'messages.filter': 'تصفية الرسائل',
  'messages.unread': 'غير مقروءة',
  'messages.read-all': 'تعليم الكل كمقروء',
  'messages.empty': 'لا رسائل بعد',
  'messages.empty.text': 'ستظهر هنا مستجدات متجرك.',
  'messages.empty.unread': 'لقد قرأت كل شيء',
  'messages.unread-count':
    '{n, plural, zero {لا رسائل غير مقروءة} one {رسالة واحدة غير مقروءة} two {رسالتان غير مقروءتين} few {# رسائل غير مقروءة} many {# رسالة غير مقروءة} other {# رسالة غير مقروءة}}',
  'messages.type.orders': 'الطلبات',
  'messages.type.buyers': 'المشترون',
  'messages.type.refunds': 'الاستردادات',
  'messages.type.money': 'الأموال',
  'messages.type.security': 'الأمان',
  'messages.type.shop': 'المتجر',
  'messages.type.support': 'خدمة العملاء',
  'messages.type.announcement': 'الإعلانات',
  'messages.sender.system': 'النظام',
  'messages.sender.support': 'خدمة العملاء',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'متعلقة بـ',
  'messages.open': 'فتح',
  'messages.choose': 'الإشعارات',
  'messages.email': 'البريد الإلكتروني',
  'messages.email.none': 'إشعارات البريد غير متاحة حاليًا.',
  'messages.push': 'الإشعارات الفورية',
  'messages.push.text':
    'إشعارات على هذا الجهاز حتى والتطبيق مغلق. يعرض الهاتف المقفل النوع والعدد فقط، بلا أسماء ولا مبالغ.',
  'messages.push.on': 'تشغيل',
  'messages.push.off': 'إيقاف',
  'messages.push.later': 'يمكنك تشغيلها بعد أن يدفع مشترٍ ثمن أول طلب في متجرك.',
  'messages.push.denied': 'يحظر المتصفح الإشعارات. اسمح بها لـ Quayside في إعداداته.',
  'messages.push.unsupported': 'هذا المتصفح لا يدعم الإشعارات. على iPhone أضف التطبيق أولًا إلى الشاشة الرئيسية.',
  'messages.push.none': 'الإشعارات الفورية غير متاحة حاليًا.',
  'messages.push.failed': 'تعذّر تشغيل الإشعارات. حاول مرة أخرى لاحقًا.',
  'messages.not-you': 'إن لم تكن أنت من فعل ذلك فتواصل مع خدمة العملاء فورًا.',
  'messages.order.paid':
    '{n, plural, =1 {دُفع ثمن الطلب {code} وهو بانتظار التنفيذ. ربحك {amount}.} zero {لا طلبات مدفوعة بانتظار التنفيذ. ربحك {amount}.} one {طلب مدفوع واحد بانتظار التنفيذ. ربحك {amount}.} two {طلبان مدفوعان بانتظار التنفيذ. ربحك {amount}.} few {# طلبات مدفوعة بانتظار التنفيذ. ربحك {amount}.} many {# طلبًا مدفوعًا بانتظار التنفيذ. ربحك {amount}.} other {# طلب مدفوع بانتظار التنفيذ. ربحك {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {سيُلغى الطلب {code} خلال أقل من 12 ساعة ما لم تنفّذه.} zero {لا طلبات ستُلغى خلال أقل من 12 ساعة بلا تنفيذ.} one {سيُلغى طلب واحد خلال أقل من 12 ساعة ما لم تنفّذه.} two {سيُلغى طلبان خلال أقل من 12 ساعة ما لم تنفّذهما.} few {ستُلغى # طلبات خلال أقل من 12 ساعة ما لم تنفّذها.} many {سيُلغى # طلبًا خلال أقل من 12 ساعة ما لم تنفّذها.} other {سيُلغى # طلب خلال أقل من 12 ساعة ما لم تنفّذها.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {أُلغي الطلب {code}.} zero {تم إلغاء # طلب.} one {تم إلغاء طلب واحد.} two {تم إلغاء طلبين.} few {تم إلغاء # طلبات.} many {تم إلغاء # طلبًا.} other {تم إلغاء # طلب.}}',
  'messages.order.shipped':
    '{n, plural, =1 {تم شحن الطلب {code}.} zero {تم شحن # طلب.} one {تم شحن طلب واحد.} two {تم شحن طلبين.} few {تم شحن # طلبات.} many {تم شحن # طلبًا.} other {تم شحن # طلب.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {أُلغي شحن الطلب {code}. سيُشحن من جديد.} zero {أُلغي شحن # طلب. سيُشحن من جديد.} one {أُلغي شحن طلب واحد. سيُشحن من جديد.} two {أُلغي شحن طلبين. سيُشحنان من جديد.} few {أُلغي شحن # طلبات. ستُشحن من جديد.} many {أُلغي شحن # طلبًا. ستُشحن من جديد.} other {أُلغي شحن # طلب. ستُشحن من جديد.}}',
  'messages.order.received':
    '{n, plural, =1 {وصل الطلب {code}. المبلغ {amount} معلّق.} zero {لم تصل طلبات. المبلغ {amount} معلّق.} one {وصل طلب واحد. المبلغ {amount} معلّق.} two {وصل طلبان. المبلغ {amount} معلّق.} few {وصلت # طلبات. المبلغ {amount} معلّق.} many {وصل # طلبًا. المبلغ {amount} معلّق.} other {وصل # طلب. المبلغ {amount} معلّق.}}',
  'messages.order.completed':
    '{n, plural, =1 {سُوّي الطلب {code}. المبلغ {amount} في رصيدك.} zero {تمت تسوية # طلب. المبلغ {amount} في رصيدك.} one {تمت تسوية طلب واحد. المبلغ {amount} في رصيدك.} two {تمت تسوية طلبين. المبلغ {amount} في رصيدك.} few {تمت تسوية # طلبات. المبلغ {amount} في رصيدك.} many {تمت تسوية # طلبًا. المبلغ {amount} في رصيدك.} other {تمت تسوية # طلب. المبلغ {amount} في رصيدك.}}',
  'messages.order.set-aside':
    'الطلب {code} قيد المراجعة: يشترك مشتريه معك في جهاز أو بطاقة أو وسيلة اتصال أو عنوان. لا تتأثر أموالك. يُحتسب الطلب في أرقامك وتقييمك بعد قبوله.',
  'messages.order.cleared': 'قُبل الطلب {code} بعد المراجعة، وهو محتسب الآن في أرقامك وتقييمك.',
  'messages.order.upheld':
    'لا يُحتسب الطلب {code} في أرقامك وتقييمك: نعدّه شراءً منك لنفسك. لا تتأثر أموالك. إن كان ذلك خطأ فتواصل مع خدمة العملاء.',
  'messages.order.disputed':
    'الطلب {code}: فُتح نزاع ويطالب بنك البطاقة باسترداد {amount}. اطّلع على ما يمكنك إرساله وعلى الموعد الأخير.',
  'messages.order.dispute-won': 'الطلب {code}: قرر البنك لصالحك، وأصبح {amount} متاحًا من جديد.',
  'messages.order.charged-back': 'الطلب {code}: أعاد البنك {amount} إلى صاحب البطاقة.',
  'messages.order-talk.asked': 'كتب إليك مشتري الطلب {code}.',
  'messages.order-talk.taken': 'الطلب {code}: تولّت خدمة العملاء محادثتك مع المشتري.',
  'messages.refund.requested': 'طلب مشترٍ استرداد {amount} ({code}). أجب قبل {date} وإلا قُبل الطلب تلقائيًا.',
  'messages.refund.opened':
    'فتحنا طلب الاسترداد {code} بمبلغ {amount} لطلب تمت تسويته. اقبله أو اعترض عليه قبل {date}، وبعد ذلك يقرر شخص آخر في Quayside.',
  'messages.refund.due-soon': 'سيُقبل الاسترداد {code} تلقائيًا خلال أقل من 12 ساعة. أجب قبل ذلك.',
  'messages.refund.withdrawn': 'سحب المشتري طلب الاسترداد {code}.',
  'messages.refund.approved': 'قُبل الاسترداد {code}: سيُردّ {amount} إلى المشتري.',
  'messages.refund.borne': 'الاسترداد {code}: سنعيد {amount} إلى المشتري دون أي تكلفة عليك.',
  'messages.refund.declined': 'رُفض طلب الاسترداد {code}. لا يُردّ أي مبلغ إلى المشتري.',
  'messages.deposit.credited':
    '{n, plural, =1 {الإيداع {code}: المبلغ {amount} في رصيدك.} zero {# إيداع: المبلغ {amount} في رصيدك.} one {إيداع واحد: المبلغ {amount} في رصيدك.} two {إيداعان: المبلغ {amount} في رصيدك.} few {# إيداعات: المبلغ {amount} في رصيدك.} many {# إيداعًا: المبلغ {amount} في رصيدك.} other {# إيداع: المبلغ {amount} في رصيدك.}}',
  'messages.deposit.set-aside':
    'الإيداع {code} بمبلغ {amount} أقل من الحد الأدنى. نحفظه ونضيفه إلى رصيدك مع الإيداع التالي.',
  'messages.deposit.rejected': 'رُفض الإيداع {code}.',
  'messages.deposit.reversed': 'أُلغي الإيداع {code}: تراجعت شبكة البلوكتشين عن تحويل {amount}.',
  'messages.deposit.disputed':
    'الإيداع {code}: فُتح نزاع ويطالب بنك البطاقة باسترداد {amount}. اطّلع على ما يمكنك إرساله وعلى الموعد الأخير.',
  'messages.deposit.dispute-won': 'الإيداع {code}: قرر البنك لصالحك، وأصبح {amount} متاحًا من جديد.',
  'messages.deposit.charged-back': 'الإيداع {code}: أعاد البنك {amount} إلى صاحب البطاقة.',
  'messages.withdrawal.requested':
    'طُلب السحب {code} بمبلغ {amount}. إن لم تكن أنت من طلبه فألغِه وتواصل مع خدمة العملاء فورًا.',
  'messages.withdrawal.approved': 'اعتُمد السحب {code}. سيُدفع لك {amount}.',
  'messages.withdrawal.rejected': 'رُفض السحب {code}. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.paid': 'دُفع السحب {code}: {amount}.',
  'messages.withdrawal.failed': 'تعذّر دفع السحب {code}. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.returned': 'أعاد البنك السحب {code} بعد دفعه. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.overdue':
    'تأخر السحب {code} بمبلغ {amount} عن الموعد الذي وعدنا به. نعتذر عن ذلك. أموالك بأمان.',
  'messages.withdrawal.unsent':
    'تمت الموافقة على السحب {code} ولم ندفعه في الوقت المحدد. نعتذر عن ذلك. عاد {amount} إلى رصيدك.',
  'messages.withdrawal.escalated':
    'أُرسل السحب {code} بمبلغ {amount} ولم يصلنا إثبات الدفع بعد. نتحقق من الأمر. أموالك محفوظة: إما أن تصل أو تعود كاملة.',
  'messages.withdrawal.appeal-granted': 'السحب {code}: قُبل تظلّمك. يمكنك سحب {amount} مجددًا.',
  'messages.withdrawal.appeal-declined': 'السحب {code}: رُفض تظلّمك.',
  'messages.unidentified.assigned': 'تبيّن لنا أن تحويلًا بمبلغ {amount} يخصك. أُضيف المبلغ إلى رصيدك.',
  'messages.adjustment.goodwill': 'أضفنا {amount} إلى رصيدك. الرقم: {code}',
  'messages.adjustment.corrected': 'صحّحنا قيدًا سابقًا: خُصم {amount}. الرقم: {code}',
  'messages.adjustment.written-off': 'ألغينا {amount} من دينك. الرقم: {code}',
  'messages.destination.added': 'حُفظت وجهة سحب جديدة تنتهي بـ {ending}.',
  'messages.payment-password.set': 'تم تعيين الرقم السري للدفع.',
  'messages.payment-password.changed': 'تم تغيير الرقم السري للدفع.',
  'messages.payment-password.reset': 'أُعيد تعيين الرقم السري للدفع.',
  'messages.payment-password.disabled': 'عُطّل الرقم السري للدفع بعد محاولات خاطئة كثيرة. عيّن رقمًا جديدًا.',
  'messages.passkey.added': 'أُضيف مفتاح مرور: {name}. يمكنه تأكيد المدفوعات والسحوبات.',
  'messages.passkey.removed': 'أُزيل مفتاح مرور: {name}.',
  'messages.login-password.changed': 'تم تغيير كلمة مرور الدخول.',
  'messages.login-password.reset': 'أُعيد تعيين كلمة مرور الدخول.',
  'messages.contact.changed': 'تم تغيير رقم هاتفك أو بريدك الإلكتروني.',
  'messages.login.new-device': 'تم الدخول إلى حسابك من جهاز جديد.',
  'messages.registration.verified': 'تم توثيق متجرك. يمكنك البيع والإيداع والسحب.',
  'messages.registration.more-information': 'نحتاج إلى معلومات إضافية منك لتوثيق متجرك.',
  'messages.registration.rejected': 'رُفض تسجيلك. يمكنك الاطلاع على السبب وتقديم تظلّم.',
  'messages.registration.overdue': 'تأخرت مراجعة تسجيلك عن موعدها، ونعتذر عن ذلك. لا يلزمك فعل شيء.',
  'messages.shop.closed': 'أُغلق متجرك.',
  'messages.shop.closing': 'من المقرر إغلاق متجرك. تجد الموعد في الصفحة الرئيسية.',
  'messages.shop.opened': 'متجرك مفتوح من جديد.',
  'messages.shop.restricted-sell': 'ابتداءً من {date} لا يستطيع المشترون تقديم طلبات جديدة في متجرك. يبقى السحب متاحًا.',
  'messages.shop.restricted-pick-up': 'ابتداءً من {date} لا يمكنك تنفيذ الطلبات. يبقى السحب متاحًا.',
  'messages.shop.restricted-list': 'ابتداءً من {date} لا يمكنك إضافة منتجات أو عرضها. يبقى السحب متاحًا.',
  'messages.shop.restriction-lifted': 'رُفع قيد عن متجرك.',
  'messages.listing.at-loss':
    '{n, plural, =1 {أُوقف عرض {name}: كان سيباع بخسارة.} zero {لم يُوقف عرض أي منتج.} one {أُوقف عرض منتج واحد: كان سيباع بخسارة.} two {أُوقف عرض منتجين: كانا سيباعان بخسارة.} few {أُوقف عرض # منتجات: كانت ستباع بخسارة.} many {أُوقف عرض # منتجًا: كانت ستباع بخسارة.} other {أُوقف عرض # منتج: كانت ستباع بخسارة.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {أُوقف عرض {name}: لم يعد المورّد يبيعه.} zero {لم يُوقف عرض أي منتج.} one {أُوقف عرض منتج واحد: لم يعد مورّده يبيعه.} two {أُوقف عرض منتجين: لم يعد المورّدون يبيعونهما.} few {أُوقف عرض # منتجات: لم يعد المورّدون يبيعونها.} many {أُوقف عرض # منتجًا: لم يعد المورّدون يبيعونها.} other {أُوقف عرض # منتج: لم يعد المورّدون يبيعونها.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {غيّر المورّد سعر {name} أو مخزونه.} zero {لم يغيّر المورّدون سعر أي منتج أو مخزونه.} one {غيّر المورّد سعر منتج واحد أو مخزونه.} two {غيّر المورّدون سعر منتجين أو مخزونهما.} few {غيّر المورّدون سعر # منتجات أو مخزونها.} many {غيّر المورّدون سعر # منتجًا أو مخزونها.} other {غيّر المورّدون سعر # منتج أو مخزونها.}}',
  'messages.setting.changed': 'اعتبارًا من {date} تتغير {name} من {before} إلى {value}. ما بدأ قبل ذلك يبقى على شروطه.',
  'messages.setting.name.commission': 'العمولة',
  'messages.setting.name.withdrawal-fee.bank': 'رسوم السحب إلى بنك',
  'messages.setting.name.withdrawal-fee.chain': 'رسوم السحب إلى عنوان بلوكتشين',
  'messages.setting.name.card-hold': 'مدة الانتظار قبل سحب إيداع بالبطاقة',
  'messages.setting.name.order.pickup-window': 'مهلة تنفيذ الطلب',
  'messages.setting.name.order.shipping-window': 'مهلة شحننا للطلب',
  'messages.setting.name.order.protection-window': 'المدة حتى يُتاح ربح طلب مستلم',
  'messages.setting.name.refund.answer-window': 'مهلة الرد على طلب الاسترداد',
  'messages.setting.name.refund.decision-window': 'مهلة بتّنا في الاسترداد',
  'messages.privacy.copy-ready': 'نسخة بياناتك جاهزة للتنزيل.',
  'messages.privacy.refused': 'رُفض طلبك بشأن بياناتك.',
  'messages.support.answered':
    '{n, plural, =1 {ردّت عليك خدمة العملاء.} zero {لا ردود من خدمة العملاء.} one {أرسلت إليك خدمة العملاء ردًّا واحدًا.} two {أرسلت إليك خدمة العملاء ردّين.} few {أرسلت إليك خدمة العملاء # ردود.} many {أرسلت إليك خدمة العملاء # ردًّا.} other {أرسلت إليك خدمة العملاء # رد.}}',
  'messages.new':
    '{n, plural, zero {لا رسائل جديدة} one {رسالة جديدة واحدة} two {رسالتان جديدتان} few {# رسائل جديدة} many {# رسالة جديدة} other {# رسالة جديدة}}',
  'messages.all': 'الكل',
} satisfies Record<keyof typeof en, string>
