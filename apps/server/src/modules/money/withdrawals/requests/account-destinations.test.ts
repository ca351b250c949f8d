/** Withdrawals to bank accounts and cards: validation, the bank file, and numbers that are erased. */
import { readFile } from 'node:fs/promises'
import {
  accountCountries,
  accountFormOf,
  addDestination,
  approveWithdrawal,
  cancelWithdrawal,
  checkDestination,
  confirmPayout,
  ibanCountries,
  listDestinations,
  makeBankFile,
  removeDestination,
  setPaymentPassword,
  withdrawalDetail,
  withdrawDetail,
} from '@quayside/contract'
import { countrySpecs } from 'ibantools'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  aMerchant,
  anOperator,
  cardNumber,
  creditMerchant,
  loginPassword,
  paymentPassword,
  realName,
  withdraw,
  type TestMerchant,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../../platform/database/postgres.ts'
import { bankHolderOf, parseBankAccount } from './destination.ts'

let server: TestServer
let shop: TestMerchant
let finance: { token: string; id: string }
const bank = { holder: realName, bankName: 'Harbour Bank' }
const irish = { country: 'IE', account: 'IE29 AIBK 9311 5212 3456 78', bankCode: 'aibkie2d' }
const american = { country: 'US', account: '000123456789', bankCode: '021000021' }

const save = async (destination: object): Promise<string> => {
  server.app.ctx.settings.money.coolDown = 0
  const { id } = await server.must(addDestination, { ...bank, ...destination, paymentPassword } as never, {
    token: shop.token,
  })
  return id
}
const sealedOf = async (id: string) =>
  (await queryOne(server.owner, sql<{ sealed: Buffer | null }>`select sealed from destination where id = ${id}`))!
    .sealed
const approved = async (destinationId: string, amount: string) => {
  const made = await withdraw(server, shop, destinationId, amount)
  await server.must(approveWithdrawal, { shopId: shop.shopId, id: made.id }, { token: finance.token, key: newId() })
  return made
}
const makeFile = (batchId?: string) =>
  server.call(makeBankFile, batchId ? { batchId } : {}, { token: finance.token, key: newId() })

beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D' }
  shop = await aMerchant(server)
  const code = { code: paymentPassword, again: paymentPassword, loginPassword }
  await server.must(setPaymentPassword, code, { token: shop.token })
  await creditMerchant(server, shop, '5000')
  finance = await anOperator(server, 'finance')
})
afterAll(() => server.close())

