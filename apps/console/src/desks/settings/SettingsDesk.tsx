import { useApiQuery } from '@quayside/client'
import { formatCents, type Cents, type ResponseBody } from '@quayside/contract'
import {
  businessSettings,
  listSettings,
  settingGroups,
  settingHistory,
  settingText,
  type SettingName,
  type SettingValue,
  type ShippingRate,
  type TaxRate,
} from '@quayside/contract/settings'
import { Money } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { CalendarClock, CircleCheck, CircleSlash, History as HistoryIcon, PenLine } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue, wholeList } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { ProposalForm } from './ProposalForm.tsx'
import { countryName } from './CountryRows.tsx'
import { settingName, text } from './texts.ts'

type Setting = ResponseBody<typeof listSettings>['settings'][number]
type Version = ResponseBody<typeof settingHistory>['list'][number]

/** `row` of the page about the secret keys of the installation. */
const keysRow = 'keys'
type Row = Setting | { name: typeof keysRow }
const isSetting = (row: Row | undefined): row is Setting => row !== undefined && row.name !== keysRow

/** The business settings: what counts, what comes, who decided it. */
export default function SettingsDesk() {
  const [search] = useUrlState()
  const group = settingGroups.find((one) => one === search['group'])
  const query = useApiQuery(listSettings, {})
  const rows: Row[] = [
    ...(query.data?.settings.filter(({ name }) => !group || businessSettings[name].group === group) ?? []),
    ...(group ? [] : [{ name: keysRow } as const]),
  ]
  const list = wholeList({ ...query, data: query.data && { list: rows } }, ({ name }) => name)
  return (
    <Queue
      title={text('settings.title')}
      list={list}
      filters={
        <Filters
          filters={[
            {
              kind: 'choice',
              name: 'group',
              label: text('settings.filter'),
              options: settingGroups.map((value) => ({ value, label: text(`settings.group.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) =>
        isSetting(row) ? (
          <>
            <span className="min-w-0 flex-1 truncate font-semibold">{settingName(row.name)}</span>
            {row.proposal ? (
              <StateChip tone="warning" icon={PenLine} label={text('settings.state.proposed')} />
            ) : row.next ? (
              <StateChip tone="info" icon={CalendarClock} label={text('settings.state.planned')} />
            ) : null}
            <bdi className="max-w-40 truncate text-end tabular-nums">
              {row.name === 'shipping-rates' || row.name === 'tax-rates'
                ? text('settings.rates.count', { n: (row.value as (ShippingRate | TaxRate)[]).length })
                : settingText(row.name, row.value)}
            </bdi>
          </>
        ) : (
          <span className="min-w-0 flex-1 truncate font-semibold">{text('settings.keys')}</span>
        )
      }
      renderDetail={(key, row) =>
        key === keysRow ? (
          <Keys keys={query.data?.keys ?? []} />
        ) : isSetting(row) ? (
          <SettingPage key={key} setting={row} />
        ) : null
      }
      empty={{ title: text('settings.empty') }}
    />
  )
}

const Keys = ({ keys }: { keys: readonly { name: string; since: string }[] }) => (
  <Detail title={text('settings.keys')}>
    <Section title={text('settings.keys')}>
      <p className="text-muted">{text('settings.keys.text')}</p>
      <FactList
        items={keys.map(({ name, since }) => fact(name, text('settings.keys.since', { at: formatDateTime(since) })))}
      />
    </Section>
  </Detail>
)

function SettingPage({ setting }: { setting: Setting }) {
  const { roles } = useOperator()
  const [proposing, setProposing] = useState(false)
  const history = useApiQuery(settingHistory, { name: setting.name })
  const { name, value, since, next, proposal } = setting
  return (
    <Detail
      title={settingName(name)}
      state={null}
      bar={
        proposing ? (
          <ProposalForm setting={setting} onDone={() => setProposing(false)} />
        ) : (
          <DecisionBar
            sends={[]}
            decisions={[
              {
                id: 'propose',
                label: text('settings.propose'),
                keys: 'p',
                variant: 'primary',
                disabled: roles.includes('owner')
                  ? proposal
                    ? text('settings.propose.open')
                    : undefined
                  : text('settings.propose.owner'),
                run: async () => {
                  setProposing(true)
                  return true
                },
              },
            ]}
          />
        )
      }
    >
      <Section title={text('settings.now')}>
        <FactList
          items={[
            fact(text('settings.value'), <Value name={name} value={value} />),
            fact(text('settings.since'), since ? formatDateTime(since) : text('settings.since.start')),
            next !== null &&
              fact(
                text('settings.next'),
                text('settings.next.from', {
                  value: settingText(name, next.value),
                  at: formatDateTime(next.from),
                }),
              ),
          ]}
        />
      </Section>
      {proposal ? (
        <Section title={text('settings.proposal')}>
          <FactList
            items={[
              fact(
                text('settings.propose.value'),
                text('settings.proposal.by', {
                  value: settingText(name, proposal.value),
                  who: proposal.by.name,
                }),
              ),
              fact(
                text('settings.proposal.from'),
                proposal.from ? formatDateTime(proposal.from) : text('settings.proposal.soonest'),
              ),
              fact(text('settings.proposal.expires'), <TimeLeft due={proposal.expiresAt} />),
            ]}
          />
          <Link to="/approvals" search={{ view: 'all', row: proposal.actId }} className="font-semibold text-accent">
            {text('settings.proposal.open')}
          </Link>
        </Section>
      ) : null}
      <Section title={text('settings.rules')}>
        <FactList items={rulesOf(name)} />
      </Section>
      <Section title={text('settings.history')}>
        <QueryState query={history}>{({ list }) => <Versions name={name} list={list} />}</QueryState>
      </Section>
    </Detail>
  )
}

/** A value: rates and taxes as a list of countries, all others as one text. */
function Value({ name, value }: { name: SettingName; value: SettingValue }) {
  if (name === 'tax-rates') return <Taxes rates={value as TaxRate[]} />
  if (name !== 'shipping-rates') return <bdi>{settingText(name, value)}</bdi>
  return (
    <ul className="flex flex-col gap-1">
      {(value as ShippingRate[]).map(({ country, cost, from, to }) => (
        <li key={country} className="flex flex-wrap justify-between gap-x-4">
          <span>{countryName(country)}</span>
          <span className="tabular-nums">
            {cost === 0 ? text('settings.rates.free') : <Money value={formatCents(BigInt(cost) as Cents)} />}
            {` · ${text('settings.rates.days', { from, to })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Taxes = ({ rates }: { rates: readonly TaxRate[] }) =>
  rates.length === 0 ? (
    text('settings.taxes.none')
  ) : (
    <ul className="flex flex-col gap-1">
      {rates.map(({ country, rate, shown }) => (
        <li key={country} className="flex flex-wrap justify-between gap-x-4">
          <span>{countryName(country)}</span>
          <span className="tabular-nums">{`${rate / 100} % · ${text(`settings.taxes.shown.${shown}`)}`}</span>
        </li>
      ))}
    </ul>
  )

function rulesOf(name: SettingName) {
  const setting = businessSettings[name]
  const concerned = setting.kind === 'number' ? setting.merchants : null
  return [
    setting.kind === 'number' && {
      label: text('settings.bounds'),
      value: text('settings.bounds.text', {
        least: settingText(name, setting.least),
        most: settingText(name, setting.most),
      }),
    },
    {
      label: text('settings.notice'),
      value: concerned
        ? text(`settings.notice.${concerned.worse}`, { days: concerned.noticeDays })
        : text('settings.notice.none'),
    },
    { label: text('settings.keeps'), value: text('settings.keeps.text') },
  ]
}

const chips = {
  'in-force': { tone: 'success', icon: CircleCheck },
  planned: { tone: 'info', icon: CalendarClock },
  past: { tone: 'neutral', icon: HistoryIcon },
  replaced: { tone: 'neutral', icon: CircleSlash },
} as const

function Versions({ name, list }: { name: SettingName; list: readonly Version[] }) {
  if (list.length === 0) return <p className="text-muted">{text('settings.history.empty')}</p>
  return (
    <ol className="flex flex-col gap-3">
      {list.map((one) => (
        <li key={one.version} className="flex flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <bdi className="font-semibold">
              {text('settings.history.line', {
                before: settingText(name, one.before),
                value: settingText(name, one.value),
              })}
            </bdi>
            <StateChip {...chips[one.state]} label={text(`settings.version.${one.state}`)} />
          </span>
          <span>{text('settings.history.from', { at: formatDateTime(one.from) })}</span>
          <span dir="auto">{one.reason}</span>
          <span className="text-small text-muted">
            {text('settings.history.who', {
              proposer: one.proposedBy.name,
              signer: one.signedBy.name,
              at: formatDateTime(one.signedAt),
            })}
            {one.told === null ? null : ` ${text('settings.history.told', { n: one.told })}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
