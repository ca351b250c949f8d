import { useApiMutation, useApiQuery } from '@quayside/client'
import { agreeRefund, objectRefund, refundDetail, type ResponseBody } from '@quayside/contract'
import { Button, Card, ConfirmDialog, Fold, Money, Page, Picture, Sheet, TextArea, toast } from '@quayside/ui'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { AskAbout } from '../../components/AskAbout.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useFocusRefused } from '../../hooks/useFocusRefused.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { firstName } from '../../lib/first-name.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ObjectionPictures, type ChosenPicture } from './ObjectionPictures.tsx'
import { RefundPictures } from './RefundPictures.tsx'
import { RefundStatus } from './RefundStatus.tsx'
import { WhoPays } from './WhoPays.tsx'

/** One refund order: the buyer's reason, who pays which part, and the merchant's answer. */
export function RefundScreen() {
  const back = useBack(paths.refunds)
  const { id = '' } = useSearchParams()
  // The text and the idempotency key belong to one refund order.
  return <RefundDetail key={id} id={id} onBack={back} />
}

function RefundDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useT()
  const format = useFormat()
  const refund = useApiQuery(refundDetail, { id })
  const [open, setOpen] = useState<'agree' | 'object' | null>(null)
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<ChosenPicture[]>([])
  const agree = useApiMutation(agreeRefund)
  const object = useApiMutation(objectRefund)
  const objection = useFocusRefused<HTMLFormElement>(object.refusal)
  const intent = useIntent()

  const closeAnswered = () => {
    toast(t('refunds.answered'))
    setOpen(null)
  }
  const confirmAgreement = async () => {
    if (await agree.mutate({ id }, { key: intent.keyFor(id) })) closeAnswered()
  }
  const sendObjection = async (event: FormEvent) => {
    event.preventDefault()
    if (await object.mutate({ id, text, pictures: pictures.map((picture) => picture.id) })) closeAnswered()
  }
  const data = refund.data

  return (
    <Page
      title={data ? t('funds.refund', { code: data.code }) : t('refunds.title')}
      onBack={onBack}
      footer={
        data?.state === 'requested' && !data.referred ? (
          <WhileOpen>
            <p className="text-center text-small">
              {t('refunds.you-pay')} <Money value={data.merchantPays} className="font-semibold" /> ·{' '}
              {t('refunds.pays.buyer')} <Money value={data.buyerGets} />
            </p>
            <div className="flex gap-2">
              <OnlineButton variant="quiet" disabled={!data.may.object} onClick={() => setOpen('object')}>
                {t('refunds.object')}
              </OnlineButton>
              <OnlineButton className="flex-1" disabled={!data.may.agree} onClick={() => setOpen('agree')}>
                {t('refunds.refund', { amount: format.money(data.buyerGets) })}
              </OnlineButton>
            </div>
          </WhileOpen>
        ) : null
      }
    >
      <QueryBoundary query={refund}>
        {(current) => (
          <>
            <Detail refund={current} />
            <AskAbout kind="refund" id={current.id} />
          </>
        )}
      </QueryBoundary>
      <ConfirmDialog
        open={open === 'agree'}
        onOpenChange={(shouldOpen) => setOpen(shouldOpen ? 'agree' : null)}
        title={t('refunds.agree.sure', { amount: format.money(data?.buyerGets ?? '0') })}
        text={
          data ? (
            <div className="flex flex-col gap-3">
              <WhoPays refund={data} />
              <p>{t('refunds.agree.text')}</p>
              <MutationError mutation={agree} />
            </div>
          ) : null
        }
        confirm={t('refunds.refund', { amount: format.money(data?.buyerGets ?? '0') })}
        cancel={t('common.cancel')}
        busy={agree.isPending}
        onConfirm={() => void confirmAgreement()}
      />
      <Sheet
        open={open === 'object'}
        onOpenChange={(shouldOpen) => setOpen(shouldOpen ? 'object' : null)}
        title={t('refunds.object')}
      >
        <form
          ref={objection}
          onSubmit={(event) => void sendObjection(event)}
          noValidate
          className="flex flex-col gap-4"
        >
          <TextArea
            label={t('refunds.object.why')}
            hint={t('refunds.object.hint')}
            error={object.refusal?.fields['text']}
            rows={5}
            maxLength={1000}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <ObjectionPictures chosen={pictures} onChange={setPictures} />
          {object.refusal?.fields['text'] ? null : <MutationError mutation={object} />}
          <Button type="submit" wide busy={object.isPending}>
            {t('refunds.object.send')}
          </Button>
        </form>
      </Sheet>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="pb-1 font-semibold">{title}</h2>
      {children}
    </Card>
  )
}

