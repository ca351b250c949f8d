import { codeDigits } from '@quayside/contract/constants'
import {
  BagFilled,
  Barrier,
  Book,
  Bottle,
  Buoy,
  Button,
  Card,
  Checkbox,
  Chest,
  ClipboardFilled,
  ConfirmDialog,
  CopyButton,
  Crane,
  Crate,
  EmptyState,
  DayGrid,
  Fold,
  Stat,
  Stats,
  HeroCard,
  HouseFilled,
  IconButton,
  IconLink,
  Lighthouse,
  LineChart,
  ListRow,
  Money,
  SkeletonScreen,
  Page,
  Parcel,
  PersonFilled,
  Picture,
  Pill,
  SelectPill,
  PinField,
  Problem,
  Progress,
  QrCode,
  QuickLinks,
  RecordLine,
  Rows,
  SearchField,
  SegmentTabs,
  SelectField,
  SelectionFooter,
  Sheet,
  ShopFront,
  Shutter,
  Skeleton,
  Spinner,
  Spyglass,
  StatusChip,
  Stepper,
  Switch,
  TabBar,
  TextArea,
  TextField,
  toast,
  VirtualList,
  type Tone,
} from '@quayside/ui'
import {
  BadgeCheck,
  BanknoteArrowDown,
  BanknoteArrowUp,
  ClipboardList,
  Headset,
  House,
  Languages,
  ListFilter,
  Plus,
  Search,
  ShoppingBag,
  UserRound,
  X,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { RadioCard } from '../src/components/RadioCard.tsx'
import { AmountRow } from '../src/components/AmountRow.tsx'
import { Timeline } from '../src/components/Timeline.tsx'
import { useFormat, useT } from '../src/lib/i18n.tsx'
import { daysOfMonth } from '../src/lib/period.ts'

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = name.replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-border pt-4">
      <h2 id={id} className="text-caption text-muted" lang="en" dir="ltr">
        {name}
      </h2>
      {children}
    </section>
  )
}

const tones: Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']
const days = Array.from({ length: 7 }, (_, i) => `2026-11-${15 + i}`)
const sales = [120.5, 80, 214.25, 0, 310, 265.9, 342.1]
const profits = [30.1, 18, 60.2, -12, 82, 70.4, 91.3]

// The bottom of a page has its own action or the tabs, never both.
const tabs = new URLSearchParams(location.search).has('tabs')

/**
 * Every component of `packages/ui` in each state, and the parts of the app that send no request, with the app's own
 * texts.
 */