test('the countries with IBAN are those of the register, and each country has one form', () => {
  const register = Object.entries(countrySpecs).flatMap(([code, { IBANRegistry }]) => (IBANRegistry ? [code] : []))
  // Territories whose accounts have the IBAN of their country.
  const territories = ['AX', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT']
  expect([...ibanCountries].toSorted()).toEqual(register.filter((code) => !territories.includes(code)).toSorted())
  expect(new Set(accountCountries).size).toBe(accountCountries.length)
  expect(['IE', 'US', 'SG', 'KP'].map(accountFormOf)).toEqual(['iban', 'clearing', 'bic', null])
})

test.each([
  ['an IBAN with spaces, the BIC in small letters', 'IE', irish.account, irish.bankCode, 'IE29AIBK93115212345678'],
  ['an American account', 'US', '000123456789', '0210-0002-1', '000123456789'],
  ['an Indian account', 'IN', '50100123456789', 'hdfc0000123', '50100123456789'],
  ['an account with BIC', 'SG', '001-234567-8', 'DBSSSGSG', '0012345678'],
])('%s is taken', (_name, country, account, bankCode, becomes) => {
  expect(parseBankAccount(country, account, bankCode)).toMatchObject({ account: becomes })
})

test.each([
  [
    'an IBAN with a wrong check digit',
    'IE',
    'IE28AIBK93115212345678',
    'AIBKIE2D',
    { account: 'destination/iban-invalid' },
  ],
  ['an IBAN of another country', 'DE', irish.account, 'AIBKIE2D', { account: 'destination/iban-invalid' }],
  ['a BIC that is too short', 'IE', irish.account, 'AIBKIE', { bankCode: 'destination/bic-invalid' }],
  [
    'a routing number with a wrong check digit',
    'US',
    '000123456789',
    '021000022',
    { bankCode: 'destination/routing-invalid' },
  ],
  ['an account number without digits', 'US', 'ABCDEF', '021000021', { account: 'destination/account-invalid' }],
  ['a country that is not supported', 'KP', '123456', 'X', { country: 'destination/country-unsupported' }],
  ['no account at all', 'IE', '', '', { account: 'destination/iban-invalid', bankCode: 'destination/bic-invalid' }],
])('%s is refused at its field', (_name, country, account, bankCode, problems) => {
  expect(parseBankAccount(country, account, bankCode)).toEqual({ problems })
})

test('a saved account shows its country and ending only, and is the same account however it is typed', async () => {
  const offers = (await server.must(listDestinations, {}, { token: shop.token })).offers
  // A bank that pays by file offers accounts first.
  expect(offers).toMatchObject({ bank: true, bankKinds: ['account', 'card'] })
  const id = await save({ method: 'account', ...irish })
  expect(await save({ method: 'account', ...irish, country: 'ie', account: 'ie29aibk93115212345678' })).toBe(id)
  const { list } = await server.must(listDestinations, {}, { token: shop.token })
  expect(list).toMatchObject([{ id, kind: 'account', method: 'bank', country: 'IE', ending: '5678', payable: true }])
  expect(JSON.stringify(list)).not.toContain('AIBK')
  const wrong = await server.call(
    checkDestination,
    { ...bank, method: 'account', ...irish, holder: 'Somebody Else', account: 'IE00', bankCode: '1' },
    { token: shop.token },
  )
  expect(Object.keys(wrong.fields!).toSorted()).toEqual(['account', 'bankCode', 'holder'])
  await server.must(removeDestination, { id }, { token: shop.token })
})

test('the bank file has BIC or clearing number, fits the message definition, and is stored nowhere', async () => {
  const targets = [
    await save({ method: 'account', ...irish }),
    await save({ method: 'account', ...american }),
    await save({ method: 'account', country: 'SG', account: '0012345678', bankCode: 'DBSSSGSG' }),
    await save({ method: 'bank', cardNumber }),
  ]
  for (const target of targets) await approved(target, '20')
  const { data } = await makeFile()
  expect(data.payments).toBe(4)
  const { file } = data
  expect(file).toMatch(/<BICFI>AIBKIE2D<\/BICFI>\s*<Nm>Harbour Bank<\/Nm>/)
  // Banks reject an address without a town.
  expect(file).not.toContain('PstlAdr')
  expect(file).toContain('<IBAN>IE29AIBK93115212345678</IBAN>')
  expect(file).toMatch(/<Cd>USABA<\/Cd>\s*<\/ClrSysId>\s*<MmbId>021000021</)
  expect(file).toMatch(/<Id>000123456789<\/Id>\s*<SchmeNm>\s*<Cd>BBAN</)
  expect(file).toMatch(/<BICFI>DBSSSGSG<\/BICFI>/)
  expect(file).toMatch(new RegExp(`<Id>${cardNumber}</Id>\\s*<SchmeNm>\\s*<Prtry>CARD<`))

  const schema = await readFile(new URL('../../../../../test/schemas/pain-001.xsd', import.meta.url), 'utf8')
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema))
  validator.validate(XmlDocument.fromString(file))
  // The schema notices what a bank would refuse.
  for (const [was, becomes] of [
    ['<BICFI>DBSSSGSG</BICFI>', '<BICFI>Harbour</BICFI>'],
    ['<Cd>BBAN</Cd>', '<Cd>ACCOUNT</Cd>'],
  ] as const)
    expect(() => validator.validate(XmlDocument.fromString(file.replace(was, becomes)))).toThrow()

  const stored = await queryAll(
    server.owner,
    sql<{ text: string }>`select answer::text as text from request_key where answer is not null
      union all select detail::text from audit_record where detail is not null`,
  )
  expect(stored.length).toBeGreaterThan(4)
  for (const { text } of stored) {
    expect(text).not.toContain(cardNumber)
    expect(text).not.toContain('93115212345678')
  }
  // The same key gives the whole file again.
  const key = newId()
  const again = () => server.must(makeBankFile, { batchId: data.batchId }, { token: finance.token, key })
  expect((await again()).file).toBe(file)
  expect((await again()).file).toBe(file)
})

test.each([
  ['Jürgen Müßiggang', 'Jurgen Mussiggang'],
  ['Søren Kjærgård', 'Soren Kjaergard'],
  ['Łukasz Wałęsa', 'Lukasz Walesa'],
  ['Đặng Thị Ánh', 'Dang Thi Anh'],
  ['Deniz Yılmaz', 'Deniz Yilmaz'],
  ['Þóra Œrsted', 'Thora Oersted'],
  ['Smith & Sons', 'Smith + Sons'],
  ['Sea–Side ★ “Ltd”', 'Sea-Side Ltd'],
  ['D’Arcy', "D'Arcy"],
  ['王小明', null],
  ['ЮРИЙ ИВАНОВ', null],
  ['محمد علي', null],
  ['Wang 王', null],
  ['123', null],
])('the name %s is written as %s', (name, written) => {
  expect(bankHolderOf({ holder: name, latin_holder: null })).toBe(written)
  expect(bankHolderOf({ holder: name, latin_holder: 'Wáng Xiǎomíng' })).toBe(written ?? 'Wang Xiaoming')
})

