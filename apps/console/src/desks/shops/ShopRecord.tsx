import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  addShopNote,
  closeShop,
  liftRestriction,
  openShop,
  restrictShop,
  type shopDetail,
} from '@quayside/contract/shop-admin'
import { Money, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { navigate } from '../../lib/router.ts'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { countryName, formatDate, formatDateTime, formatNumber, useNow } from '../../lib/format.ts'
import { languageName } from '../../lib/languageName.ts'
import { createText, hasText } from '../../lib/texts.ts'
import { valueName } from '../../lib/values.ts'
import audit from '../../locales/en/audit.ts'
import shops from '../../locales/en/shops.ts'
import { closureOf, emptyProposal, restrictionOf, RestrictionForm } from './RestrictionForm.tsx'

const text = createText(shops)
const auditText = createText(audit)
/** An act as the audit names it. */
const actName = (act: string): string => {
  const key = `act.${act}`
  return hasText(audit, key) ? auditText(key) : act
}
type Shop = ResponseBody<typeof shopDetail>
type Restriction = Shop['restrictions'][number]

/** A shop as its merchant sees it, and what the staff may decide about it. */
export function ShopRecord({ shop, status }: { shop: Shop; status: ReactNode }) {
  const me = useOperator()
  const [proposal, setProposal] = useState(emptyProposal)
  const restrict = useApiMutation(restrictShop)
  const lift = useApiMutation(liftRestriction)
  const close = useApiMutation(closeShop)
  const reopen = useApiMutation(openShop)
  const note = useApiMutation(addShopNote)
  const mutations = [restrict, lift, close, reopen, note]
  const shopId = shop.id
  const mayDecide = me.roles.some((role) => role === 'support' || role === 'review')
  const mayNot = !mayDecide
    ? text('shops.no-right')
    : shop.verifiedAt === null
      ? text('shops.not-verified.why')
      : undefined
  const current = shop.restrictions.filter(({ liftedAt }) => liftedAt === null)
  useUnsaved(Boolean(proposal.text.trim() || proposal.evidence.trim()))
  const restriction = restrictionOf(proposal)
  const closure = closureOf(proposal)
  const choices = (list: readonly Restriction[]) =>
    list.map(({ id, scope }) => ({ value: id, label: valueName('restriction', scope) }))
  const open = text('shops.open-now.is', shop.open)
  const tell = (done: unknown, actId?: string | null) => {
    if (done && actId)
      toast(text('shops.to-sign.toast'), {
        label: text('shops.to-sign.open'),
        offered: 10_000,
        onAct: () => navigate({ to: '/approvals', search: { view: 'all', row: actId } }),
      })
    else if (done) toast(text('shops.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={shop.name ?? shop.code}
      state={status}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            {
              id: 'note',
              label: text('shops.note'),
              keys: 'n',
              disabled: me.roles.includes('auditor') && me.roles.length === 1 ? text('shops.no-right') : undefined,
              text: { label: text('shops.note.text'), required: true },
              run: ({ text: words }) => note.mutate({ shopId, text: words }).then(tell),
            },
            {
              id: 'propose',
              label: text('shops.propose'),
              keys: 'p',
              disabled: mayNot ?? (restriction ? undefined : text('shops.propose.empty')),
              consequence: text('shops.propose.consequence'),
              signedBy: 'review',
              run: async () => {
                const done = await restrict.mutate({ shopId, ...restriction! })
                if (done) setProposal(emptyProposal)
                return tell(done, done?.actId)
              },
            },
            {
              id: 'lift',
              label: text('shops.lift'),
              keys: 'l',
              disabled: mayNot ?? (current.length === 0 ? text('shops.lift.none') : undefined),
              reasons: choices(current),
              text: { label: text('shops.lift.text'), required: true, maxLength: 500 },
              run: ({ reason: id, text: reason }) => lift.mutate({ shopId, id, reason }).then(tell),
            },
            shop.closing
              ? {
                  id: 'reopen',
                  label: text('shops.reopen'),
                  keys: 'o',
                  disabled: mayNot,
                  text: { label: text('shops.lift.text'), required: true, maxLength: 500 },
                  run: ({ text: reason }) => reopen.mutate({ shopId, reason }).then(tell),
                }
              : {
                  id: 'close',
                  label: text('shops.close'),
                  keys: 'x',
                  variant: 'danger',
                  signedBy: proposal.from === 'now' ? ('review' as const) : undefined,
                  disabled: mayNot ?? (closure ? undefined : text('shops.close.empty')),
                  consequence: [
                    text(`shops.close.consequence.${closure?.scope ?? 'all'}`),
                    text(proposal.from === 'now' ? 'shops.close.by-two' : 'shops.close.announced'),
                    text('shops.close.open', { open }),
                    ...(closure?.scope === 'orders'
                      ? []
                      : [
                          text('shops.close.deadlines', {
                            orders: shop.unanswered.orders,
                            requests: shop.unanswered.refunds,
                          }),
                        ]),
                  ].join(' '),
                  run: async () => {
                    const done = await close.mutate({ shopId, ...closure! })
                    if (done) setProposal(emptyProposal)
                    return tell(done, done?.actId)
                  },
                },
          ]}
        />
      }
    >
      <InForce shop={shop} />
      {shop.closing?.actId ? (
        <p className="px-4 pb-2">
          <ToSign actId={shop.closing.actId} />
        </p>
      ) : null}
      <div className="grid min-[1180px]:grid-cols-2">
        <div className="min-w-0 border-border min-[1180px]:border-e">
          <Profile shop={shop} />
        </div>
        <div className="min-w-0">
          <ShopStats shop={shop} open={open} />
        </div>
      </div>
      <Section title={text('shops.restrictions')}>
        {shop.restrictions.length === 0 ? (
          <p className="text-muted">{text('shops.restrictions.none')}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {shop.restrictions.map((one) => (
              <RestrictionItem key={one.id} restriction={one} />
            ))}
          </ul>
        )}
      </Section>
      {mayNot === undefined ? (
        <RestrictionForm
          proposal={proposal}
          onProposal={setProposal}
          fields={{ ...restrict.refusal?.fields, ...close.refusal?.fields }}
        />
      ) : null}
      <Section title={text('shops.notes')}>
        {shop.notes.length === 0 ? (
          <p className="text-muted">{text('shops.notes.none')}</p>
        ) : (
          <History
            entries={shop.notes.map(({ at, by, text: words }, i) => ({
              key: `${at} ${i}`,
              at,
              text: words,
              who: by?.name ?? null,
            }))}
          />
        )}
      </Section>
      <Section title={text('shops.acts')}>
        <History
          entries={shop.acts.map(({ at, by, act, subject, reason }, i) => ({
            key: `${at} ${i}`,
            at,
            text: text(reason ? 'shops.act.reason' : 'shops.act', {
              act: actName(act),
              subject: (subject ?? '').replaceAll('-', ' '),
              reason: reason ?? '',
            }),
            who: by?.name ?? null,
          }))}
        />
      </Section>
    </Detail>
  )
}