export function Gallery() {
  const t = useT()
  const format = useFormat()
  const [segment, setSegment] = useState('all')
  const [pin, setPin] = useState('49')
  const [open, setOpen] = useState<'sheet' | 'question' | null>(null)
  const [way, setWay] = useState('card')
  const icon = (Icon: typeof Plus) => <Icon aria-hidden className="size-5" />
  const scenes = {
    Crane: <Crane />,
    Crate: <Crate />,
    Parcel: <Parcel />,
    Bottle: <Bottle />,
    Book: <Book />,
    Lighthouse: <Lighthouse />,
    Buoy: <Buoy />,
    ShopFront: <ShopFront />,
    Shutter: <Shutter />,
    Spyglass: <Spyglass />,
    Chest: <Chest />,
    Barrier: <Barrier />,
  }

  return (
    <>
      <Page
        title={t('my.title')}
        actions={<IconButton label={t('common.filter')} icon={<ListFilter aria-hidden />} onClick={() => undefined} />}
        footer={
          tabs ? undefined : (
            <Button wide onClick={() => setOpen('question')}>
              {t('my.logout')}
            </Button>
          )
        }
      >
        <Part name="HeroCard, QuickLinks, Money">
          <HeroCard className="flex flex-col gap-5">
            <div>
              <p className="text-small text-muted">{t('my.balance')}</p>
              <Money value="12345678.90" size="display-large" />
            </div>
            <QuickLinks
              label={t('my.money')}
              items={[
                { href: '#recharge', label: t('my.recharge'), icon: <BanknoteArrowUp /> },
                { href: '#withdraw', label: t('my.withdraw'), icon: <BanknoteArrowDown /> },
                { href: '#funds', label: t('my.funds'), icon: <ClipboardList /> },
                { href: '#finance', label: t('finance.title'), icon: <BadgeCheck /> },
              ]}
            />
          </HeroCard>
          <p className="flex flex-wrap items-baseline gap-x-4">
            <Money value="1204.50" />
            <Money value="-10.00" />
            <Money value="4.24" sign className="text-success" />
            <Money value="1204.50" size="section" />
            <Money value="1204.50" size="display" />
          </p>
        </Part>

        <Part name="Button, Spinner">
          <Spinner />
          {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
            <div key={variant} className="flex flex-wrap gap-2">
              <Button variant={variant}>{t('common.save')}</Button>
              <Button variant={variant} icon={icon(Plus)}>
                {t('common.continue')}
              </Button>
              <Button variant={variant} busy>
                {t('common.save')}
              </Button>
              <Button variant={variant} disabled>
                {t('common.save')}
              </Button>
            </div>
          ))}
          <Button wide>{t('withdraw.title')}</Button>
        </Part>

        <Part name="IconButton, IconLink, CopyButton, Pill, SelectPill">
          <div className="flex flex-wrap items-center gap-2">
            <IconButton label={t('common.close')} icon={<X aria-hidden />} />
            <IconLink href="#" label={t('common.close')} icon={<X aria-hidden />} />
            <CopyButton text="8QVBK7B8GK" label={t('common.copy')} />
            <Pill chosen={false}>{t('common.all')}</Pill>
            <Pill chosen>{t('common.all')}</Pill>
            <SelectPill label={t('dist.sort')} shown={t('dist.sort.new')} chosen={false}>
              <option>{t('dist.sort.new')}</option>
            </SelectPill>
          </div>
          <CopyButton wide text="8QVBK7B8GK" label={t('common.copy')} />
        </Part>

        <Part name="SegmentTabs">
          <SegmentTabs
            label={t('orders.title')}
            value={segment}
            onChange={setSegment}
            items={[
              { key: 'all', label: t('common.all'), count: format.number(1204) },
              { key: 'a', label: t('funds.available') },
              { key: 'b', label: t('funds.pending'), count: format.number(7) },
              { key: 'c', label: t('funds.held') },
              { key: 'd', label: t('my.total-income') },
            ]}
          />
        </Part>

        <Part name="TextField, TextArea, SelectField, SearchField">
          <TextField label={t('entry.code')} hint={t('entry.code.hint')} />
          <TextField label={t('login.password')} type="password" defaultValue="12345678" end={icon(Search)} />
          <TextField label={t('entry.code')} defaultValue="QS" error={t('register.need.invitation')} />
          <TextField label={t('entry.code')} defaultValue="QS-2026" disabled />
          <TextArea label={t('entry.code')} rows={2} hint={t('entry.code.hint')} />
          <TextArea label={t('entry.code')} rows={2} error={t('register.need.invitation')} />
          <SelectField label={t('common.language')}>
            <option>{t('common.language')}</option>
          </SelectField>
          <SelectField label={t('common.theme')} error={t('register.need.invitation')}>
            <option>{t('common.theme.system')}</option>
          </SelectField>
          <SearchField label={t('common.language.search')} icon={<Search className="size-5" />} />
        </Part>

        <Part name="Checkbox, Switch, Choice">
          <Checkbox label={t('common.all')} className="justify-start!" />
          <Checkbox label={t('common.all')} defaultChecked className="justify-start!" />
          <Switch label={t('common.theme.dark')} hint={t('common.theme')} checked={false} readOnly />
          <Switch label={t('common.theme.light')} checked readOnly />
          <div role="radiogroup" aria-label={t('withdraw.title')} className="flex flex-col gap-2">
            {['card', 'chain', 'none'].map((key) => (
              <RadioCard
                key={key}
                group="way"
                name={t('my.withdraw')}
                detail={t('my.pending.text')}
                possible={key !== 'none'}
                chosen={way === key}
                onChoose={() => setWay(key)}
              />
            ))}
          </div>
        </Part>

        <Part name="PinField">
          <PinField length={codeDigits} label={t('pickup.password')} value={pin} onChange={setPin} />
          <PinField
            length={codeDigits}
            label={t('pickup.password')}
            value=""
            error={t('register.need.invitation')}
            onChange={() => undefined}
          />
          <PinField
            length={codeDigits}
            label={t('pickup.password')}
            value="493817"
            disabled
            onChange={() => undefined}
          />
        </Part>

        <Part name="Card, Line">
          <Card>
            <dl className="flex flex-col gap-2">
              <AmountRow label={t('my.balance')}>
                <Money value="2400.50" />
              </AmountRow>
              <AmountRow label={t('my.held')}>
                <Money value="-2.00" />
              </AmountRow>
              <AmountRow label={t('my.total-income')} sum>
                <Money value="2398.50" size="section" />
              </AmountRow>
            </dl>
          </Card>
        </Part>

        <Part name="Figures, Figure">
          <Stats>
            <Stat wide label={t('home.today-sales')} note={t('home.by-now', { value: format.money('1204.50') })}>
              <Money value="12345678.90" size="display-large" />
            </Stat>
            <Stat label={t('home.today-orders')}>{format.number(1204)}</Stat>
            <Stat label={t('home.total-profit')} note={t('home.completed-orders')}>
              <Money value="1204.50" />
            </Stat>
          </Stats>
          <Stats columns={3}>
            <Stat small label={t('home.followers')}>
              {format.number(12)}
            </Stat>
            <Stat small label={t('home.rating')}>
              {format.number(4.7)}
            </Stat>
            <Stat small label={t('home.credit')}>
              {format.number(100)}
            </Stat>
          </Stats>
        </Part>

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
            <ListRow onClick={() => setOpen('sheet')} icon={<Languages />} title={t('common.language')} end="English" />
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

        <Part name="RecordLine">
          <RecordLine
            href="#record"
            state={<StatusChip tone="success">{t('my.verified')}</StatusChip>}
            at={format.dateTime('2026-11-21T11:00:00Z')}
            title={t('my.withdraw')}
            detail={<bdi>BKMY975S</bdi>}
            amount={<Money value="1200.50" />}
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
            ]}
          />
          <Stepper label={t('register.title')} steps={[t('my.title'), t('my.service'), t('my.withdraw')]} current={1} />
          <Timeline
            coming={[
              { what: t('status.6'), by: t('orders.step.by', { date: format.dateTime('2026-11-28T11:00:00Z') }) },
            ]}
            events={[
              { what: t('orders.empty'), at: '2026-11-21T09:00:00Z', by: t('my.service') },
              { what: t('my.verified'), note: 'DHL 4711', at: '2026-11-21T11:00:00Z', by: t('my.service') },
            ]}
          />
        </Part>

        <Part name="LineChart">
          <LineChart
            label={t('home.curve')}
            dayLabel={t('home.today')}
            labels={days.map((day) => format.day(day))}
            axis={[days[0]!, days.at(-1)!].map((day) => format.day(day))}
            scale={format.scale}
            before={{
              key: 'before',
              label: t('home.curve.before'),
              values: sales.toReversed(),
              text: (i) => format.money(String(sales.toReversed()[i])),
            }}
            series={[
              { key: 's', label: t('home.today-sales'), values: sales, text: (i) => format.money(String(sales[i])) },
              {
                key: 'p',
                label: t('home.total-profit'),
                values: profits,
                text: (i) => format.money(String(profits[i])),
              },
            ]}
          />
        </Part>

        <Part name="SelectionFooter">
          <SelectionFooter label={t('common.select')}>
            <Button wide>{t('orders.pickup')}</Button>
          </SelectionFooter>
        </Part>

        <Part name="QrCode">
          <QrCode text="0x52908400098527886E0F7030069857D2E4169EE7" label={t('recharge.title')} className="w-40" />
        </Part>

        <Part name="Problem">
          <Problem
            title={t('common.failed')}
            text={t('common.unreachable.text')}
            action={<Button>{t('common.retry')}</Button>}
          />
          <Problem title={t('common.unreachable')} />
        </Part>

        <Part name="Skeleton, Outline">
          <Skeleton className="h-4 w-40" />
          <SkeletonScreen shape="rows" count={2} />
          <SkeletonScreen shape="dense" count={2} />
          <SkeletonScreen shape="lines" count={2} />
          <SkeletonScreen shape="ways" count={2} />
          <SkeletonScreen shape="cards" count={1} />
          <SkeletonScreen shape="fields" count={1} />
          <SkeletonScreen shape="figures" />
          <SkeletonScreen shape="rows" height={64} />
        </Part>

        <Part name="VirtualList">
          <VirtualList
            restoreKey="gallery"
            items={['1', '2', '3']}
            itemKey={(item) => item}
            render={(item) => <p className="border-b border-border py-3">{t('funds.number', { n: Number(item) })}</p>}
          />
        </Part>

        <Part name="EmptyState">
          <div className="grid gap-4 sm:grid-cols-2">
            {Object.entries(scenes).map(([name, scene]) => (
              <EmptyState key={name} scene={scene} title={t('orders.empty')} text={t('orders.empty.text')} />
            ))}
          </div>
          <EmptyState
            scene={<Crane />}
            title={t('products.empty')}
            text={t('products.empty.text')}
            action={<Button>{t('home.distribution')}</Button>}
          />
        </Part>

        <Part name="Sheet, ConfirmDialog, toast">
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setOpen('sheet')}>
              {t('common.theme')}
            </Button>
            <Button variant="secondary" onClick={() => toast(t('common.copied'))}>
              {t('common.copy')}
            </Button>
          </div>
        </Part>
      </Page>
      {tabs ? <Tabs /> : null}
      <Sheet
        open={open === 'sheet'}
        onOpenChange={(is) => setOpen(is ? 'sheet' : null)}
        title={t('common.theme')}
        footer={
          <Button wide onClick={() => setOpen(null)}>
            {t('common.save')}
          </Button>
        }
      >
        <p className="text-muted">{t('my.pending.text')}</p>
        <PinField length={codeDigits} label={t('pickup.password')} value={pin} onChange={setPin} />
      </Sheet>
      <ConfirmDialog
        open={open === 'question'}
        onOpenChange={(is) => setOpen(is ? 'question' : null)}
        title={t('my.logout.sure')}
        confirm={t('my.logout')}
        cancel={t('common.cancel')}
        danger
        onConfirm={() => setOpen(null)}
      />
    </>
  )
}

function Tabs() {
  const t = useT()
  return (
    <TabBar
      label={t('tab.label')}
      current="order"
      onReselect={() => undefined}
      items={[
        {
          key: 'home',
          label: t('tab.home'),
          href: '#home',
          icon: <House className="size-6" />,
          activeIcon: <HouseFilled />,
        },
        {
          key: 'product',
          label: t('tab.product'),
          href: '#product',
          icon: <ShoppingBag className="size-6" />,
          activeIcon: <BagFilled />,
        },
        {
          key: 'order',
          label: t('tab.order'),
          href: '#order',
          icon: <ClipboardList className="size-6" />,
          activeIcon: <ClipboardFilled />,
          badge: '99+',
          badgeLabel: t('tab.badge', { n: 137 }),
        },
        {
          key: 'my',
          label: t('tab.my'),
          href: '#my',
          icon: <UserRound className="size-6" />,
          activeIcon: <PersonFilled />,
        },
      ]}
    />
  )
}
