/** Invented people in many countries, with the words of their languages. */
import type { Language } from '@quayside/contract'

/** German is no language of the apps; its speakers still write German. */
type BuyerLanguage = Language | 'de'

export type Home = {
  lang: BuyerLanguage
  names: readonly string[]
  streets: readonly string[]
  city: string
  postcode: string
  country: string
  /** Where the post writes one. */
  state?: string
}

export const homes: readonly Home[] = [
  {
    lang: 'en',
    names: ['Niamh Walsh', 'Oskar Quinn', 'Femi Osei', 'Priya Shah', 'Hannah Reed', 'Callum Hart', 'Maeve Doyle'],
    streets: ['Harbour Lane', 'Mill Street', 'Orchard Road', 'Chapel Row'],
    city: 'Leeds',
    postcode: 'LS1 4AP',
    country: 'GB',
  },
  {
    lang: 'en',
    names: ['Rosa Lim', 'Victor Haas', 'Dana Brooks', 'Elias Ford', 'June Carter', 'Owen Blake'],
    streets: ['Maple Row', 'Cedar Avenue', 'Lakeview Drive'],
    city: 'Portland',
    postcode: '97205',
    country: 'US',
    state: 'OR',
  },
  {
    lang: 'de',
    names: ['Greta Haas', 'Jonas Berg', 'Lena Vogt', 'Moritz Brandt', 'Silke Neumann'],
    streets: ['Lindenweg', 'Am Mühlbach', 'Gartenstraße'],
    city: 'Freiburg',
    postcode: '79100',
    country: 'DE',
  },
  {
    lang: 'pt',
    names: ['Ana Duarte', 'Bruno Costa', 'Marina Lopes', 'Thiago Ramos', 'Camila Nunes'],
    streets: ['Rua do Cais', 'Rua das Pedras', 'Avenida Beira-Mar'],
    city: 'Recife',
    postcode: '50030-230',
    country: 'BR',
    state: 'PE',
  },
  {
    lang: 'es',
    names: ['Marta Rivas', 'Pablo Serrano', 'Lucía Herrero', 'Nuria Campos'],
    streets: ['Calle del Olivo', 'Calle Mayor', 'Plaza de la Fuente'],
    city: 'Valencia',
    postcode: '46003',
    country: 'ES',
  },
  {
    lang: 'fr',
    names: ['Inès Moreau', 'Hugo Petit', 'Camille Roux', 'Léo Garnier'],
    streets: ['rue du Moulin', 'rue des Tanneurs', 'quai de la Fosse'],
    city: 'Nantes',
    postcode: '44000',
    country: 'FR',
  },
  {
    lang: 'ja',
    names: ['佐藤 美咲', '田中 蓮', '鈴木 陽菜', '高橋 翔'],
    streets: ['港町', '本町', '桜木町'],
    city: '横浜市',
    postcode: '231-0002',
    country: 'JP',
    state: '神奈川県',
  },
  {
    lang: 'tr',
    names: ['Elif Kaya', 'Deniz Yılmaz', 'Zeynep Aydın'],
    streets: ['Sahil Sokak', 'Çınar Caddesi'],
    city: 'İzmir',
    postcode: '35210',
    country: 'TR',
  },
  {
    lang: 'ar',
    names: ['ليلى حداد', 'عمر ناصر', 'مريم سالم'],
    streets: ['شارع النيل', 'شارع الورد'],
    city: 'القاهرة',
    postcode: '11511',
    country: 'EG',
  },
  {
    lang: 'ko',
    names: ['김서연', '박지호', '이하은'],
    streets: ['해안로', '중앙로'],
    city: '해운대구',
    postcode: '48058',
    country: 'KR',
    state: '부산광역시',
  },
  {
    lang: 'zh-Hant',
    names: ['林雅婷', '陳志明', '黃怡君'],
    streets: ['海岸路', '中正路'],
    city: '中正區',
    postcode: '202',
    country: 'TW',
    state: '基隆市',
  },
  {
    lang: 'vi',
    names: ['Trần Thu Thủy', 'Lê Minh', 'Phạm Ngọc Anh'],
    streets: ['Bạch Đằng', 'Lê Lợi'],
    city: 'Đà Nẵng',
    postcode: '550000',
    country: 'VN',
  },
]

