import { codeDigits } from '@quayside/contract/constants'
import {
  BagFilled,
  Button,
  ClipboardFilled,
  ConfirmDialog,
  HouseFilled,
  IconButton,
  Page,
  PersonFilled,
  PinField,
  SelectionFooter,
  Sheet,
  TabBar,
  toast,
} from '@quayside/ui'
import { ClipboardList, House, ListFilter, ShoppingBag, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../src/lib/i18n.tsx'
import { ControlParts } from './ControlParts.tsx'
import { FigureParts } from './FigureParts.tsx'
import { ListParts } from './ListParts.tsx'
import { StateParts } from './StateParts.tsx'
import { Part } from './Part.tsx'

// The bottom of a page has its own action or the tabs, never both.
const tabs = new URLSearchParams(location.search).has('tabs')

/**
 * Every component of `packages/ui` in each state, and the parts of the app that send no request, with the app's own
 * texts.
 */
export function Gallery() {
  const t = useT()
  const [pin, setPin] = useState('49')
  const [open, setOpen] = useState<'sheet' | 'question' | null>(null)
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
        <ControlParts />
        <FigureParts />
        <ListParts onOpenSheet={() => setOpen('sheet')} />
        <StateParts />
        <Part name="SelectionFooter">
          <SelectionFooter label={t('common.select')}>
            <Button wide>{t('orders.pickup')}</Button>
          </SelectionFooter>
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
