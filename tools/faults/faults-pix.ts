/** Faults of what buyers pay by PIX: who says that it came, what it pays, and what goes back. */
import { fault, schemaOf, type Fault } from './fault.ts'

const payments = 'apps/server/src/modules/money/payments'
const orders = 'apps/server/src/modules/selling/orders'
const tests = [`${payments}/pix.test.ts`]

export const pixFaults: Fault[] = [
  fault(
    'a PIX payment of another amount is proposed as the payment of an order',
    `${payments}/pix-store.ts`,
    `p.captured_at is null and p.centavos = n.amount and not exists (`,
    `p.captured_at is null and not exists (`,
    tests,
  ),
  fault(
    'the database lets a credit of another amount pay an order',
    schemaOf('orders', 'schema-payments'),
    `line.currency <> 'BRL' or line.amount <> new.centavos
      or strpos`,
    `line.currency <> 'BRL' or strpos`,
    tests,
  ),
  fault(
    'the database lets a credit pay an order that it does not name',
    schemaOf('orders', 'schema-payments'),
    `
      or strpos(upper(line.reference), new.reference) = 0`,
    ``,
    tests,
  ),
  fault(
    'an order is paid by PIX without the signature of a second person',
    schemaOf('orders', 'schema-payments'),
    `a.kind = 'payment.pix' and a.state = 'open' and a.subject_id = new.order_id::text and s.signer = new.confirmed_by
`,
    `true or s.signer = new.confirmed_by
`,
    tests,
  ),
  fault(
    'the server may take back what was paid by PIX',
    schemaOf('orders', 'schema-payments'),
    `    or old.captured_at is not null and (new.captured_at, new.bank_line_id, new.bank_line_importer, new.confirmed_by)
      is distinct from (old.captured_at, old.bank_line_id, old.bank_line_importer, old.confirmed_by)
`,
    ``,
    tests,
  ),
  fault(
    'an unpaid order without a PIX code waits as long as the server likes',
    schemaOf('orders'),
    `or not exists (
    select from payment p where p.shop_id = new.shop_id and p.order_id = new.id and p.processor = 'pix' and p.pay_by <= old.pay_until)`,
    ``,
    tests,
  ),
  fault(
    'a credit that a person refused is proposed again',
    `${payments}/pix-store.ts`,
    `a.state in ('open', 'refused')`,
    `a.state in ('open')`,
    tests,
  ),
  fault(
    'a PIX payment for sold-out goods cannot be signed at all',
    `${orders}/placing/stock-hold.ts`,
    `    if (!(error instanceof Refusal)) throw error
    // Of several`,
    `    throw error
    // Of several`,
    tests,
  ),
  fault(
    'each part of a PIX refund is rounded alone',
    schemaOf('orders', 'schema-payments'),
    `(2 * p.centavos * (before.cents + new.amount) + p.amount) / (2 * p.amount) - before.centavos`,
    `(2 * p.centavos * new.amount + p.amount) / (2 * p.amount)`,
    tests,
  ),
  fault(
    'a refund of PIX waits for a processor',
    `${orders}/ending/refund-buyer.ts`,
    `byHand: payment.processor === 'pix' ? pixByHand : null`,
    `byHand: null`,
    tests,
  ),
  fault(
    'a refund of PIX is paid in dollars',
    schemaOf('orders', 'schema-payments'),
    `or line.currency <> (case when new.centavos is null then 'USD' else 'BRL' end)
      or line.amount <> coalesce(new.centavos, new.amount - new.withheld) then`,
    `or line.amount <> (case line.currency when 'USD' then new.amount - new.withheld else new.centavos end) then`,
    tests,
  ),
  fault(
    'the check of the bank account leaves PIX payments out',
    'apps/server/src/modules/money/reconciliation/store.ts',
    `where p.processor = 'pix' and p.captured_at is not null
`,
    `where p.processor = 'pix' and p.captured_at is null
`,
    tests,
  ),
  fault(
    'a card stays open beside the PIX code',
    `${payments}/open-pix.ts`,
    `    if (!(await closeAtProcessor(ctx, processor, other.id, other.reference!))) refuse('payment/in-progress')
`,
    ``,
    tests,
  ),
  fault(
    'a card is opened for what the bank has already',
    `${payments}/open-checkout.ts`,
    `        if (credits.some(({ state, exact }) => state === 'seen' && exact)) refuse('payment/in-progress')
`,
    ``,
    tests,
  ),
  fault(
    'the code stays on the page after its time',
    'apps/server/src/modules/selling/storefront/serve-pix.ts',
    `      payment.closed_at ||
      payment.pay_by <= now`,
    `      payment.closed_at`,
    tests,
  ),
]