/** What buyers of a language write: by their stars, and what the merchant answers. */
type Words = { 5: string[]; 4: string[]; 3: string[]; 2: string[]; thanks: string[]; sorry: string }

export const words: Partial<Record<BuyerLanguage, Words>> & { en: Words } = {
  en: {
    5: [
      'Exactly as shown and well packed. Would order again.',
      'Arrived sooner than expected. Very happy with it.',
      'Lovely quality for the price.',
      'Bought a second one for my sister.',
      'In use every day since it came. Solid and good-looking.',
      'A present for my mother, and she loves it.',
    ],
    4: [
      'Good, only the colour is a little darker than on the picture.',
      'Does what it should. Delivery was quick.',
      'Nice finish; the box was slightly dented.',
      'Happy with it. A short manual would have helped.',
    ],
    3: ['Fine, but smaller than I imagined.', 'All right for the price. Delivery took two weeks.'],
    2: ['Not quite what I hoped for, though the delivery was fast.', 'The finish has a scratch on one side.'],
    thanks: ['Thank you for the kind words!', 'Glad that it found a good home. Thank you!'],
    sorry: 'Thank you for telling us. We have passed this on to the supplier; next time we will look more closely.',
  },
  de: {
    5: ['Genau wie auf dem Bild, sehr gut verpackt.', 'Schnelle Lieferung, tolle Qualität. Gerne wieder!'],
    4: ['Schön verarbeitet, nur der Karton war etwas eingedrückt.', 'Gefällt mir gut, die Farbe ist etwas dunkler.'],
    3: ['In Ordnung, aber kleiner als gedacht.'],
    2: ['Leider nicht ganz das, was ich erwartet hatte.'],
    thanks: ['Vielen Dank für die nette Bewertung!'],
    sorry: 'Danke für die Rückmeldung. Wir haben sie an den Lieferanten weitergegeben.',
  },
  pt: {
    5: ['Chegou antes do prazo e muito bem embalado. Amei!', 'Qualidade ótima, igual à foto.'],
    4: ['Muito bom, só a cor é um pouco mais escura.', 'Gostei bastante, a caixa veio um pouco amassada.'],
    3: ['Razoável, menor do que eu imaginava.'],
    2: ['Esperava mais pelo preço.'],
    thanks: ['Muito obrigada pela avaliação!'],
    sorry: 'Obrigada pelo retorno. Já falamos com o fornecedor.',
  },
  es: {
    5: ['Perfecto, tal como en la foto y bien embalado.', 'Llegó antes de lo previsto. Muy contenta.'],
    4: ['Muy bien, aunque el color es algo más oscuro.'],
    3: ['Correcto, pero más pequeño de lo que pensaba.'],
    2: ['No es lo que esperaba, aunque el envío fue rápido.'],
    thanks: ['¡Muchas gracias por tu opinión!'],
    sorry: 'Gracias por avisarnos. Se lo hemos comunicado al proveedor.',
  },
  fr: {
    5: ['Conforme à la photo et très bien emballé.', 'Belle qualité, livraison rapide. Je recommande.'],
    4: ['Très bien, la couleur est juste un peu plus foncée.'],
    3: ['Correct, mais plus petit que je ne le pensais.'],
    2: ['Un peu déçue par la finition.'],
    thanks: ['Merci beaucoup pour votre avis !'],
    sorry: 'Merci de nous l’avoir signalé. Nous en avons parlé au fournisseur.',
  },
  ja: {
    5: ['写真どおりで、梱包もていねいでした。また買いたいです。', '思ったより早く届きました。とても気に入っています。'],
    4: ['品質は良いです。色は写真より少し濃いめでした。'],
    3: ['悪くはないですが、思ったより小さかったです。'],
    2: ['届くのは早かったのですが、仕上げが少し雑でした。'],
    thanks: ['うれしいレビューをありがとうございます。'],
    sorry: 'ご意見をありがとうございます。仕入れ先に伝えました。',
  },
  tr: {
    5: ['Fotoğraftaki gibi, paketleme de çok iyiydi.', 'Beklediğimden erken geldi, çok memnunum.'],
    4: ['Güzel, yalnız rengi biraz daha koyu.'],
    3: ['Fena değil ama düşündüğümden küçük.'],
    2: ['Açıkçası daha iyisini bekliyordum.'],
    thanks: ['Güzel yorumunuz için teşekkürler!'],
    sorry: 'Bildirdiğiniz için teşekkürler. Tedarikçiye ilettik.',
  },
  ar: {
    5: ['مطابق للصورة تمامًا والتغليف ممتاز.', 'وصل قبل الموعد، وأنا سعيدة به جدًا.'],
    4: ['جيد جدًا، لكن اللون أغمق قليلًا من الصورة.'],
    3: ['لا بأس به، لكنه أصغر مما توقعت.'],
    2: ['كنت أتوقع جودة أفضل.'],
    thanks: ['شكرًا جزيلًا على كلماتك اللطيفة!'],
    sorry: 'شكرًا لملاحظتك، لقد أبلغنا المورّد بها.',
  },
  ko: {
    5: ['사진이랑 똑같고 포장도 꼼꼼해요.', '생각보다 빨리 도착했어요. 아주 만족합니다.'],
    4: ['품질은 좋은데 색이 사진보다 조금 진해요.'],
    3: ['무난하지만 생각보다 작아요.'],
    2: ['마감이 조금 아쉬워요.'],
    thanks: ['좋은 후기 남겨 주셔서 감사합니다!'],
    sorry: '의견 감사합니다. 공급처에 전달했습니다.',
  },
  'zh-Hant': {
    5: ['和照片一樣，包裝很用心。', '比預計更早到貨，非常滿意。'],
    4: ['品質不錯，顏色比照片深一點。'],
    3: ['還可以，但比想像中小。'],
    2: ['做工沒有期待的好。'],
    thanks: ['謝謝您的好評！'],
    sorry: '謝謝您的回饋，我們已轉告供應商。',
  },
  vi: {
    5: ['Giống hệt trong ảnh, đóng gói rất cẩn thận.', 'Giao sớm hơn dự kiến, rất hài lòng.'],
    4: ['Hàng tốt, chỉ là màu hơi đậm hơn ảnh.'],
    3: ['Tạm ổn, nhưng nhỏ hơn mình nghĩ.'],
    2: ['Chất lượng chưa được như mong đợi.'],
    thanks: ['Cảm ơn bạn đã đánh giá!'],
    sorry: 'Cảm ơn góp ý của bạn. Chúng tôi đã báo cho nhà cung cấp.',
  },
}