function stateOf({ liftedAt, liftReason, confirmedBy, inForce, effectiveAt }: Restriction): string {
  if (liftedAt) return text('shops.state.lifted', { reason: liftReason ?? '' })
  if (!confirmedBy) return text('shops.state.proposed')
  if (inForce) return text('shops.state.in-force')
  return text(new Date(effectiveAt).getTime() > Date.now() ? 'shops.state.announced' : 'shops.state.over')
}

/** What holds in the shop now, above everything else: the merchant reads the same on the home screen. */
function InForce({ shop: { closing, restrictions } }: { shop: Shop }) {
  const now = useNow()
  const lines = [
    ...(closing ? [{ what: text(`shops.closing.${closing.scope}`), words: closing.note, ...closing }] : []),
    ...restrictions
      .filter(({ confirmedBy, liftedAt, inForce, effectiveAt }) =>
        Boolean(confirmedBy && !liftedAt && (inForce || new Date(effectiveAt).getTime() > now)),
      )
      .map((one) => ({
        ...one,
        what: text('shops.banner.stopped', { what: valueName('restriction', one.scope) }),
        words: one.text,
      })),
  ]
  if (lines.length === 0) return null
  return (
    <div role="status" className="mx-4 mb-2 rounded-card border border-danger bg-surface px-4 py-2">
      {lines.map(({ what, reason, words, effectiveAt, endsAt, inForce }) => (
        <p key={what} className="py-0.5">
          <span className="font-semibold text-danger">
            {inForce ? what : text('shops.banner.announced', { what, at: formatDateTime(effectiveAt) })}
          </span>{' '}
          · {valueName('reason', reason)}
          {words ? (
            <>
              {' · '}
              <bdi dir="auto">{words}</bdi>
            </>
          ) : null}
          <span className="text-muted">
            {' · '}
            {endsAt ? text('shops.banner.until', { at: formatDateTime(endsAt) }) : text('shops.no-end')}
          </span>
        </p>
      ))}
    </div>
  )
}

