/**
 * The storefront urges nobody: no text of any language counts down, tells what others do, shames a refusal or compares
 * with a price that was struck out. Each list is proved on sentences of its language.
 */
import { languages, type Language } from '@quayside/contract'
import { describe, expect, test } from 'vitest'
import { readLanguage } from './registry.ts'

/**
 * `hurry`: the offer ends. `crowd`: others look or buy, or little is left. `shame`: the way out is made small. `struck`:
 * a price that nobody asks. `says`: one sentence for each, in this order.
 */
type Words = { hurry: RegExp; crowd: RegExp; shame: RegExp; struck: RegExp; says: readonly string[] }

const words: Record<Language, Words> = {
  en: {
    hurry: /\bhurry|last chance|\bonly today|today only|limited time|don’t miss|ends? (?:soon|in|today)|expires in/iu,
    crowd:
      /people (?:are )?(?:look|view|watch|buy|bought)|selling fast|almost gone|in high demand|\bonly \S+ left|best.?seller/iu,
    shame: /no,? thanks|i don’t (?:want|like|need)|i’d rather pay/iu,
    struck: /\binstead of\b|reduced from|regular price|% off|you save/iu,
    says: [
      'Hurry, this offer ends soon!',
      '3 people are looking at this',
      'No thanks, I don’t like saving',
      '$9 instead of $19',
    ],
  },
  'zh-Hans': {
    hurry: /抢购|最后机会|仅限今日|限时|即将结束|倒计时|赶快|错过/u,
    crowd: /人正在(?:看|浏览|购买)|热卖|即将售罄|仅剩|爆款/u,
    shame: /不用了|我不想(?:省|要)|宁愿/u,
    struck: /原价|立省|折扣价|打折/u,
    says: ['限时抢购，即将结束！', '3 人正在浏览', '不用了，我不想省钱', '原价 ¥99'],
  },
  'zh-Hant': {
    hurry: /搶購|最後機會|僅限今日|限時|即將結束|倒數|趕快|錯過/u,
    crowd: /人正在(?:看|瀏覽|購買)|熱賣|即將售完|僅剩|爆款/u,
    shame: /不用了|我不想(?:省|要)|寧願/u,
    struck: /原價|立省|折扣價|打折/u,
    says: ['限時搶購，即將結束！', '3 人正在瀏覽', '不用了，我不想省錢', '原價 $99'],
  },
  pt: {
    hurry: /corra|última chance|só hoje|tempo limitado|não perca|termina em|acaba (?:em|logo)|aproveite/iu,
    crowd: /pessoas (?:estão )?(?:vendo|olhando|compra)|esgotando|últimas unidades|só restam?|mais vendido/iu,
    shame: /não,? obrigad|não quero|prefiro pagar/iu,
    struck: /em vez de|preço normal|% de desconto|você economiza|\bde R?\$.*por R?\$/iu,
    says: ['Corra, só hoje!', '3 pessoas estão vendo', 'Não, obrigado, não quero economizar', '$9 em vez de $19'],
  },
  tr: {
    hurry: /acele|son şans|yalnızca bugün|sadece bugün|sınırlı süre|kaçırmayın|bitiyor|sona eriyor/iu,
    crowd:
      /kişi (?:şu anda )?(?:bakıyor|inceliyor|satın aldı)|tükenmek üzere|son \S+ ürün|yalnızca \S+ kaldı|çok satan/iu,
    shame: /hayır,? teşekkür|istemiyorum|tasarruf etmek istem/iu,
    struck: /yerine \S*\$|normal fiyat|indirimli|% indirim|kazancınız/iu,
    says: ['Acele edin, bitiyor!', '3 kişi bakıyor', 'Hayır, teşekkürler', 'Normal fiyatı 19'],
  },
  es: {
    hurry:
      /dese prisa|date prisa|última oportunidad|solo hoy|tiempo limitado|no se (?:lo|la) pierda|termina (?:en|pronto)/iu,
    crowd: /personas (?:están )?(?:viendo|mirando|compra)|se agota|últimas unidades|solo quedan?|más vendido/iu,
    shame: /no,? gracias|no quiero|prefiero pagar/iu,
    struck: /en lugar de|precio normal|% de descuento|usted ahorra|rebajad/iu,
    says: ['¡Última oportunidad, solo hoy!', '3 personas están viendo esto', 'No, gracias', '$9 en lugar de $19'],
  },
  ko: {
    hurry: /서두르|마지막 기회|오늘만|한정 시간|놓치지|곧 종료|마감 임박/u,
    crowd: /명이 (?:보고|구매|구경)|품절 임박|남은 수량 \S+개뿐|단 \S+개 남|인기 상품|베스트셀러/u,
    shame: /괜찮습니다|원하지 않|아니요,/u,
    struck: /정가|할인가|절약/u,
    says: ['서두르세요, 곧 종료됩니다', '3명이 보고 있습니다', '아니요, 괜찮습니다', '정가 $19'],
  },
  ja: {
    hurry: /お急ぎ|ラストチャンス|本日限り|今だけ|期間限定|お見逃し|まもなく終了/u,
    crowd: /人が(?:見て|閲覧|購入)|残りわずか|売り切れ間近|残り\S+点|人気商品|大人気/u,
    shame: /結構です|興味がありません|得をしたくない/u,
    struck: /通常価格|割引価格|お得|％OFF|%OFF/iu,
    says: ['お急ぎください、今だけ', '3人が見ています', 'いいえ、結構です', '通常価格 $19'],
  },
  ar: {
    hurry: /أسرع|سارع|آخر فرصة|اليوم فقط|لفترة محدودة|لا تفوّت|لا تفوت|ينتهي (?:قريبًا|خلال)/u,
    crowd: /أشخاص يشاهدون|يشاهد(?:ون)? هذا|على وشك النفاد|بقي(?:ت)? (?:فقط|قطعة)|الأكثر مبيعًا/u,
    shame: /لا،? شكر|لا أريد|أفضّل الدفع/u,
    struck: /بدلًا من|السعر الأصلي|خصم \S*\d|توفّر/u,
    says: ['أسرع، لفترة محدودة!', '3 أشخاص يشاهدون هذا', 'لا، شكرًا', '9$ بدلًا من 19$'],
  },
  id: {
    hurry:
      /buruan|segera habis|kesempatan terakhir|hanya hari ini|waktu terbatas|jangan (?:sampai )?lewatkan|berakhir (?:dalam|segera)/iu,
    crowd: /[\d}] orang|orang sedang|hampir habis|tinggal \S+ lagi|terlaris/iu,
    shame: /tidak,? terima kasih|saya tidak (?:mau|ingin)|lebih suka bayar/iu,
    struck: /harga normal|diskon|hemat|harga coret/iu,
    says: ['Buruan, hanya hari ini!', '3 orang sedang melihat', 'Tidak, terima kasih', 'Harga normal $19'],
  },
  fr: {
    hurry:
      /dépêchez|dernière chance|aujourd’hui seulement|durée limitée|ne manquez pas|se termine (?:dans|bientôt)|vite/iu,
    crowd:
      /personnes (?:regardent|consultent|ont acheté)|bientôt épuisé|plus que \S+ en stock|il n’en reste|meilleures? ventes?/iu,
    shame: /non,? merci|je ne veux pas|je préfère payer/iu,
    struck: /au lieu de|prix normal|% de réduction|vous économisez|prix barré/iu,
    says: ['Dépêchez-vous, durée limitée !', '3 personnes regardent ceci', 'Non merci', '9 $ au lieu de 19 $'],
  },
  it: {
    hurry: /affrettati|ultima occasione|solo oggi|tempo limitato|non perdere|termina (?:tra|presto)|scade tra/iu,
    crowd: /persone (?:stanno )?(?:guardando|vedendo|hanno)|quasi esaurit|ne restano solo|ultimi pezzi|più vendut/iu,
    shame: /no,? grazie|non voglio|preferisco pagare/iu,
    struck: /invece di|anziché|prezzo normale|% di sconto|risparmi\b/iu,
    says: ['Affrettati, solo oggi!', '3 persone stanno guardando', 'No, grazie', '9 $ invece di 19 $'],
  },
  ru: {
    hurry: /спешите|торопитесь|последний шанс|только сегодня|ограниченное время|не упустите|успейте|скоро закончится/iu,
    crowd: /человек\S* (?:сейчас )?смотр|почти распродано|осталось всего|заканчивается|хит продаж/iu,
    shame: /нет,? спасибо|не хочу|предпочитаю платить/iu,
    struck: /вместо \S*\d|старая цена|скидка \S*\d|со скидкой|экономите/iu,
    says: ['Спешите, только сегодня!', '3 человека смотрят это', 'Нет, спасибо', 'Старая цена 19 $'],
  },
  nl: {
    hurry:
      /haast u|laatste kans|alleen vandaag|beperkte tijd|mis (?:het|dit) niet|eindigt (?:over|binnenkort)|wees er snel bij/iu,
    crowd: /mensen (?:bekijken|kijken|kochten)|bijna uitverkocht|nog maar \S+|bestseller|erg populair/iu,
    shame: /nee,? bedankt|ik wil (?:niet|geen)|liever de volle prijs/iu,
    struck: /in plaats van|normale prijs|% korting|u bespaart|van-voor/iu,
    says: ['Laatste kans, alleen vandaag!', '3 mensen bekijken dit', 'Nee, bedankt', '$ 9 in plaats van $ 19'],
  },
  da: {
    hurry: /skynd dig|sidste chance|kun i dag|begrænset tid|gå ikke glip|slutter (?:om|snart)/iu,
    crowd: /personer (?:kigger|ser|har købt)|næsten udsolgt|kun \S+ tilbage|bestseller|meget populær/iu,
    shame: /nej,? tak|jeg vil ikke|hellere betale/iu,
    struck: /i stedet for|normalpris|% rabat|du sparer|førpris/iu,
    says: ['Skynd dig, kun i dag!', '3 personer kigger på denne', 'Nej tak', '$9 i stedet for $19'],
  },
  ga: {
    hurry: /déan deifir|brostaigh|an seans deireanach|inniu amháin|tréimhse theoranta|ná caill|ag críochnú go luath/iu,
    crowd: /ag féachaint air|duine ag ceannach|beagnach díolta amach|níl ach \S+ fágtha|an díol is mó/iu,
    shame: /ní hea,? go raibh|níor mhaith liom|b’fhearr liom íoc/iu,
    struck: /in ionad \S*\d|gnáthphraghas|% lascaine|sábhálann tú/iu,
    says: [
      'Déan deifir, inniu amháin!',
      'Tá 3 dhuine ag féachaint air',
      'Níor mhaith liom airgead a spáráil',
      'Gnáthphraghas $19',
    ],
  },
  vi: {
    hurry: /nhanh tay|nhanh lên|cơ hội cuối|chỉ hôm nay|thời gian có hạn|đừng bỏ lỡ|sắp kết thúc/iu,
    crowd: /người đang (?:xem|mua)|sắp hết hàng|chỉ còn \S+ (?:sản phẩm|chiếc)|bán chạy/iu,
    shame: /không,? cảm ơn|tôi không muốn|thà trả/iu,
    struck: /thay vì|giá gốc|giảm giá \S*\d|tiết kiệm/iu,
    says: ['Nhanh tay, chỉ hôm nay!', '3 người đang xem', 'Không, cảm ơn', 'Giá gốc 19 $'],
  },
}
const kinds = ['hurry', 'crowd', 'shame', 'struck'] as const
const found = (lang: Language, text: string) => kinds.filter((kind) => words[lang][kind].test(text))

describe.each(languages.map(({ code }) => code))('%s', (lang) => {
  test('no text of the storefront urges a buyer', () => {
    const { storefront } = readLanguage(lang)
    const wrong = Object.entries(storefront).flatMap(([key, text]) =>
      found(lang, text).map((kind) => `${kind}: ${key}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('its list finds a sentence of each kind', () => {
    expect(words[lang].says).toHaveLength(kinds.length)
    for (const [at, text] of words[lang].says.entries())
      expect([text, found(lang, text)]).toEqual([text, expect.arrayContaining([kinds[at]])])
  })
})
