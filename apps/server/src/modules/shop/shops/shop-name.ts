/** Rules of shop names: no invisible characters, and no name that imitates the platform. */

/** Controls, formats such as soft hyphens and joiners, line and paragraph separators, and letters without a glyph. */
const invisibleCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u17b4\u17b5\u034f\u180b-\u180f\u115f\u1160\u2800\u3164\uffa0]/u

/** Letters of other scripts, digits and signs that look like Latin letters. */
const lookAlikes: Record<string, string> = {
  ...Object.fromEntries(
    [...'аaеeоoрpсcуyхxіiѕsјjԁdԛqһhӏlвbкkмmнhтtгrпn'].flatMap((letter, i, all) =>
      i % 2 === 0 ? [[letter, all[i + 1]!]] : [],
    ),
  ),
  ...Object.fromEntries(
    [...'αaβbεeιiκkνvοoρpτtυuχxηnωwσs'].flatMap((letter, i, all) => (i % 2 === 0 ? [[letter, all[i + 1]!]] : [])),
  ),
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ɑ: 'a',
  ɡ: 'g',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
  '!': 'i',
  '|': 'i',
}

/** Only the letters, without case, accents and look-alikes. `l` becomes `i`, because both look like 1. */
const foldText = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '')
    .replaceAll('l', 'i')

/** The platform's name and titles of its staff, in the languages of the app. */
const platformTerms = `quayside, quay side, official support, official service, official account,
  official platform, platform official, customer service, customer support, customer care,
  support team, support center, support centre, platform support, platform service,
  platform team, platform admin, administrator, help desk, security team,
  payment team, finance team, verification team, merchant support, seller support,
  kundenservice, kundeservice, klantenservice, service client, support officiel,
  servizio clienti, supporto ufficiale, atención al cliente, servicio al cliente, soporte oficial,
  atendimento ao cliente, suporte oficial, müşteri hizmetleri, resmi destek, layanan pelanggan,
  chăm sóc khách hàng, служба поддержки, официальная поддержка, seirbhís do chustaiméirí, 官方,
  客服, 客户服务, 客戶服務, 公式, カスタマーサービス,
  カスタマーサポート, 고객센터, 고객지원, 공식, خدمة العملاء,
  الدعم الرسمي`
  .split(',')
  .map(foldText)

/**
 * Normalizes a name: one Unicode form, single spaces. Null for a name with invisible characters or one that
 * imitates the platform.
 */
export function parseShopName(typed: string): string | null {
  // An emoji variation selector is not part of the name.
  const name = typed
    .normalize('NFKC')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(/[^\S\r\n\u2028\u2029]+/gu, ' ')
    .trim()
  const letters = foldText(name)
  return invisibleCharacters.test(name) || platformTerms.some((word) => letters.includes(word)) ? null : name
}