/** The way to the act that waits for its signature. */
const ToSign = ({ actId }: { actId: string | null }) =>
  actId === null ? null : (
    <Link to="/approvals" search={{ view: 'all', row: actId }} className="block font-semibold text-accent">
      {text('shops.to-sign')}
    </Link>
  )

function RestrictionItem({ restriction: one }: { restriction: Restriction }) {
  return (
    <li className="flex flex-col">
      <span className="font-semibold">
        {valueName('restriction', one.scope)} · {stateOf(one)}
      </span>
      <ToSign actId={one.actId} />
      <span dir="auto">
        {valueName('reason', one.reason)}: {one.text}
      </span>
      <span dir="auto" className="text-small text-muted">
        {text('shops.evidence', { evidence: one.evidence })}
      </span>
      <span className="text-small text-muted">
        {text('shops.from-to', {
          from: formatDateTime(one.effectiveAt),
          to: one.endsAt ? formatDateTime(one.endsAt) : text('shops.no-end'),
        })}
        {' · '}
        {text('shops.proposed-by', { name: one.madeBy.name })}
        {one.confirmedBy ? ` · ${text('shops.confirmed-by', { name: one.confirmedBy.name })}` : null}
      </span>
    </li>
  )
}

function Profile({ shop }: { shop: Shop }) {
  const { merchant } = shop
  return (
    <>
      <Section title={text('shops.profile')}>
        <FactList
          items={[
            fact(text('shops.code'), <bdi dir="ltr">{shop.code}</bdi>),
            fact(text('shops.name'), shop.name && <bdi>{shop.name}</bdi>),
            fact(text('shops.address'), shop.address && <bdi>{shop.address}</bdi>),
            fact(text('shops.country'), shop.country && countryName(shop.country)),
            fact(text('shops.phone'), shop.phone && <bdi dir="ltr">{shop.phone}</bdi>),
            fact(text('shops.legal-name'), shop.legalName && <bdi>{shop.legalName}</bdi>),
            fact(text('shops.registration-number'), shop.registrationNumber && <bdi>{shop.registrationNumber}</bdi>),
            fact(text('shops.contact-email'), shop.contactEmail && <bdi dir="ltr">{shop.contactEmail}</bdi>),
            fact(text('shops.since'), formatDate(shop.createdAt)),
            fact(text('shops.verified'), shop.verifiedAt && formatDate(shop.verifiedAt)),
          ]}
        />
      </Section>
      <Section title={text('shops.merchant')}>
        <FactList
          items={[
            fact(text('shops.real-name'), merchant.realName && <bdi>{merchant.realName}</bdi>),
            fact(text('shops.email'), <bdi dir="ltr">{merchant.email}</bdi>),
            fact(text('shops.merchant-phone'), <bdi dir="ltr">{merchant.phone}</bdi>),
            fact(text('shops.language'), <bdi>{languageName(merchant.language)}</bdi>),
            fact(text('shops.sessions'), formatNumber(merchant.sessions)),
            fact(text('shops.last-used'), merchant.lastUsedAt && formatDateTime(merchant.lastUsedAt)),
          ]}
        />
      </Section>
    </>
  )
}

function ShopStats({ shop, open }: { shop: Shop; open: string }) {
  const { figures, balances } = shop
  const { credit, rating, visitors } = figures
  return (
    <>
      <Section title={text('shops.money')}>
        <FactList
          items={[
            fact(text('shops.balance'), <Money value={balances.balance} />),
            fact(text('shops.pending'), <Money value={balances.pending} />),
            fact(text('shops.held'), <Money value={balances.held} />),
            fact(text('shops.escrow'), <Money value={balances.escrow} />),
            fact(text('shops.open-now'), open),
          ]}
        />
      </Section>
      <Section title={text('shops.figures')}>
        <FactList
          items={[
            fact(text('shops.sales'), <Money value={figures.totalSales} />),
            fact(text('shops.profit'), <Money value={figures.totalProfit} />),
            fact(text('shops.followers'), formatNumber(figures.followers)),
            fact(
              text('shops.rating'),
              rating.mean === null ? null : text('shops.rating.is', { mean: rating.mean, n: rating.reviews }),
            ),
            fact(
              text('shops.visitors'),
              [visitors.today, visitors.days7, visitors.days30].map(formatNumber).join(', '),
            ),
            fact(
              text('shops.score'),
              credit.score === null ? text('shops.score.none') : text('shops.score.is', { score: credit.score }),
            ),
            ...credit.parts.map(({ kind, points, of, count }) =>
              fact(text(`shops.score.${kind}`), text('shops.score.part', { points, of, n: count })),
            ),
          ]}
        />
      </Section>
    </>
  )
}
