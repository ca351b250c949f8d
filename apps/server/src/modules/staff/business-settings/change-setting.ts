/** A change of a business setting: proposed by one owner, signed by another, and never for what was made before. */
import { isDeepStrictEqual } from 'node:util'
import {
  businessSettings,
  isWorse,
  parseSetting,
  settingNames,
  settingText,
  settingValue,
  type SettingName,
  type SettingValue,
} from '@quayside/contract/settings'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { initialValue } from '../../../platform/business-settings.ts'
import { addTime, days, minutes, parseInstant } from '../../../platform/jobs/clock.ts'
import { emitEvents, notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { invariant, refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineActKind, parseActBody } from '../acts/act.ts'
import { proposeAct } from '../acts/propose-act.ts'
import { insertVersion, listVerifiedShops, listVersions, lockSetting, type VersionRow } from './store.ts'

/**
 * From the signature to the first use of a value. Longer than every copy of the server needs to hear of it, so all of
 * them change at the same instant. The database has the same.
 */
const shortestLead = minutes(1)
/** Events in one statement. */
const batchSize = 1000

/** The names that `recharge.closed` takes: the channels and networks of this installation. */
export const rechargeNames = ({ money }: AppContext['settings']): string[] => [
  'card',
  ...(money.pix ? ['pix'] : []),
  ...money.payees.map(({ network }) => `manual-${network}`),
  ...money.chains.map(({ network }) => `chain-${network}`),
]

/** The value that counts at an instant; undefined before the first version. `versions`: newest first. */
export const versionAt = <V extends Pick<VersionRow, 'effective_at'>>(
  versions: readonly V[],
  at: Date,
): V | undefined => versions.find(({ effective_at: from }) => from <= at)

/**
 * When a value that is signed now can count: what is worse for merchants than now, or than announced, needs its notice.
 */
function earliestStart(
  name: SettingName,
  { versions, before, value }: { versions: readonly VersionRow[]; before: SettingValue; value: SettingValue },
  now: Date,
): Date {
  const setting = businessSettings[name]
  const held = versionAt(versions, now)?.value ?? versions.at(-1)?.before ?? before
  const notice = setting.kind === 'number' && setting.merchants ? days(setting.merchants.noticeDays) : 0
  const needsNotice = isWorse(name, held, value) || isWorse(name, before, value)
  return addTime(now, needsNotice ? notice : shortestLead)
}

const changeBody = z.strictObject({
  name: z.enum(settingNames),
  /** The number of the new version. */
  version: z.int(),
  before: settingValue,
  value: settingValue,
  /** Null: as soon as the notice period allows after the signature. */
  from: z.nullable(z.string()),
  reason: z.string(),
})
type ChangeBody = z.output<typeof changeBody>

/** The number of the next version, and the value that it replaces. `versions`: newest first. */
const nextVersion = (ctx: AppContext, name: SettingName, [last]: readonly VersionRow[]) => ({
  version: (last?.version ?? 0) + 1,
  before: last?.value ?? initialValue(ctx.settings, name),
})

/** Proposes a value. Returns the id of the act, and when the value could count if it was signed now. */
export async function proposeSetting(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  input: { name: SettingName; value: SettingValue; from: string | null; reason: string },
  now: Date,
): Promise<{ actId: string; earliest: string }> {
  const { name, reason } = input
  const parsed = parseSetting(name, input.value)
  if (!parsed) return refuseFields({ value: 'field/invalid' })
  const { value } = parsed
  if (name === 'recharge.closed') {
    const known = rechargeNames(ctx.settings)
    if (!(value as string[]).every((one) => known.includes(one))) return refuseFields({ value: 'field/invalid' })
  }
  await lockSetting(tx, name)
  const versions = await listVersions(tx, name)
  const { before } = nextVersion(ctx, name, versions)
  if (isDeepStrictEqual(value, before)) refuse('setting/unchanged')
  const earliest = earliestStart(name, { versions, before, value }, now)
  const from = input.from === null ? null : parseInstant(input.from)
  if (from && from < earliest) refuse('setting/too-early', { date: earliest.toISOString() })
  const actId = await proposeAct<ChangeBody>(tx, {
    kind: 'setting.change',
    desk: 'owner',
    shopId: null,
    subject: { kind: 'setting', id: name },
    body: { name, ...nextVersion(ctx, name, versions), value, from: from?.toISOString() ?? null, reason },
    proposedBy: operatorId,
    now,
  })
  await notifyOperators(tx, ['settings'])
  return { actId, earliest: earliest.toISOString() }
}

/** The value that an act proposes, and when it is to count. */
export function proposedOf(document: string): Pick<ChangeBody, 'value' | 'from'> {
  const { value, from } = z.parse(changeBody, parseActBody(document))
  return { value, from }
}

export const settingAct = defineActKind({
  kind: 'setting.change',
  schema: changeBody,
  describe: ({ name, before, value, from, reason }) => [
    { label: 'setting', value: name, format: 'code' },
    { label: 'before', value: settingText(name, before), format: 'text' },
    { label: 'after', value: settingText(name, value), format: 'text' },
    ...(from === null ? [] : [{ label: 'from', value: from, format: 'time' as const }]),
    { label: 'reason', value: reason, format: 'text' },
  ],
  /** The signers knew another value if there was a version since, or if the environment has another one. */
  async lock(ctx, tx, signed) {
    await lockSetting(tx, signed.name)
    const versions = await listVersions(tx, signed.name)
    return { subject: versions, body: { ...signed, ...nextVersion(ctx, signed.name, versions) } }
  },
  async execute(_ctx, tx, versions, { name, version, before, value, from, reason }, act) {
    const { id, proposedBy, signers, now } = act
    const earliest = earliestStart(name, { versions, before, value }, now)
    const effectiveAt = from === null ? earliest : new Date(from)
    // A signature that comes late would shorten the notice.
    if (effectiveAt < earliest) refuse('setting/too-early', { date: earliest.toISOString() })
    const signedBy = signers.at(-1)
    invariant(signedBy, 'settings: a change runs with its last signature')
    const setting = businessSettings[name]
    const concerned = setting.kind === 'number' && setting.merchants !== null
    const shops = concerned ? await listVerifiedShops(tx) : []
    await insertVersion(tx, {
      name,
      version,
      before,
      value,
      reason,
      act_id: id,
      proposed_by: proposedBy,
      signed_by: signedBy,
      signed_at: now,
      effective_at: effectiveAt,
      told: concerned ? shops.length : null,
    })
    const data = { setting: name, before, value, from: effectiveAt.toISOString() }
    for (let start = 0; start < shops.length; start += batchSize)
      await emitEvents(
        tx,
        shops.slice(start, start + batchSize).map((shopId) => ({ name: 'setting.changed', shopId, at: now, data })),
        ['shop'],
      )
    await notifyOperators(tx, ['settings'])
  },
  async abandon(_ctx, tx) {
    await notifyOperators(tx, ['settings'])
  },
})