/** A text of the buyer, the merchant or an operator. */
const Quote = ({ text }: { text: string }) => (
  <p dir="auto" className="whitespace-pre-line">
    {text}
  </p>
)

function Detail({ refund }: { refund: ResponseBody<typeof refundDetail> }) {
  const t = useT()
  const format = useFormat()
  const by = (at: string) => t('orders.step.by', { date: format.dateTime(at) })
  // What follows while nobody decides otherwise, the next step last.
  const refunded = { what: t('refunds.state.refunded') }
  const coming =
    refund.state === 'requested' && !refund.referred
      ? refund.openedBy === 'buyer'
        ? [refunded, { what: t('refunds.state.agreed'), by: by(refund.answerBy) }]
        : [{ what: t('refunds.decision') }]
      : refund.state === 'objected' || refund.referred
        ? [{ what: t('refunds.decision'), by: refund.decideBy ? by(refund.decideBy) : undefined }]
        : refund.state === 'agreed'
          ? [refunded]
          : []
  return (
    <>
      <div className="flex flex-col gap-1">
        <a
          href={link(paths.order, { id: refund.order.id })}
          className="flex min-h-14 items-center gap-3 text-foreground no-underline"
        >
          <Picture src={refund.order.picture} alt="" size={48} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="line-clamp-1 font-semibold">
              <bdi>{refund.order.title}</bdi>
            </span>
            <span className="line-clamp-1 text-small text-muted">
              <bdi>{firstName(refund.buyer)}</bdi> · {t(`refunds.reason.${refund.reason}`)}
            </span>
          </span>
          <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" />
        </a>
        <div className="row-between items-center">
          <RefundStatus state={refund.state} />
          {refund.state === 'requested' && !refund.referred ? (
            <TimeLeft at={refund.answerBy} label={(when) => t('refunds.answer-by', { when })} />
          ) : (
            <time dateTime={refund.requestedAt} className="text-small text-muted">
              {format.dateTime(refund.requestedAt)}
            </time>
          )}
        </div>
      </div>

      {refund.text ? (
        <blockquote className="text-section whitespace-pre-line" dir="auto">
          {refund.text}
        </blockquote>
      ) : null}
      {refund.pictures > 0 ? <RefundPictures id={refund.id} count={refund.pictures} of="request" /> : null}

      {refund.pays.length > 0 ? (
        <Card>
          <details className="group">
            <summary className="flex list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 flex-1">
                <span className="block">{t('refunds.you-pay')}</span>
                <Money value={refund.merchantPays} size="display-large" />
                <span className="block text-muted">
                  {t('refunds.pays.buyer')} <Money value={refund.buyerGets} />
                </span>
              </span>
              <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
            </summary>
            <div className="mt-3 border-t border-border pt-2">
              <WhoPays refund={refund} />
            </div>
          </details>
        </Card>
      ) : (
        <Card>
          <p>{t('refunds.amount')}</p>
          <Money value={refund.buyerGets} size="display-large" />
        </Card>
      )}
      <Deadline refund={refund} />

      {refund.objection ? (
        <Section title={t('refunds.state.objected')}>
          <Quote text={refund.objection} />
          {refund.objectionPictures > 0 ? (
            <RefundPictures id={refund.id} count={refund.objectionPictures} of="objection" />
          ) : null}
        </Section>
      ) : null}
      {refund.decision ? (
        <Section title={t('refunds.decision')}>
          <Quote text={refund.decision} />
        </Section>
      ) : null}

      <Fold title={t('recharge.history')}>
        <Timeline
          coming={coming}
          events={refund.history.map((step) => ({
            what: t(`refunds.state.${step.to}`),
            at: step.at,
            by: t(`orders.source.${step.by}`),
          }))}
        />
        <CopyableValue label={t('withdraw.number')} value={refund.code} />
        <CopyableValue label={t('orders.number')} value={refund.order.code} />
      </Fold>
    </>
  )
}

/** What happens at the deadline, and who decides. */
function Deadline({ refund }: { refund: ResponseBody<typeof refundDetail> }) {
  const t = useT()
  const format = useFormat()
  const byStaff = refund.openedBy === 'operator'
  const when = refund.decideBy ? format.dateTime(refund.decideBy) : null
  const text =
    refund.state === 'requested' && refund.referred && when
      ? t(refund.referred.by === 'merchant' ? 'refunds.referred' : 'refunds.referred.silence', { when })
      : refund.state === 'requested'
        ? t(byStaff ? 'refunds.silence.staff' : 'refunds.silence')
        : refund.state === 'agreed'
          ? t('refunds.waits')
          : refund.state === 'objected' && when && !refund.referred
            ? t(byStaff ? 'refunds.decide-by.staff' : 'refunds.decide-by', { when })
            : null
  return text === null ? null : <p className="text-small text-muted">{text}</p>
}
