import {
  DayGrid,
  Fold,
  ListRow,
  Money,
  Picture,
  Progress,
  RecordIcon,
  RecordRow,
  Rows,
  StatusChip,
  Stepper,
  VirtualList,
  type Tone,
} from '@quayside/ui'
import { BadgeCheck, Headset, Languages } from 'lucide-react'
import { Timeline } from '../src/components/Timeline.tsx'
import { useFormat, useT } from '../src/lib/i18n.tsx'
import { daysOfMonth } from '../src/lib/period.ts'
import { Part } from './Part.tsx'

const tones: Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']

/** Rows, records, states and times. */
export function ListParts({ onOpenSheet }: { onOpenSheet: () => void }) {
  const t = useT()
  const format = useFormat()

  return (
    <>
      <Part name="Rows, ListRow, Picture">
        <Rows>
          <ListRow href="#row" icon={<Headset />} title={t('my.service')} />
          <ListRow
            href="#detail"
            icon={<BadgeCheck />}
            title={t('my.pay-password')}
            detail={t('my.pending.text')}
            end={t('my.pay-password.set')}
          />
          <ListRow onClick={onOpenSheet} icon={<Languages />} title={t('common.language')} end="English" />
          <ListRow title={t('my.shop-code')} end={<bdi>QUAY42</bdi>} />
        </Rows>
        <div className="flex gap-2">
          <Picture src={null} alt={t('my.title')} size={64} />
          <Picture src="data:image/png;base64,broken" alt="" size={64} className="rounded-card" />
          <Picture
            src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' fill='%231f5fa8'/></svg>"
            alt=""
            size={64}
          />
        </div>
      </Part>

      <Part name="RecordRow">
        <RecordRow
          href="#record"
          picture={
            <RecordIcon>
              <Headset />
            </RecordIcon>
          }
          title={t('my.withdraw')}
          detail={
            <>
              <StatusChip tone="success">{t('my.verified')}</StatusChip> <bdi>BKMY975S</bdi>
            </>
          }
          amount={<Money value="1200.50" />}
          at={format.clock('2026-11-21T11:00:00Z')}
        />
      </Part>

      <Part name="StatusChip">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <StatusChip key={tone} tone={tone} icon={<BadgeCheck aria-hidden className="size-4" />}>
              {t('my.verified')}
            </StatusChip>
          ))}
          <StatusChip tone="neutral">{t('my.not-verified')}</StatusChip>
        </div>
      </Part>

      <Part name="DayGrid">
        <DayGrid days={daysOfMonth('2026-11-01')} weekday={format.weekday}>
          {(day) => <span className="flex min-h-12 items-center justify-center">{day.slice(-2)}</span>}
        </DayGrid>
      </Part>

      <Part name="Fold">
        <Fold title={t('orders.proof')} detail={t('orders.proof.text')}>
          <p>{t('orders.books')}</p>
        </Fold>
      </Part>

      <Part name="Stepper, Progress, Timeline">
        <Progress
          label={t('orders.progress')}
          at={2}
          steps={[
            t('orders.step.paid'),
            t('orders.event.order.picked-up'),
            t('status.3'),
            t('status.4'),
            t('status.6'),
          ].map((name, i) => ({ name, date: i < 3 ? format.shortDate('2026-11-28T11:00:00Z') : null }))}
        />
        <Stepper label={t('register.title')} steps={[t('my.title'), t('my.service'), t('my.withdraw')]} current={1} />
        <Timeline
          coming={[{ what: t('status.6'), by: t('orders.step.by', { date: format.dateTime('2026-11-28T11:00:00Z') }) }]}
          events={[
            { what: t('orders.empty'), at: '2026-11-21T09:00:00Z', by: t('my.service') },
            { what: t('my.verified'), note: 'DHL 4711', at: '2026-11-21T11:00:00Z', by: t('my.service') },
          ]}
        />
      </Part>

      <Part name="VirtualList">
        <VirtualList
          restoreKey="gallery"
          items={['1', '2', '3']}
          itemKey={(item) => item}
          render={(item) => <p className="border-b border-border py-3">{t('funds.number', { n: Number(item) })}</p>}
        />
      </Part>
    </>
  )
}
