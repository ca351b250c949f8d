/** Lines of addresses as the posts of the world write them, and the fields of their forms. */
import { expect, test } from 'vitest'
import {
  addressFields,
  addressLines,
  countryLine,
  normalState,
  wrongParts,
  type PostalAddress,
} from './postal-address.ts'

const of = (country: string, name: string, street: string, city: string, postcode = ''): PostalAddress => ({
  country,
  name,
  street,
  city,
  postcode,
})
const long = `${'X'.repeat(99)} 100`

test.each<[PostalAddress, string]>([
  [
    of('IE', 'Niamh Field', 'Rathmore, Ballyfield', 'Co. Mayo', 'F23 KP04'),
    'Niamh Field|Rathmore, Ballyfield|Co. Mayo|F23 KP04|IRELAND',
  ],
  [of('IE', 'Sean Field', 'Old Mill', 'Clifden'), 'Sean Field|Old Mill|Clifden|IRELAND'],
  [
    { ...of('HK', '陳大文', '彌敦道 1 號 12 樓 C 室', '旺角'), state: '九龍' },
    '九龍|旺角|彌敦道 1 號 12 樓 C 室|陳大文|HONG KONG',
  ],
  [
    { ...of('HK', 'Chan Tai Man', '1 Nathan Road', 'Mong Kok'), street2: 'Flat C, 12/F', state: 'Kowloon' },
    'Chan Tai Man|1 Nathan Road|Flat C, 12/F|Mong Kok|Kowloon|HONG KONG',
  ],
  [
    {
      ...of('JP', '山田 太郎', '架空町2丁目3番4号', '千代田区', '100-0001'),
      street2: 'フィールドビル501',
      state: '東京都',
    },
    '〒100-0001|東京都千代田区|架空町2丁目3番4号|フィールドビル501|山田 太郎|JAPAN',
  ],
  // An order from before there was a field for the prefecture.
  [
    of('JP', '山田 太郎', '架空町2丁目3番4号 フィールドビル501', '東京都千代田区', '100-0001'),
    '〒100-0001|東京都千代田区|架空町2丁目3番4号 フィールドビル501|山田 太郎|JAPAN',
  ],
  [
    {
      ...of('BR', 'João Campo', 'Rua das Árvores, 123', 'São Paulo', '01234-567'),
      street2: 'apto 45',
      district: 'Bairro Jardim',
      state: 'SP',
    },
    'João Campo|Rua das Árvores, 123|apto 45|Bairro Jardim|São Paulo-SP|01234-567|BRAZIL',
  ],
  [
    { ...of('US', 'Mara Field', '12 Test Street', 'Springfield', '62704-1234'), street2: 'Apt 4B', state: 'IL' },
    'Mara Field|12 Test Street|Apt 4B|Springfield, IL 62704-1234|UNITED STATES',
  ],
  [
    { ...of('KR', '김 필드', '테스트로 12길 34, 101동 1001호', '강남구', '06000'), state: '서울특별시' },
    '서울특별시 강남구|테스트로 12길 34, 101동 1001호|김 필드|06000|SOUTH KOREA',
  ],
  [
    of('ID', 'Suharto', 'Jalan Percobaan No. 5 RT 03 RW 04', 'Jakarta', '10110'),
    'Suharto|Jalan Percobaan No. 5 RT 03 RW 04|Jakarta|10110|INDONESIA',
  ],
  [of('MM', 'U', 'No. 5 Test Road', 'Yangon', '11181'), 'U|No. 5 Test Road|Yangon, 11181|MYANMAR'],
  [
    { ...of('CN', '李', '测试路 1 号', '杭州市', '310000'), state: '浙江省', district: '西湖区' },
    '310000|浙江省杭州市西湖区|测试路 1 号|李|CHINA',
  ],
  [
    of('AE', 'محمد بن عبدالله', 'شارع الاختبار، مبنى ٥', 'دبي'),
    'محمد بن عبدالله|شارع الاختبار، مبنى ٥|دبي|UNITED ARAB EMIRATES',
  ],
  [of('EG', 'ليلى', '١٢ شارع النيل', 'القاهرة', '١١٥١١'), 'ليلى|١٢ شارع النيل|القاهرة|١١٥١١|EGYPT'],
  [
    {
      ...of('IN', 'A. P. J. Field', 'H.No. 12-3-456/7/A, Beside Test Temple', 'Hyderabad', '500001'),
      street2: 'Field Nagar Colony, Ward 8',
      state: 'Telangana',
    },
    'A. P. J. Field|H.No. 12-3-456/7/A, Beside Test Temple|Field Nagar Colony, Ward 8|Hyderabad 500001|Telangana|INDIA',
  ],
  [
    of('DE', 'Dr.-Ing. Jürgen von und zu Field-Müßiggang', 'Straße des 17. Juni 135', 'Berlin', '10623'),
    'Dr.-Ing. Jürgen von und zu Field-Müßiggang|Straße des 17. Juni 135|10623 Berlin|GERMANY',
  ],
  [
    of('FR', 'Anne-Sophie d’Été', '12 bis, rue du Général-de-l’Essai', 'Saint-Rémy-en-Bouzemont', '51290'),
    'Anne-Sophie d’Été|12 bis, rue du Général-de-l’Essai|51290 Saint-Rémy-en-Bouzemont|FRANCE',
  ],
  [
    of('TH', 'สมชาย ทดสอบ', '99/9 หมู่ 9 ถนนทดสอบ', 'กรุงเทพมหานคร', '10110'),
    'สมชาย ทดสอบ|99/9 หมู่ 9 ถนนทดสอบ|กรุงเทพมหานคร|10110|THAILAND',
  ],
  [of('GE', 'ნინო ველი', 'ტესტის ქუჩა 5', 'თბილისი', '0105'), 'ნინო ველი|ტესტის ქუჩა 5|0105 თბილისი|GEORGIA'],
  [of('GR', 'Νίκος Δοκιμή', 'Οδός Δοκιμής 5', 'Αθήνα', '105 57'), 'Νίκος Δοκιμή|Οδός Δοκιμής 5|105 57 Αθήνα|GREECE'],
  [of('IL', 'דנה שדה', 'רחוב הבדיקה 5', 'תל אביב', '6100000'), 'דנה שדה|רחוב הבדיקה 5|תל אביב 6100000|ISRAEL'],
  [of('NL', 'Bas van der Field', long, 'Den Haag', '2511'), `Bas van der Field|${long}|2511 Den Haag|NETHERLANDS`],
  [
    of('GB', 'Test 🎁 Field', 'Flat 2/1, 5 Test Wynd', 'Edinburgh', 'EH1 1AA'),
    'Test 🎁 Field|Flat 2/1, 5 Test Wynd|Edinburgh|EH1 1AA|UNITED KINGDOM',
  ],
  [of('ES', 'Maria Field', 'Calle Prueba 1', 'Madrid', '28001'), 'Maria Field|Calle Prueba 1|28001 Madrid|SPAIN'],
  [of('XK', 'Arta Field', 'Rruga Provë 1', 'Prishtina', '10000'), 'Arta Field|Rruga Provë 1|10000 Prishtina|KOSOVO'],
  [
    { ...of('TW', '林 小田', '測試路 3 號 4 樓之 2', '大安區', '106'), state: '台北市' },
    '106|台北市大安區|測試路 3 號 4 樓之 2|林 小田|TAIWAN',
  ],
  [
    { ...of('CA', 'Ann Field', '5 Test Road', 'Ottawa', 'K1A 0B1'), state: 'ON' },
    'Ann Field|5 Test Road|Ottawa ON K1A 0B1|CANADA',
  ],
  [
    { ...of('AU', 'Ann Field', '5 Test Road', 'Sydney', '2000'), state: 'NSW' },
    'Ann Field|5 Test Road|Sydney NSW 2000|AUSTRALIA',
  ],
  [
    { ...of('IT', 'Anna Campo', 'Via Prova 1', 'Milano', '20121'), state: 'MI' },
    'Anna Campo|Via Prova 1|20121 Milano MI|ITALY',
  ],
  // The letters before the postcode once, whether they are typed or not.
  [of('CH', 'Anna Feld', 'Testweg 1', 'Zürich', 'CH-8001'), 'Anna Feld|Testweg 1|CH-8001 Zürich|SWITZERLAND'],
  [of('CH', 'Anna Feld', 'Testweg 1', 'Zürich', '8001'), 'Anna Feld|Testweg 1|CH-8001 Zürich|SWITZERLAND'],
  [of('SG', 'Lim', '5 Test Road', '', '018956'), 'Lim|5 Test Road|SINGAPORE 018956|SINGAPORE'],
  [of('SG', 'Lim', '5 Test Road', 'Singapore', '018956'), 'Lim|5 Test Road|SINGAPORE 018956|SINGAPORE'],
])('%j', (address, lines) => {
  expect([...addressLines(address), countryLine(address.country)].join('|')).toBe(lines)
})