export const wordsOf = (lang: BuyerLanguage): Words => words[lang] ?? words.en

/** The words of the language of a country. */
export const wordsOfCountry = (country: string): Words =>
  wordsOf(homes.find((home) => home.country === country)?.lang ?? 'en')

/** Why buyers ask for their money back, and what the merchant says against it. */
export const complaints = [
  { reason: 'damaged', text: 'The parcel was crushed and one side is broken. Please see the photo.' },
  { reason: 'damaged', text: 'There is a crack that was not there on the picture of the shop.' },
  { reason: 'not-as-described', text: 'The colour is different from the picture.' },
  { reason: 'not-as-described', text: 'It is much smaller than the description says.' },
] as const
export const objections = [
  'The photo shows another article than the one that we sent. We would like customer service to look at it.',
  'The size stands in the description, and the parcel arrived whole according to the carrier.',
]
export const verdicts = {
  approve: 'The photo shows the damage, and the parcel was handed over undamaged. The buyer is refunded.',
  decline: 'The description names the size, and the goods are as described. There is no ground for a refund.',
} as const

/** Conversations with customer service: what the merchant asks and what the desk answers. */
export const talks: readonly (readonly [ask: string, answer: string, thanks?: string])[] = [
  [
    'Good morning! When will the earnings of an order that has arrived be in my balance?',
    'Good morning. Seven days after the parcel has arrived, or at once when the buyer confirms it. You see them under Funds as pending until then.',
    'Clear, thank you!',
  ],
  [
    'One of my buyers says that the parcel has not moved for a week. Can you ask the carrier?',
    'We have asked the carrier. The parcel waits at customs in the country of destination and goes on in some days. You need to do nothing.',
    'Thanks for looking into it so quickly.',
  ],
  [
    'Can I change the price of many products at the same time?',
    'Yes. Under Products, select them, then Price. You see each new price before it applies, and you can undo the change for ten minutes.',
  ],
  [
    'My withdrawal says that it is in review. Is something missing?',
    'Nothing is missing. Two people check withdrawals of this amount, and the second one signs it this afternoon.',
    'It is paid. Thank you!',
  ],
  [
    'A buyer asks for a refund, but the photo shows another article. What should I do?',
    'Object to the refund and say what you see. We then look at both sides and decide.',
  ],
]
export const buyersAsk: readonly (readonly [string, string])[] = [
  [
    'Hello, I mistyped my house number. Can it still be changed?',
    'The parcel has not left yet. Please cancel the order and place it again with the right address; nothing is charged twice.',
  ],
  [
    'Where is my parcel? The tracking has not changed for ten days.',
    'It waits at customs. The carrier expects it to go on this week, and your payment stays protected until it arrives.',
  ],
]
export const announcement = {
  title: 'Shipping around the holidays',
  text: 'Carriers expect more parcels than usual in the next weeks. Orders that you pick up by noon leave on the same day. Please answer refund requests within three days.',
}

