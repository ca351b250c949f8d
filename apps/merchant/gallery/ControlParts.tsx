import { codeDigits } from '@quayside/contract/constants'
import {
  Button,
  Checkbox,
  CopyButton,
  ErrorText,
  IconButton,
  IconLink,
  Pill,
  PinField,
  SearchField,
  SegmentTabs,
  SelectField,
  SelectPill,
  Spinner,
  Switch,
  TextArea,
  TextField,
} from '@quayside/ui'
import { Plus, Search, X } from 'lucide-react'
import { useState } from 'react'
import { RadioCard } from '../src/components/RadioCard.tsx'
import { useFormat, useT } from '../src/lib/i18n.tsx'
import { Part } from './Part.tsx'

const icon = (Icon: typeof Plus) => <Icon aria-hidden className="size-5" />

/** Buttons, tabs, fields and choices. */
export function ControlParts() {
  const t = useT()
  const format = useFormat()
  const [segment, setSegment] = useState('all')
  const [pin, setPin] = useState('49')
  const [way, setWay] = useState('card')

  return (
    <>
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
        <ErrorText>{t('register.need.invitation')}</ErrorText>
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
        <PinField length={codeDigits} label={t('pickup.password')} value="493817" disabled onChange={() => undefined} />
      </Part>
    </>
  )
}
