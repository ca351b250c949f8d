import { closingReasons, restrictionScopes, type ClosingReason, type RestrictionScope } from '@quayside/contract'
import { SelectField, TextArea } from '@quayside/ui'
import { Section } from '../../components/FactList.tsx'
import { createText, t } from '../../lib/texts.ts'
import shops from '../../locales/en/shops.ts'

const text = createText(shops)

export type Proposal = {
  scope: RestrictionScope | ''
  reason: ClosingReason | ''
  text: string
  evidence: string
  from: 'now' | '7' | '14'
  end: 'none' | '7' | '30' | '90'
}
export const emptyProposal: Proposal = { scope: '', reason: '', text: '', evidence: '', from: '7', end: '30' }

const day = 86_400_000

/** The input of the endpoint; null while something is missing. */
export function requestOf({ scope, reason, text: words, evidence, from, end }: Proposal) {
  if (!scope || !reason || words.trim().length < 5 || evidence.trim().length < 5) return null
  // A minute more than the notice period: the server's clock decides.
  const start = from === 'now' ? Date.now() : Date.now() + Number(from) * day + 60_000
  return {
    scope,
    reason,
    text: words.trim(),
    evidence: evidence.trim(),
    effectiveAt: new Date(start).toISOString(),
    endsAt: end === 'none' ? null : new Date(start + Number(end) * day).toISOString(),
  }
}

/** What stops, why, from when and until when. */
export function RestrictionForm({
  proposal,
  onProposal,
  fields,
}: {
  proposal: Proposal
  onProposal: (proposal: Proposal) => void
  /** Refusals by field. */
  fields: Record<string, string>
}) {
  const change = (part: Partial<Proposal>) => onProposal({ ...proposal, ...part })
  return (
    <Section title={text('shops.propose')}>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <SelectField
          label={text('shops.scope')}
          value={proposal.scope}
          onChange={({ target }) => change({ scope: target.value as RestrictionScope })}
        >
          <option value="">{t('common.none')}</option>
          {restrictionScopes.map((scope) => (
            <option key={scope} value={scope}>
              {text(`shops.scope.${scope}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('shops.reason')}
          value={proposal.reason}
          onChange={({ target }) => change({ reason: target.value as ClosingReason })}
        >
          <option value="">{t('common.none')}</option>
          {closingReasons.map((reason) => (
            <option key={reason} value={reason}>
              {text(`shops.reason.${reason}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('shops.propose.from')}
          value={proposal.from}
          onChange={({ target }) => change({ from: target.value as Proposal['from'] })}
        >
          {(['7', '14', 'now'] as const).map((value) => (
            <option key={value} value={value}>
              {text(`shops.propose.from.${value}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('shops.propose.end')}
          value={proposal.end}
          onChange={({ target }) => change({ end: target.value as Proposal['end'] })}
        >
          {(['7', '30', '90', 'none'] as const).map((value) => (
            <option key={value} value={value}>
              {text(`shops.propose.end.${value}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label={text('shops.propose.text')}
        error={fields['text']}
        rows={2}
        dir="auto"
        maxLength={500}
        value={proposal.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <TextArea
        label={text('shops.propose.evidence')}
        error={fields['evidence']}
        rows={2}
        dir="auto"
        maxLength={2000}
        value={proposal.evidence}
        onChange={({ target }) => change({ evidence: target.value })}
      />
    </Section>
  )
}
