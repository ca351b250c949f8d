/** Every list of the APIs continues by a cursor, or is named here with the reason why it has an end. */
import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'

/**
 * Lists without a cursor. A list that grows with time or with the number of shops, buyers or orders is not among
 * them.
 */
const ended: Record<string, string> = {
  searchPlatform: 'five of a kind',
  settingHistory: 'the versions of one setting, each signed by two people',
  bestSellers: 'ten products',
  hotProducts: 'ten products',
  salesCurve: 'the days of a period',
  createProducts: 'the products of the request',
  depositCounts: 'one row a desk',
  workCounts: 'one row a kind',
  demoLoginCode: 'demo only, the last ones',
  demoOperatorOutbox: 'demo only, the last ones',
  demoOutbox: 'demo only, the last ones',
  listApiKeys: 'a limited number a shop',
  listCarriers: 'the carriers of the platform, which operators add',
  listWebhooks: 'a limited number a shop',
  listBankAccounts: 'the accounts of the settings',
  listPaymentAccounts: 'the accounts of the settings',
  trialBalance: 'one row an account of the chart',
  listCategories: 'the categories of the platform',
  operatorCategories: 'the categories of the platform',
  shopCategories: 'a limited number a shop',
  orderViews: 'a limited number a merchant',
  listDestinations: 'a limited number a shop',
  paymentPasskeys: 'a limited number a merchant',
  listPasskeys: 'a limited number an operator',
  listSessions: 'a limited number a person',
  listOperatorSessions: 'a limited number a person',
  listOperatorInvitations: 'those that can still be used, for some days each',
  findBuyers: 'found by words, and those who are blocked',
  listShopNotes: 'the last hundred notes about a shop',
  listSigners: 'the operators of one desk',
  listSupportOperators: 'the operators of one desk',
  ownPrivacyRequests: 'one open request, and a limit a day',
  listChainPayouts: 'the work of now: each is signed and gone',
  orderBooks: 'the postings of one order',
  chainRecords: 'continues by `after`, the number in the chain',
  dailyRoots: 'continues by `before`, a day',
  importRows: 'continues by `after`, the number of the row',
  buyerConversation: 'continues by `before`, the number of the message',
  supportConversation: 'continues by `before`, the number of the message',
  readConversation: 'continues by `before`, the number of the message',
  readOrderTalk: 'continues by `before`, the number of the message',
  viewShopTalk: 'continues by `before`, the number of the message',
}

type Shape = Record<string, { _zod: { def: { type: string } } }>
const shapeOf = (schema: unknown): Shape =>
  (schema as { _zod?: { def: { shape?: Shape } } } | undefined)?._zod?.def.shape ?? {}
const lists = Object.entries(endpoints)
  .map(([name, endpoint]) => ({ name, input: shapeOf(endpoint.input), response: shapeOf(endpoint.response) }))
  .filter(({ response }) => response['list']?._zod.def.type === 'array')

test('every list has a cursor in its input and its response, or a reason why it has an end', () => {
  expect(lists.length).toBeGreaterThan(70)
  const without = lists.filter(({ input, response }) => !('cursor' in input && 'cursor' in response))
  expect(without.map(({ name }) => name).filter((name) => !ended[name])).toEqual([])
  // A cursor on one side only continues nothing.
  const half = lists.filter(({ input, response }) => 'cursor' in input !== 'cursor' in response)
  expect(half.map(({ name }) => name)).toEqual([])
  const named = new Set(without.map(({ name }) => name))
  expect(Object.keys(ended).filter((name) => !named.has(name))).toEqual([])
  for (const { name, input } of without.filter((list) => ended[list.name]!.startsWith('continues by')))
    expect(Object.keys(input), name).toContain(/`(\w+)`/.exec(ended[name]!)![1])
})