const countries = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)))

test('no part is left out in any country, in Latin and in other letters', () => {
  const latin = { name: 'n1', street: 's1', street2: 's2', district: 'd1', city: 'c1', state: 'r1', postcode: 'p1' }
  const other = {
    name: 'ん1',
    street: 'せ1',
    street2: 'せ2',
    district: 'ち1',
    city: 'し1',
    state: 'け1',
    postcode: '〶1',
  }
  for (const country of countries)
    for (const address of [latin, other]) {
      const text = addressLines({ ...address, country }).join('\n')
      for (const part of Object.values(address)) expect(text.split(part), `${country} ${part}`).toHaveLength(2)
    }
})

const shown = (country: string | null) =>
  addressFields(country)
    .map(({ name, label, required }) => `${label === name ? name : `${name}=${label}`}${required ? '*' : ''}`)
    .join(' ')

test.each([
  [null, 'street* street2 postcode city*'],
  ['US', 'street* street2 city* state* postcode=zip*'],
  ['BR', 'street* street2 district=neighbourhood city* state* postcode*'],
  ['JP', 'postcode* state=prefecture* city* street* street2'],
  ['KR', 'state=province* city* district street* street2 postcode*'],
  ['DE', 'street* street2 postcode* city*'],
  ['HK', 'state=area city=district* street* street2'],
  ['IN', 'street* street2 city* postcode=pin* state*'],
  ['IE', 'street* street2 city* state=county postcode=eircode'],
  ['AE', 'street* street2 city*'],
  ['SG', 'street* street2 postcode*'],
])('the fields of %s: %s', (country, fields) => expect(shown(country)).toBe(fields))