test('a name in another script needs the bank’s spelling; without it the payment waits and is not lost', async () => {
  const rename = (name: string) =>
    sql`update merchant set real_name = ${name} where shop_id = ${shop.shopId}`.execute(server.owner)
  const account = {
    method: 'account',
    country: 'SG',
    account: '5566778899',
    bankCode: 'DBSSSGSG',
    bankName: '招商银行',
  }
  const of = (latinHolder?: string) => ({
    ...account,
    holder: '王小明',
    ...(latinHolder === undefined ? {} : { latinHolder }),
  })
  const check = (destination: object) => server.call(checkDestination, destination as never, { token: shop.token })
  await rename('王小明')
  for (const latin of [undefined, '', '王', 'x', '123'])
    expect((await check(of(latin))).fields).toEqual({
      latinHolder: 'Enter your name in Latin letters, as your bank spells it.',
    })
  expect((await check({ ...of('Wang Xiaoming'), holder: '李小明' })).reason).toBe('destination/name-differs')
  const id = await save(of('Wáng Xiǎomíng'))
  // Saved before the bank's spelling was asked for.
  await sql`alter table destination disable trigger destination_latin_holder`.execute(server.owner)
  await sql`update destination set latin_holder = null where id = ${id}`.execute(server.owner)
  await sql`alter table destination enable trigger destination_latin_holder`.execute(server.owner)
  const made = await approved(id, '20')
  const detail = () => server.must(withdrawDetail, { id: made.id }, { token: shop.token })
  expect(await detail()).toMatchObject({ state: 'approved', waits: 'latin-name' })
  const desk = () => server.must(withdrawalDetail, { shopId: shop.shopId, id: made.id }, { token: finance.token })
  expect(await desk()).toMatchObject({ waits: 'latin-name', destination: { bankHolder: null, nameMatches: true } })
  expect((await makeFile()).reason).toBe('payout/names-missing')
  // Others are paid meanwhile.
  await rename(realName)
  await approved(await save({ method: 'account', ...irish }), '20')
  expect((await makeFile()).data).toMatchObject({ payments: 1, leftOut: 1 })
  await rename('王小明')

  // Saving the account again adds the name, once.
  expect(await save(of('Wáng Xiǎomíng'))).toBe(id)
  expect(await save(of('Somebody Else'))).toBe(id)
  expect(await detail()).toMatchObject({ state: 'approved', waits: null })
  expect(await desk()).toMatchObject({ waits: null, destination: { holder: '王小明', bankHolder: 'Wang Xiaoming' } })
  const { data } = await makeFile()
  expect(data).toMatchObject({ payments: 1, leftOut: 0 })
  expect(data.file).toMatch(/<Cdtr>\s*<Nm>Wang Xiaoming<\/Nm>\s*<\/Cdtr>/)
  expect(data.file).not.toContain('UNSPECIFIED')
  const schema = await readFile(new URL('../../../../../test/schemas/pain-001.xsd', import.meta.url), 'utf8')
  XsdValidator.fromDoc(XmlDocument.fromString(schema)).validate(XmlDocument.fromString(data.file))
  const other = sql`update destination set latin_holder = 'Somebody Else' where id = ${id}`
  await expect(other.execute(server.app.ctx.db)).rejects.toThrow('entered once')
  await sql`update destination set holder = '—' where id = ${id}`.execute(server.owner)
  const erased = await queryOne(
    server.owner,
    sql<{ latin_holder: string | null }>`select latin_holder from destination where id = ${id}`,
  )
  expect(erased!.latin_holder).toBeNull()
  await rename(realName)
})

test('a number is erased with its destination, or when the last withdrawal to it has ended', async () => {
  const used = await save({ method: 'account', ...american, account: '998877665544' })
  const unused = await save({ method: 'bank', cardNumber: '5555555555554444' })
  await server.must(removeDestination, { id: unused }, { token: shop.token })
  expect(await sealedOf(unused)).toBe(null)

  const [first, second] = [await approved(used, '30'), await withdraw(server, shop, used, '30')]
  await server.must(removeDestination, { id: used }, { token: shop.token })
  expect(await sealedOf(used)).not.toBe(null)
  const { data } = await makeFile()
  expect(data.file).toContain('998877665544')
  await server.must(cancelWithdrawal, { id: second.id }, { token: shop.token, key: newId() })
  expect(await sealedOf(used)).not.toBe(null)

  const importer = await anOperator(server, 'finance')
  const bankLineId = await aBankLine(server, importer, {
    side: 'debit',
    amount: '28.00',
    reference: first.code,
  })
  await server.must(
    confirmPayout,
    { shopId: shop.shopId, id: first.id, bankLineId },
    { token: finance.token, key: newId() },
  )
  expect(await sealedOf(used)).toBe(null)
  expect((await makeFile(data.batchId)).reason).toBe('payout/accounts-erased')
  // A destination in use keeps its number, whatever the server's role tries.
  const kept = await save({ method: 'account', ...irish })
  await expect(sql`update destination set sealed = null where id = ${kept}`.execute(server.app.ctx.db)).rejects.toThrow(
    'permission denied',
  )
})