/** What buyers ask a shop about an order, and what the shop answers. */
export const orderQuestions: Partial<Record<Language, readonly (readonly [ask: string, answer: string])[]>> = {
  en: [
    [
      'Hello! Is it wrapped as a present, or in the usual box?',
      'Hello! In the usual box, with paper around it. There is no invoice in the parcel.',
    ],
    [
      'When will the parcel leave? I need it next week.',
      'It leaves tomorrow. You see each scan of the carrier on this page.',
    ],
  ],
  nl: [['Hallo, is de kleur echt zoals op de foto?', 'Hallo! Bij daglicht is de kleur iets warmer dan op de foto.']],
  pt: [['Olá! Quando o pacote sai daí?', 'Olá! Sai amanhã. Você vê cada etapa nesta página.']],
  fr: [
    [
      'Bonjour, la couleur est-elle comme sur la photo ?',
      'Bonjour ! À la lumière du jour, elle est un peu plus chaude.',
    ],
  ],
  ja: [
    [
      'こんにちは。プレゼント用の包装はできますか？',
      'こんにちは。通常の箱でのお届けですが、納品書は入れておりません。',
    ],
  ],
  tr: [['Merhaba, paket ne zaman yola çıkar?', 'Merhaba! Yarın çıkıyor. Her adımı bu sayfada görebilirsiniz.']],
  ko: [['안녕하세요, 색상이 사진과 같은가요?', '안녕하세요! 햇빛에서는 사진보다 조금 따뜻한 색이에요.']],
  ru: [['Здравствуйте! Когда посылка будет отправлена?', 'Здравствуйте! Завтра. Каждый этап виден на этой странице.']],
  vi: [
    [
      'Chào shop, khi nào gói hàng được gửi đi?',
      'Chào bạn! Ngày mai hàng sẽ được gửi. Bạn xem từng bước trên trang này.',
    ],
  ],
  'zh-Hant': [['您好，請問顏色和照片一樣嗎？', '您好！在日光下顏色會比照片稍暖一些。']],
  ar: [['مرحبًا، متى يُشحن الطرد؟', 'أهلًا بك! يُشحن غدًا، وترى كل خطوة في هذه الصفحة.']],
}
/** The answer to one of the questions. */
export const answerTo = (asked: string): string | undefined =>
  Object.values(orderQuestions)
    .flat()
    .find(([ask]) => ask === asked)?.[1]
