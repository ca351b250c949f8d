/** Faults of API keys and webhooks: what a key may do, and where a call may go. */
import { fault, type Fault } from './fault.ts'

const module = 'apps/server/src/modules/shop/integrations'
const address = 'apps/server/src/platform/http/public-address.ts'
const keys = [`${module}/api-keys.test.ts`]
const hooks = [`${module}/webhooks.test.ts`]
const addresses = ['apps/server/src/platform/http/public-address.test.ts']

export const integrationFaults: Fault[] = [
  fault(
    'an API key may call what has no scope',
    'apps/server/src/platform/security/authorize.ts',
    `scope !== undefined && scopes.includes(scope)`,
    `scope === undefined || scopes.includes(scope)`,
    keys,
  ),
  fault(
    'an API key has every scope',
    'apps/server/src/platform/security/authorize.ts',
    `scope !== undefined && scopes.includes(scope)`,
    `scopes.length > 0 && scope !== undefined`,
    keys,
  ),
  fault(
    'a revoked API key goes on working',
    `${module}/key-store.ts`,
    `where k.token_hash = \${tokenHash} and k.revoked_at is null and`,
    `where k.token_hash = \${tokenHash} and`,
    keys,
  ),
  fault(
    'a session alone makes an API key',
    `${module}/api-keys.ts`,
    `    if (!(await lockPassword(tx, merchantId, hash))) refuse('login/password-wrong')\n`,
    ``,
    keys,
  ),
  fault(
    'a withdrawal gets a scope',
    'packages/contract/src/withdrawals.ts',
    `  path: '/merchant/withdraw/request',`,
    `  path: '/merchant/withdraw/request',\n  scope: 'finance:read',`,
    keys,
  ),
  fault('the metadata address of a cloud may be called', address, `  ['169.254.0.0', 16],\n`, ``, addresses),
  fault(
    'one public address of a name is enough',
    address,
    `addresses.some(({ address }) => !isAllowed(address))`,
    `addresses.every(({ address }) => !isAllowed(address))`,
    addresses,
  ),
  fault(
    'an address is checked when it is typed only',
    'apps/server/src/platform/security/signed-webhook.ts',
    `guard.check(address.hostname).then(`,
    `Promise.resolve().then(`,
    hooks,
  ),
  fault(
    'a replay is sent under another id',
    `${module}/send-calls.ts`,
    `{ url: call.url, secrets }, call.id, body, started)`,
    `{ url: call.url, secrets }, \`\${call.id}.\${call.attempts}\`, body, started)`,
    hooks,
  ),
  fault(
    'a merchant replays a call of another shop',
    `${module}/webhook-store.ts`,
    `where shop_id = \${shopId} and id = \${id} and state <> 'waiting' returning id`,
    `where id = \${id} and state <> 'waiting' returning id`,
    hooks,
  ),
  fault(
    'two workers make the same call',
    `${module}/webhook-store.ts`,
    `where c.shop_id = f.shop_id and c.id = f.id and c.state = 'waiting' and c.not_before <= \${now}`,
    `where c.shop_id = f.shop_id and c.id = f.id`,
    hooks,
  ),
  fault(
    'a rotation ends the former secret at once',
    `${module}/send-calls.ts`,
    `if (call.former_secret && call.former_until! > started)`,
    `if (call.former_secret && call.former_until! < started)`,
    hooks,
  ),
  fault(
    'guessed tokens do not count for the general limit',
    'apps/server/src/platform/http/request-steps.ts',
    `(passage) => count(passage, rates.address, () => networkOf(passage.ip())),`,
    `(passage) => passage.endpoint.access.who === 'anyone' && count(passage, rates.address, () => networkOf(passage.ip())),`,
    ['apps/server/src/platform/http/request-rate.test.ts'],
  ),
  fault(
    'a page of any origin may call',
    'apps/server/src/platform/http/cors.ts',
    `    origin: [...origins],`,
    `    origin: true,`,
    ['apps/server/src/platform/http/request-rate.test.ts'],
  ),
]
