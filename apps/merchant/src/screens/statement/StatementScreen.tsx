import { useDownload, useApiQuery } from '@quayside/client'
import { downloadStatement, me, previewStatement, walletAccounts, type StatementFormat } from '@quayside/contract'
import { Button, Card, Stat, Stats, Money, Page, SegmentTabs, SelectField } from '@quayside/ui'
import { FileSpreadsheet, FileText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { PeriodFields } from '../../components/PeriodFields.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { todayIn } from '../../lib/period.ts'
import { monthOf, type PeriodChoice, type Period } from './period.ts'

const choices = ['this-month', 'last-month', 'own-dates'] as const

/** The statement of an account: opening and closing balance of a period, and the files to download. */
export function StatementScreen() {
  const t = useT()
  const back = useBack(paths.funds)
  const profile = useApiQuery(me, {})
  return (
    <Page title={t('finance.statement')} onBack={back}>
      <QueryBoundary query={profile}>{(my) => <PeriodForm today={todayIn(my.shop.timeZone)} />}</QueryBoundary>
    </Page>
  )
}

function PeriodForm({ today }: { today: string }) {
  const t = useT()
  const format = useFormat()
  const [account, setAccount] = useState<(typeof walletAccounts)[number]>('available')
  const [choice, setChoice] = useState<PeriodChoice>('this-month')
  const [own, setOwn] = useState<Period>(monthOf('this-month', today))
  const period = choice === 'own-dates' ? own : monthOf(choice, today)
  const whole = period.from !== '' && period.to !== ''
  const preview = useApiQuery(previewStatement, { ...period, account }, { enabled: whole })
  const { fetchFile, fetching, ...problem } = useDownload(downloadStatement)

  const choose = (next: PeriodChoice) => {
    // Custom dates start from the month on screen.
    if (next === 'own-dates') setOwn(period)
    setChoice(next)
  }
  const save = async (kind: StatementFormat) => {
    const got = await fetchFile({ ...period, account, format: kind })
    if (got) saveFile(got.file, got.name)
  }
  const button = (kind: StatementFormat) => ({
    wide: true,
    busy: fetching?.format === kind,
    disabled: !whole || fetching !== null || preview.refusal !== null,
    onClick: () => void save(kind),
  })

  return (
    <>
      <SegmentTabs
        label={t('finance.period')}
        value={choice}
        onChange={choose}
        items={choices.map((key) => ({ key, label: t(`finance.${key}`) }))}
      />
      {choice === 'own-dates' ? (
        <PeriodFields period={own} today={today} onChange={(next) => setOwn({ ...own, ...next } as Period)} />
      ) : null}
      <SelectField
        label={t('funds.tabs')}
        value={account}
        onChange={(event) => setAccount(event.target.value as typeof account)}
      >
        {walletAccounts.map((name) => (
          <option key={name} value={name}>
            {t(`funds.${name}`)}
          </option>
        ))}
      </SelectField>
      {/* A refused period needs other dates, so there is no retry button. */}
      {preview.refusal ? (
        <MutationError mutation={preview} />
      ) : whole ? (
        <QueryBoundary query={preview} height={108}>
          {(found) => (
            <Card className={preview.isPlaceholderData ? 'opacity-60' : ''}>
              <p className="pb-2 text-small text-muted">
                <bdi>{format.day(period.from)}</bdi> – <bdi>{format.day(period.to)}</bdi> ·{' '}
                {found.movements === 0 ? t('finance.none') : t('finance.movements', { n: found.movements })}
              </p>
              <Stats>
                {(['opening', 'closing'] as const).map((end) => (
                  <Stat key={end} label={t(`finance.${end}`)}>
                    <Money value={found[end]} />
                  </Stat>
                ))}
              </Stats>
            </Card>
          )}
        </QueryBoundary>
      ) : null}
      <MutationError mutation={problem} />
      <p className="text-small text-muted">{t('finance.statement.text')}</p>
      <a
        href={link(paths.verify)}
        className="inline-flex min-h-12 items-center gap-2 self-start text-accent no-underline"
      >
        <ShieldCheck aria-hidden className="size-5" />
        {t('finance.verify')}
      </a>
      <div className="mt-auto flex flex-col gap-3">
        <Button {...button('csv')} variant="secondary" icon={<FileSpreadsheet aria-hidden className="size-5" />}>
          {t('finance.csv')}
        </Button>
        <Button {...button('pdf')} icon={<FileText aria-hidden className="size-5" />}>
          {t('finance.pdf')}
        </Button>
      </div>
    </>
  )
}
