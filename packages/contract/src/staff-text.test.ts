/**
 * The forbidden content of staff texts, and a check that every text field of the operators' endpoints uses the rule.
 */
import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { isStaffText, namesPaymentDetails } from './staff-text.ts'

test.each([
  ['an IBAN', 'Pay to IE29 AIBK 9311 5212 3456 78'],
  ['an IBAN, spaced by dots', 'Deposit 500 first at I·E·2·9·A·I·B·K·9·3·1·1·5·2·1·2·3·4·5·6·7·8'],
  ['an IBAN in full-width letters', 'ＩＥ２９ＡＩＢＫ９３１１５２１２３４５６７８'],
  ['an IBAN with Cyrillic letters', 'ІЕ29 АІВК 9311 5212 3456 78'],
  ['an account in words', 'Send it to nine three one one five two one two three four'],
  ['an account in Spanish words', 'Cuenta: nueve tres uno uno cinco dos uno dos tres cuatro'],
  ['an account in Chinese words', '请转到 九三一一五二一二三四'],
  ['an account in Arabic digits', 'حوّل إلى ٩٣١١٥٢١٢٣٤'],
  ['an account with O and l for digits', '93ll 52l2 34OO 5O'],
  ['an account as amounts', '93.11 52.12 34.56 78.90'],
  ['an account as dates', '2026-11-22 2026-10-21 2026-09-20'],
  ['a card', 'Card 4242 4242-4242 4242'],
  ['a card, spaced out', '4 2 4 2 _ 4 2 4 2 _ 4 2 4 2 _ 4 2 4 2'],
  ['a PIX key of digits', 'PIX 123.456.789-09 99'],
  ['a PIX key of eleven digits', 'chave 123.456.789-09'],
  ['a PIX key that is an e-mail address', 'pay to pix@harbour.example'],
  ['an e-mail address in words', 'pix at harbour dot com'],
  ['an e-mail address in brackets', 'pix (at) harbour'],
  ['a random PIX key', '123e4567-e89b-12d3-a456-426614174000'],
  ['a phone number', 'Call +353 86 123 4567'],
  ['a short number beside WhatsApp', 'WhatsApp 861 2345'],
  ['a handle', 'Write to @quayside_help'],
  ['an Ethereum address', 'Send it to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['an Ethereum address in pieces', '0x5aAeb605 3F3E94C9 b9A09f33 669435E7 Ef1BeAed'],
  ['a Tron address', 'USDT: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['a Tron address, spaced by dots', 'T·J·R·a·b·P·r·w·b·Z·y·4·5·s·b·a·v·f·c·j·i·n·P·J·C·1·8·k·j·p·R·T·v·8'],
  ['a Bitcoin address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['a link', 'See https://harbour.example/pay'],
  ['a link without its beginning', 'Go to harbour.com'],
  ['a short link', 'Go to t.me/harbour'],
  ['a link in words', 'Go to harbour dot com'],
  ['a link in brackets', 'Go to harbour[.]com'],
  ['a link, spaced out', 'h a r b o u r . c o m'],
  ['a link with Cyrillic letters', 'harbour.соm'],
  ['a link with zero-width signs', 'harbour\u200b.\u2060com'],
])('%s is refused', (_what, text) => expect(namesPaymentDetails(text)).toBe(true))

test.each([
  'Order ABC12345 was refunded 12.34',
  'Your order F6C2N359 left today.',
  'Orders ABC12345, F6C2N359, G7D3K458 left today.',
  'It takes 24 to 72 hours.',
  'We refunded 1,204.50.',
  'We refunded 1.204,50 on 22.11.2026 at 14:30.',
  'It arrived on 2026-11-22 14:30, and 12.34 is on its way.',
  'Please send the picture again.It is too dark.',
  'The order went out yesterday and we sent the buyer a note about the parcel.',
  'Your IBAN ends in 78. The bank’s name is missing.',
  'One of the two pictures is unreadable; we need the front in 3 of 4 corners.',
  'Your withdrawal of 1,000.00 needs two approvals; the second comes within 24 hours.',
  'Заказ ABC12345 возвращён, 12,34 уже на балансе. Мы напишем вам завтра.',
  '订单 ABC12345 已退款 12.34，请在三天内查看。',
  'ご注文 ABC12345 は本日発送されました。7日以内に届きます。',
  '주문 ABC12345이 환불되었습니다. 이 일은 오늘 끝납니다.',
  'تم رد مبلغ الطلب ABC12345 وقدره 12.34.',
  'Le remboursement de 12,34 € est parti. À bientôt.',
  'Seu pedido ABC12345 foi reembolsado. Com isso, o caso está encerrado.',
  'You have 1,000 products, 250 orders, and 12 refunds.',
])('“%s” is allowed', (text) => expect(namesPaymentDetails(text)).toBe(false))

test('payment details split over several messages are found in the joined text', () => {
  expect(namesPaymentDetails('IE29 AIBK 9311')).toBe(false)
  expect(namesPaymentDetails(['IE29 AIBK 9311', '5212 3456 78'].join(' '), true)).toBe(true)
  expect(namesPaymentDetails(['Your account number is known.', 'Ticket 1234567 is open.'].join('\n'), true)).toBe(false)
})

type Schema = { _zod: { def: Record<string, unknown> & { type: string } } }

/** Fields of lists, which no row keeps. */
const searching = ['cursor', 'search']

/** The fields of a schema that accept any text, by their paths. */
function* freeTexts(schema: Schema, path: string): Generator<[path: string, staff: boolean]> {
  const { def } = schema._zod
  if (isStaffText(schema)) return yield [path, true]
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def['shape'] as Record<string, Schema>))
      if (!searching.includes(name)) yield* freeTexts(field, `${path}.${name}`)
  } else if (def.type === 'array') yield* freeTexts(def['element'] as Schema, `${path}[]`)
  else if (def.type === 'union') for (const one of def['options'] as Schema[]) yield* freeTexts(one, path)
  else if (def.type === 'record') yield* freeTexts(def['valueType'] as Schema, `${path}{}`)
  else if (def.type === 'pipe') yield* freeTexts(def['out'] as Schema, path)
  else if (def['innerType']) yield* freeTexts(def['innerType'] as Schema, path)
  else if (def.type === 'string') {
    const checks = (def['checks'] as { _zod: { def: { check?: string; format?: string } } }[] | undefined) ?? []
    const limited = checks.some(({ _zod }) => _zod.def.check === 'string_format')
    if (!limited && !def['format']) yield [path, false]
  }
}

