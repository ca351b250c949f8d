import { useApiMutation, useApiQuery } from '@quayside/client'
import { agreeRefund, objectRefund, refundDetail, type ResponseBody } from '@quayside/contract'
import { Button, Card, ConfirmDialog, ListRow, Money, Page, Picture, Rows, Sheet, TextArea, toast } from '@quayside/ui'
import { ClipboardList } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { isUrgent } from '../../components/TimeLeft.tsx'
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
import { useFormat, useT } from '../../lib/i18n.tsx'
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
    if (await object.mutate({ id, text })) closeAnswered()
  }
  const data = refund.data

  return (
    <Page
      title={data ? t('funds.refund', { code: data.code }) : t('refunds.title')}
      onBack={onBack}
      footer={
        data?.state === 'requested' && !data.referred ? (
          <WhileOpen>
            <div className="row-fill">
              <OnlineButton variant="secondary" disabled={!data.may.object} onClick={() => setOpen('object')}>
                {t('refunds.object')}
              </OnlineButton>
              <OnlineButton variant="secondary" disabled={!data.may.agree} onClick={() => setOpen('agree')}>
                {t('refunds.refund', { amount: format.money(data.amount) })}
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
        title={t('refunds.agree.sure', { amount: format.money(data?.amount ?? '0') })}
        text={
          data ? (
            <div className="flex flex-col gap-3">
              <WhoPays refund={data} />
              <p>{t('refunds.agree.text')}</p>
              <MutationError mutation={agree} />
            </div>
          ) : null
        }
        confirm={t('refunds.refund', { amount: format.money(data?.amount ?? '0') })}
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
      <Card className="flex flex-col gap-3">
        <a
          href={link(paths.order, { id: refund.order.id })}
          className="flex min-h-12 items-center gap-3 border-b border-border pb-3 text-foreground no-underline"
        >
          <Picture src={refund.order.picture} alt="" size={64} className="rounded-field" />
          <span className="line-clamp-2 min-w-0 flex-1 font-semibold">
            <bdi>{refund.order.title}</bdi>
          </span>
        </a>
        <div className="row-between items-center">
          <RefundStatus state={refund.state} />
          <time dateTime={refund.requestedAt} className="text-small text-muted">
            {format.dateTime(refund.requestedAt)}
          </time>
        </div>
        <p>
          <span className="block text-small text-muted">{t('refunds.amount')}</span>
          <Money value={refund.amount} size="display" />
        </p>
        <CopyableValue label={t('withdraw.number')} value={refund.code} />
        {refund.state === 'requested' && refund.referred && refund.decideBy ? (
          <p className="text-small">
            {t(refund.referred.by === 'merchant' ? 'refunds.referred' : 'refunds.referred.silence', {
              when: format.dateTime(refund.decideBy),
            })}
          </p>
        ) : refund.state === 'requested' ? (
          <p className={`text-small font-semibold ${isUrgent(refund.answerBy) ? 'text-danger' : ''}`}>
            {t('refunds.answer-by', { when: format.dateTime(refund.answerBy) })} · {format.left(refund.answerBy)}
            <span className="block font-normal text-muted">
              {t(refund.openedBy === 'operator' ? 'refunds.silence.staff' : 'refunds.silence')}
            </span>
          </p>
        ) : null}
        {refund.state === 'agreed' ? <p className="text-small text-muted">{t('refunds.waits')}</p> : null}
        {refund.state === 'objected' && refund.decideBy && !refund.referred ? (
          <p className="text-small text-muted">
            {t(refund.openedBy === 'operator' ? 'refunds.decide-by.staff' : 'refunds.decide-by', {
              when: format.dateTime(refund.decideBy),
            })}
          </p>
        ) : null}
      </Card>

      <Section title={t('refunds.reason')}>
        <p>{t(`refunds.reason.${refund.reason}`)}</p>
        {refund.text ? <Quote text={refund.text} /> : null}
        {refund.pictures > 0 ? (
          <div className="pt-3">
            <h3 className="pb-2 text-small text-muted">{t('refunds.pictures')}</h3>
            <RefundPictures id={refund.id} count={refund.pictures} />
          </div>
        ) : null}
      </Section>

      {refund.objection ? (
        <Section title={t('refunds.state.objected')}>
          <Quote text={refund.objection} />
        </Section>
      ) : null}
      {refund.decision ? (
        <Section title={t('refunds.decision')}>
          <Quote text={refund.decision} />
        </Section>
      ) : null}

      {refund.pays.length > 0 ? (
        <Section title={t('refunds.pays')}>
          <WhoPays refund={refund} />
        </Section>
      ) : null}

      <Section title={t('recharge.history')}>
        <div className="pt-2">
          <Timeline
            coming={coming}
            events={refund.history.map((step) => ({
              what: t(`refunds.state.${step.to}`),
              at: step.at,
              by: t(`orders.source.${step.by}`),
            }))}
          />
        </div>
      </Section>

      <Rows>
        <ListRow
          href={link(paths.order, { id: refund.order.id })}
          icon={<ClipboardList />}
          title={t('refunds.open-order')}
        />
        <div className="px-4 py-1">
          <CopyableValue label={t('orders.number')} value={refund.order.code} />
        </div>
      </Rows>
    </>
  )
}
