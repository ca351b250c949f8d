import * as contract from '@quayside/contract/settings'
import { settingNames, type SettingName } from '@quayside/contract/settings'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { proposeSetting, rechargeNames, proposedOf, versionAt } from './change-setting.ts'
import { listAllVersions, listHistory, listKeys, listProposals } from './store.ts'

export const settingRoutes = (): Route[] => [
  defineRoute(
    contract.listSettings,
    async ({ ctx, now }, _input, db) => {
      const [versions, proposals, keys] = await Promise.all([listAllVersions(db), listProposals(db, now), listKeys(db)])
      return {
        settings: settingNames.map((name) => {
          const own = versions.filter((one) => one.name === name)
          const current = versionAt(own, now)
          // Only the latest decision is still to come: it replaced an earlier one that had not begun.
          const next = own[0] && own[0].effective_at > now ? own[0] : undefined
          const proposal = proposals.find((one) => one.name === name)
          return {
            name,
            value: ctx.business.at(name, now),
            since: current?.effective_at.toISOString() ?? null,
            next: next ? { value: next.value, from: next.effective_at.toISOString() } : null,
            proposal: proposal
              ? {
                  actId: proposal.act_id,
                  ...proposedOf(proposal.document),
                  by: { id: proposal.by_id, name: proposal.by_name, staffNumber: proposal.by_number },
                  expiresAt: proposal.expires_at.toISOString(),
                }
              : null,
            options: optionsOf(name, ctx),
          }
        }),
        keys: keys.map(({ name, since }) => ({ name, since: since.toISOString() })),
      }
    },
    { audit: { unwritten: 'Settings are no personal data.' } },
  ),

  defineRoute(
    contract.settingHistory,
    async ({ now }, { name }, db) => {
      const rows = await listHistory(db, name)
      const current = versionAt(rows, now)
      return {
        list: rows.map((row) => ({
          version: row.version,
          before: row.before,
          value: row.value,
          reason: row.reason,
          actId: row.act_id,
          proposedBy: { id: row.proposed_by, name: row.proposer_name, staffNumber: row.proposer_number },
          signedBy: { id: row.signed_by, name: row.signer_name, staffNumber: row.signer_number },
          signedAt: row.signed_at.toISOString(),
          from: row.effective_at.toISOString(),
          state: stateOf(row, { rows, current }, now),
          told: row.told,
        })),
      }
    },
    { audit: { unwritten: 'Settings are no personal data.' } },
  ),

  defineRoute(
    contract.proposeSetting,
    ({ ctx, actor, now }, input, tx) => proposeSetting(ctx, tx, actor.operatorId, input, now),
    {
      audit: {
        subject: 'setting',
        act: 'proposed',
        id: ({ name }) => name,
        detail: ({ value, from }, response) => ({ value, from, actId: response?.actId }),
      },
    },
  ),
]

const optionsOf = (name: SettingName, { settings }: Parameters<typeof proposeSetting>[0]): string[] | null =>
  name === 'recharge.closed' ? rechargeNames(settings) : null

type Placed = { version: number; effective_at: Date }
/** A version that a later decision overtook never counts again. */
function stateOf(row: Placed, { rows, current }: { rows: readonly Placed[]; current: Placed | undefined }, now: Date) {
  const overtaken = rows.some((other) => other.version > row.version && other.effective_at <= row.effective_at)
  if (overtaken) return 'replaced' as const
  if (row.effective_at > now) return 'planned' as const
  return row.version === current?.version ? ('in-force' as const) : ('past' as const)
}