/** Text fields that no merchant reads or that are not free text of an operator, each with its reason. */
const exempt: Record<string, string> = {
  'decideReview.changedAt': 'a moment, compared with the stored one',
  'recordPrivacyRequest.name': 'finds an account',
  'recordPrivacyRequest.text': 'what the person wrote; only the staff reads it',
  'provePrivacyRequest.note': 'only the staff reads it',
  'proposeErasure.note': 'the signer reads it; the person is erased then',
  'sendEvidence.savedAt': 'an instant',
  'saveEvidence.texts{}': 'read by the bank of the card',
  'pausePayouts.reason': 'read by operators only',
  'stopRail.reason': 'read by operators only',
  'resumePayouts.note': 'read by operators only',
  'readTogether.calls[].path': 'the path of an endpoint',
  'priceHistory.shop': 'the code of a shop',
  'operatorLogin.password': 'a secret',
  'operatorLogin.code': 'a secret',
  'verifySecondFactor.code': 'a secret',
  'chooseOperatorPassword.old': 'a secret',
  'chooseOperatorPassword.password': 'a secret',
  'chooseOperatorPassword.again': 'a secret',
  'beginSecondFactor.present': 'a secret',
  'beginSecondFactor.assertion.id': 'no text',
  'verifyPasskey.assertion.id': 'no text',
  'beginPasskey.present': 'a secret',
  'beginPasskey.assertion.id': 'no text',
  'confirmPasskey.name': 'read by its operator only',
  'confirmPasskey.response.id': 'no text',
  'removePasskey.id': 'no text',
  'removePasskey.present': 'a secret',
  'removePasskey.assertion.id': 'no text',
  'removeSecondFactor.assertion.id': 'no text',
  'makeRecoveryCodes.present': 'a secret',
  'makeRecoveryCodes.assertion.id': 'no text',
  'signAct.assertion.id': 'no text',
  'signAct.code': 'a secret',
  'confirmSecondFactor.code': 'a secret',
  'inviteOperator.name': 'merchants see a number, never a name',
  'createInvitation.note': 'read by operators only',
  'importBankLines.account': 'our own account at the bank; read by operators only',
  'importBankLines.lines[].entryReference': 'what the bank wrote; read by operators only',
  'importBankLines.statement': 'what the bank wrote; read by operators only',
  'importBankLines.lines[].payer': 'what the bank wrote; read by operators only',
  'importBankLines.lines[].reference': 'what the bank wrote; read by operators only',
  'listBankLines.reference': 'a search',
  'searchPlatform.text': 'a search',
  'accountPostings.account': 'the code of an account',
  'accountPostings.shop': 'a search',
  'listBankLines.account': 'a search',
  'listBankStatements.account': 'a search',
  'importBankFile.name': 'the name of a file; read by operators only',
  'importBankFile.account': 'our own account at the bank; read by operators only',
  'importBankFile.statement': 'what the bank wrote; read by operators only',
  'saveCsvFormat.account': 'our own account at the bank; read by operators only',
  'saveCsvFormat.format.columns.date': 'the name of a column',
  'saveCsvFormat.format.columns.amount': 'the name of a column',
  'saveCsvFormat.format.columns.credit': 'the name of a column',
  'saveCsvFormat.format.columns.debit': 'the name of a column',
  'saveCsvFormat.format.columns.payer': 'the name of a column',
  'saveCsvFormat.format.columns.reference': 'the name of a column',
  'saveCsvFormat.format.columns.entryReference': 'the name of a column',
  'saveCsvFormat.format.columns.balance': 'the name of a column',
  'saveCsvFormat.format.columns.direction': 'the name of a column',
  'saveCsvFormat.format.directionWords.credit': 'a word of the bank’s file',
  'saveCsvFormat.format.directionWords.debit': 'a word of the bank’s file',
  'proposeAssignment.shop': 'the code of a shop',
  'proposeReturn.reason': 'read by operators only',
  'proposeMovement.reference': 'read by operators only',
  'proposeMovement.supplier': 'read by operators only',
  'proposeMovement.billNumber': 'read by operators only',
  'proposeMovement.note': 'read by operators only',
  'refuseMovement.reason': 'read by operators only',
  'proposeReversal.reason': 'read by operators only',
  'proposeAdjustment.shop': 'the code of a shop',
  'proposeAdjustment.note': 'read by operators only',
  'closeUnbookedEvent.note': 'read by operators only',
  'restrictShop.evidence': 'read by operators only',
  'addShopNote.text': 'read by operators only',
  'claimWork.reason': 'read by operators only',
  'snoozeWork.reason': 'read by operators only',
  'setConversationState.reason': 'read by operators only',
  'noteConversation.text': 'read by operators only',
  'saveReply.name': 'read by operators only',
  'retryDeadline.step': 'no text',
  'searchOrders.carrier': 'a search',
  'exportOrders.carrier': 'a search',
  'exportBankLines.account': 'a search',
  'exportBankLines.reference': 'a search',
  'createCategory.slug': 'no text',
  'createProducts.products[].categorySlug': 'no text',
  'createCategory.names{}': 'the catalogue’s, written by suppliers and reviewed as goods',
  'createProducts.products[].code': 'the supplier’s article number',
  'createProducts.products[].name': 'the catalogue’s, written by suppliers and reviewed as goods',
  'createProducts.products[].texts[].name': 'the catalogue’s, written by suppliers and reviewed as goods',
  'createProducts.products[].texts[].description': 'the catalogue’s, written by suppliers and reviewed as goods',
  'createProducts.products[].variants[].options[].name': 'a word of the goods, such as Colour or Red',
  'createProducts.products[].variants[].options[].value': 'a word of the goods, such as Colour or Red',
  'previewProductChange.change.variants[].options[].name': 'a word of the goods, such as Colour or Red',
  'previewProductChange.change.variants[].options[].value': 'a word of the goods, such as Colour or Red',
  'changeProducts.change.variants[].options[].name': 'a word of the goods, such as Colour or Red',
  'changeProducts.change.variants[].options[].value': 'a word of the goods, such as Colour or Red',
  'createProducts.products[].description': 'the catalogue’s, written by suppliers and reviewed as goods',
  'changeCategory.names{}': 'the catalogue’s, written by suppliers and reviewed as goods',
  'createSupplier.name': 'read by operators only',
  'createSupplier.contact': 'read by operators only',
  'createSupplier.terms': 'read by operators only',
  'changeSupplier.name': 'read by operators only',
  'changeSupplier.contact': 'read by operators only',
  'changeSupplier.terms': 'read by operators only',
  'saveProductText.text.name': 'the catalogue’s, written by suppliers and reviewed as goods',
  'saveProductText.text.description': 'the catalogue’s, written by suppliers and reviewed as goods',
  'saveProductPictures.pictures[].alt': 'the catalogue’s, written by suppliers and reviewed as goods',
  'previewProductChange.selection.filter.search': 'a search',
  'changeProducts.selection.filter.search': 'a search',
  'changeProducts.digest': 'no text',
  'adjustStock.note': 'read by operators only',
  'mapImport.columns[]': 'no text',
  'exportFile.filter{}': 'a search',
  'confirmPayout.reference': 'the bank’s number of a payment, shown as such',
}

test('every free text of an operators’ endpoint is a staff text or is exempt with a reason', () => {
  const found = Object.entries(endpoints).flatMap(([name, endpoint]) =>
    endpoint.access.who === 'operator' || name === 'operatorLogin'
      ? [...freeTexts(endpoint.input as unknown as Schema, name)]
      : [],
  )
  expect(found.filter(([, staff]) => staff).length).toBeGreaterThan(8)
  expect(found.filter(([path, staff]) => !staff && !(path in exempt)).map(([path]) => path)).toEqual([])
})
