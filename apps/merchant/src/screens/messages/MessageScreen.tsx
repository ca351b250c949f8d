import { useApiMutation, useApiQuery } from '@quayside/client'
import { markMessages, messageDetail, type ResponseBody } from '@quayside/contract'
import { Card, ListRow, Page, Rows } from '@quayside/ui'
import { ArrowUpRight } from 'lucide-react'
import { useEffect } from 'react'
import { AmountRow } from '../../components/AmountRow.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { subjectLink, screenLink } from './message-links.ts'
import { TypeIcon } from './MessageType.tsx'

/** One message with links to its subjects. Opening it marks it as read. */
export function MessageScreen() {
  const t = useT()
  const back = useBack(paths.messages)
  const { id = '' } = useSearchParams(paths.message)
  const message = useApiQuery(messageDetail, { id })
  const { mutate: mark } = useApiMutation(markMessages, { quiet: true })
  const unread = message.data?.id === id && !message.data.read

  useEffect(() => {
    if (unread) void mark({ messages: [id] })
  }, [unread, id, mark])

  return (
    <Page title={t('messages.title')} onBack={back}>
      <QueryBoundary query={message}>{(data) => <Detail message={data} />}</QueryBoundary>
    </Page>
  )
}

function Detail({ message }: { message: ResponseBody<typeof messageDetail> }) {
  const t = useT()
  const format = useFormat()
  const { causes } = message
  const otherwise = screenLink(message.kind)
  return (
    <>
      <Card className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <TypeIcon type={message.type} />
          <h2 className="min-w-0 flex-1 self-center text-section font-semibold" dir="auto">
            {message.text}
          </h2>
        </div>
        {message.more ? (
          <p className="break-words whitespace-pre-line" dir="auto">
            {message.more}
          </p>
        ) : null}
        <dl className="flex flex-col gap-2 border-t border-border pt-3">
          <AmountRow label={t('messages.type')}>{t(`messages.type.${message.type}`)}</AmountRow>
          <AmountRow label={t('messages.sender')}>{t(`messages.sender.${message.sender}`)}</AmountRow>
          <AmountRow label={t('messages.sent')}>
            <time dateTime={message.at}>{format.dateTime(message.at)}</time>
          </AmountRow>
        </dl>
      </Card>
      {causes.length > 0 ? (
        <nav aria-labelledby="message-about" className="flex flex-col gap-2">
          <h2 id="message-about" className="font-semibold">
            {t('messages.about')}
          </h2>
          <Rows>
            {causes.map((cause) => (
              <ListRow
                key={cause.id}
                href={subjectLink(message.kind, cause)}
                title={
                  <bdi>
                    {cause.kind === 'listing' ? cause.code : t(`service.about.${cause.kind}`, { code: cause.code })}
                  </bdi>
                }
              />
            ))}
          </Rows>
          {message.count > causes.length ? (
            <p className="text-center text-small text-muted">{`+${format.number(message.count - causes.length)}`}</p>
          ) : null}
        </nav>
      ) : otherwise ? (
        <Rows>
          <ListRow href={otherwise} icon={<ArrowUpRight className="mirror" />} title={t('messages.open')} />
        </Rows>
      ) : null}
    </>
  )
}
