import { useApiMutation, useApiQuery } from '@quayside/client'
import { markMessages, messageDetail, type ResponseBody } from '@quayside/contract'
import { ListRow, Rows, Sheet } from '@quayside/ui'
import { ArrowUpRight } from 'lucide-react'
import { useEffect } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { screenLink, subjectLink } from './message-links.ts'

/** One message with who sent it and when, and links to its subjects. Opening it marks it as read. */
export function MessageSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const message = useApiQuery(messageDetail, { id })
  const { mutate: mark } = useApiMutation(markMessages, { quiet: true })
  const unread = message.data?.id === id && !message.data.read

  useEffect(() => {
    if (unread) void mark({ messages: [id] })
  }, [unread, id, mark])

  return (
    <Sheet
      open
      title={message.data ? t(`messages.type.${message.data.type}`) : t('messages.title')}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      <QueryBoundary query={message}>{(data) => <Detail message={data} />}</QueryBoundary>
    </Sheet>
  )
}

function Detail({ message }: { message: ResponseBody<typeof messageDetail> }) {
  const t = useT()
  const format = useFormat()
  const { causes } = message
  const otherwise = screenLink(message.kind)
  return (
    <div className="flex flex-col gap-4 pb-4">
      <p className="text-section" dir="auto">
        {message.text}
      </p>
      {message.more ? (
        <p className="break-words whitespace-pre-line" dir="auto">
          {message.more}
        </p>
      ) : null}
      <p className="text-small text-muted">
        {t(`messages.sender.${message.sender}`)} · <time dateTime={message.at}>{format.dateTime(message.at)}</time>
      </p>
      {causes.length > 0 || otherwise ? (
        <nav aria-label={t('messages.about')}>
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
            {causes.length === 0 && otherwise ? (
              <ListRow href={otherwise} icon={<ArrowUpRight className="mirror" />} title={t('messages.open')} />
            ) : null}
          </Rows>
          {message.count > causes.length && causes.length > 0 ? (
            <p className="pt-2 text-center text-small text-muted">
              {`+${format.number(message.count - causes.length)}`}
            </p>
          ) : null}
        </nav>
      ) : null}
    </div>
  )
}
