import {
  closingReasons,
  closingScopes,
  closingUrgent,
  restrictionScopes,
  type ClosingReason,
  type ClosingScope,
  type RestrictionScope,
} from '@quayside/contract'
import { SelectField, TextArea } from '@quayside/ui'
import { Section } from '../../components/FactList.tsx'
import { createText, t } from '../../lib/texts.ts'
import { valueName } from '../../lib/values.ts'
import shops from '../../locales/en/shops.ts'

const text = createText(shops)

export type Proposal = {
  /** What is restricted, or what of the shop is closed. */
  scope: RestrictionScope | `closing-${ClosingScope}` | ''
  reason: ClosingReason | ''
  text: string
  evidence: string
  from: 'now' | '7' | '14'
  end: 'none' | '7' | '30' | '90'
}
export const emptyProposal: Proposal = { scope: '', reason: '', text: '', evidence: '', from: '7', end: '30' }

const day = 86_400_000

/** Why a closing or a restriction does not begin at once; undefined when it may. */
const isTooEarly = ({ from, reason }: Proposal): boolean =>
  from === 'now' && reason !== '' && !(closingUrgent as readonly string[]).includes(reason)

const datesOf = ({ from, end }: Proposal) => {
  // A minute more than the notice period: the server's clock decides.
  const start = from === 'now' ? Date.now() : Date.now() + Number(from) * day + 60_000
  return {
    effectiveAt: new Date(start).toISOString(),
    endsAt: end === 'none' ? null : new Date(start + Number(end) * day).toISOString(),
  }
}

const closingOf = (scope: Proposal['scope']) => closingScopes.find((one) => scope === `closing-${one}`)

/** The input of `restrictShop`; null while something is missing. */
export function restrictionOf(proposal: Proposal) {
  const { reason, text: words, evidence } = proposal
  const scope = restrictionScopes.find((one) => one === proposal.scope)
  if (!scope || !reason || words.trim().length < 5 || evidence.trim().length < 5 || isTooEarly(proposal)) return null
  return { scope, reason, text: words.trim(), evidence: evidence.trim(), ...datesOf(proposal) }
}

/** The input of `closeShop`; null while something is missing. */
export function closureOf(proposal: Proposal) {
  const { reason, text: words } = proposal
  const scope = closingOf(proposal.scope)
  if (!scope || !reason || words.trim().length < 5 || isTooEarly(proposal)) return null
  return { scope, reason, note: words.trim(), ...datesOf(proposal) }
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
    <Section title={text('shops.propose.title')}>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <SelectField
          label={text('shops.scope')}
          value={proposal.scope}
          onChange={({ target }) => change({ scope: target.value as Proposal['scope'] })}
        >
          <option value="">{t('common.none')}</option>
          <optgroup label={text('shops.propose.restrict')}>
            {restrictionScopes.map((scope) => (
              <option key={scope} value={scope}>
                {valueName('restriction', scope)}
              </option>
            ))}
          </optgroup>
          <optgroup label={text('shops.propose.close')}>
            {closingScopes.map((scope) => (
              <option key={scope} value={`closing-${scope}`}>
                {text(`shops.closing.${scope}`)}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <SelectField
          label={text('shops.reason')}
          value={proposal.reason}
          onChange={({ target }) => change({ reason: target.value as ClosingReason })}
        >
          <option value="">{t('common.none')}</option>
          {closingReasons.map((reason) => (
            <option key={reason} value={reason}>
              {valueName('reason', reason)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={text('shops.propose.from')}
          error={isTooEarly(proposal) ? text('shops.propose.not-urgent') : undefined}
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
        error={fields['text'] ?? fields['note']}
        rows={2}
        dir="auto"
        maxLength={500}
        value={proposal.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      {closingOf(proposal.scope) ? null : (
        <TextArea
          label={text('shops.propose.evidence')}
          error={fields['evidence']}
          rows={2}
          dir="auto"
          maxLength={2000}
          value={proposal.evidence}
          onChange={({ target }) => change({ evidence: target.value })}
        />
      )}
    </Section>
  )
}
