/** Faults in the business settings: two people, notice, history, and the copies of the server. */
import { fault, schemaOf, type Fault } from './fault.ts'

const tests = ['apps/server/src/modules/staff/business-settings/settings.test.ts']

export const settingFaults: Fault[] = [
  fault(
    'the database takes a setting in the name of somebody who did not sign',
    schemaOf('business-settings'),
    `    or not exists (select from act_signature g where g.act_id = a.id and g.signer = new.signed_by and g.signed_at = new.signed_at)\n`,
    ``,
    tests,
  ),
  fault(
    'the database takes a setting that differs from the signed act',
    schemaOf('business-settings'),
    ` or said -> 'value' is distinct from new.value\n`,
    `\n`,
    tests,
  ),
  fault(
    'the database lets a change for the worse begin without its notice',
    schemaOf('business-settings'),
    `    lead := make_interval(days => s.notice_days);`,
    `    lead := interval '1 minute';`,
    tests,
  ),
  fault(
    'the history of the settings can be rewritten',
    schemaOf('business-settings'),
    `create trigger setting_version_kept before delete or update on setting_version for each row
  execute function refuse_change();
`,
    ``,
    tests,
  ),
  fault(
    'a copy of the server does not hear of a changed setting',
    'apps/server/src/platform/business-settings.ts',
    `topic === 'settings' || topic === 'resync'`,
    `topic === 'resync'`,
    tests,
  ),
  fault(
    'a change that was taken back still begins',
    'apps/server/src/platform/business-settings.ts',
    `from setting_version order by version desc`,
    `from setting_version order by effective_at desc`,
    tests,
  ),
  fault(
    'a late signature of a setting fails without a sentence',
    'apps/server/src/modules/staff/business-settings/change-setting.ts',
    `    if (effectiveAt < earliest) refuse('setting/too-early', { date: earliest.toISOString() })`,
    ``,
    tests,
  ),
  fault(
    'products stay on the shelf at a loss after a rise of the commission',
    'apps/server/src/modules/shop/listings/apply-commission.ts',
    `    if ((await claimBegunCommission(tx, now)).length === 0) return 0`,
    `    if ((await claimBegunCommission(tx, now)).length >= 0) return 0`,
    tests,
  ),
]