test('every country has a street, a second line, and a city or a reason not to', () => {
  for (const country of countries) {
    const names = addressFields(country).map(({ name }) => name)
    expect(names, country).toEqual(expect.arrayContaining(['street', 'street2']))
    expect(new Set(names).size, country).toBe(names.length)
    if (!['GI', 'MO', 'SG'].includes(country)) expect(names, country).toContain('city')
  }
})

test('a state is stored as the post writes it, and an unknown one is wrong', () => {
  expect(normalState('US', 'illinois')).toBe('IL')
  expect(normalState('BR', 'Sao Paulo')).toBe('SP')
  expect(normalState('IN', 'Karnātaka')).toBe('Karnataka')
  expect(normalState('JP', '東京都')).toBe('東京都')
  const springfield = of('US', 'Mara', '12 Test Street', 'Springfield', '62704')
  expect(wrongParts(springfield)).toEqual(['state'])
  expect(wrongParts({ ...springfield, state: 'XX' })).toEqual(['state'])
  expect(wrongParts({ ...springfield, state: 'IL' })).toEqual([])
  expect(wrongParts({ ...springfield, state: 'IL', postcode: '' })).toEqual(['postcode'])
  expect(wrongParts(of('IE', 'Sean', 'Old Mill', 'Clifden'))).toEqual([])
})
