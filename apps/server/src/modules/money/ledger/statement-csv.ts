import { createHash } from 'node:crypto'
import {
  asDecimal,
  factRow,
  fileStart,
  headRow,
  movementRow,
  signatureRow,
  signedText,
} from '@quayside/contract/statement-file'
import type { StatementKey } from '../../../platform/security/statement-key.ts'
import { hexOf, movementsOf, wordsOf, type Statement, type StatementRow } from './statement.ts'

/**
 * The statement as CSV in pieces, followed by the signature of all of them. `pages` are all records of the period in
 * order.
 */
export async function* csvOf(
  statement: Statement,
  pages: AsyncIterable<readonly StatementRow[]>,
  key: StatementKey,
): AsyncGenerator<string, void> {
  const digest = createHash('sha256')
  for await (const text of contentOf(statement, pages)) {
    digest.update(text)
    yield text
  }
  yield signatureRow(key.signature(signedText(digest.digest('hex'))))
}

async function* contentOf(
  statement: Statement,
  pages: AsyncIterable<readonly StatementRow[]>,
): AsyncGenerator<string, void> {
  const { frame, account, from, to, madeAt, demo } = statement
  const words = wordsOf(statement)
  const { t } = words
  const amount = (label: string, key: string, cents: bigint) => factRow(label, asDecimal(cents), key, String(cents))

  yield fileStart(t('finance.statement'))
  if (demo) yield factRow(t('common.demo'), '', 'demo', '1')
  yield factRow(t('my.shop-code'), frame.shop, 'shop', frame.shop)
  if (frame.shopName) yield factRow(t('register.shop-name'), frame.shopName, 'shop-name', '')
  if (frame.verifiedName) yield factRow(t('finance.name'), frame.verifiedName, 'verified-name', '')
  yield factRow(t('funds.tabs'), t(`funds.${account}`), 'kind', account)
  yield factRow('', '', 'account', String(frame.accountId ?? ''))
  yield factRow(t('finance.from'), from, 'from', from)
  yield factRow(t('finance.to'), to, 'to', to)
  yield factRow(t('finance.zone'), frame.timeZone, 'zone', frame.timeZone)
  yield factRow('', '', 'before', String(frame.before))
  yield factRow(t('finance.before'), hexOf(frame.previous), 'previous', hexOf(frame.previous))
  yield amount(t('finance.opening'), 'opening', frame.opening)
  yield headRow(
    (['record', 'date', 'movement', 'cause', 'in', 'out', 'balance'] as const).map((name) => t(`finance.${name}`)),
  )
  const sums = { in: 0n, out: 0n }
  let previous = hexOf(frame.previous)
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      const hash = hexOf(row.hash)
      text += movementRow({
        date: row.local,
        movement: words.movement(row),
        cause: words.cause(row),
        transfer: row.transfer_id,
        line: row.line,
        account: frame.accountId!,
        side: row.side,
        amount: row.amount,
        seq: row.seq,
        balanceAfter: row.balance_after,
        previousHash: previous,
        hash,
        hashVersion: row.hash_version,
        event: row.event,
        ref: row.ref,
        at: row.micros,
        sealed: row.sealed,
      })
      previous = hash
      if (row.side === 'C') sums.in += row.amount
      else sums.out += row.amount
    }
    yield text
  }
  yield amount(`${t('finance.sums')}: ${t('finance.in')}`, 'in', sums.in)
  yield amount(`${t('finance.sums')}: ${t('finance.out')}`, 'out', sums.out)
  yield amount(t('finance.closing'), 'closing', frame.closing)
  yield factRow('', '', 'records', String(movementsOf(statement)))
  yield factRow(t('finance.head'), hexOf(frame.head), 'head', hexOf(frame.head))
  yield factRow(t('finance.made'), words.moment(madeAt), 'made', madeAt.toISOString())
  yield factRow('', '', 'end', '1')
}
