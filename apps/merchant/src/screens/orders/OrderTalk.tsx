import { useApiQuery } from '@quayside/client'
import { unreadOrderTalks } from '@quayside/contract'
import { Badge, ListRow, Rows } from '@quayside/ui'
import { MessageCircle } from 'lucide-react'
import { useFormatBadge } from '../../hooks/useFormatBadge.ts'
import { useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

/** The way to the conversation with the buyer of an order, with the number of unread messages. */
export function OrderTalk({ id }: { id: string }) {
  const t = useT()
  const formatBadge = useFormatBadge()
  const unread = useApiQuery(unreadOrderTalks, { orderId: id }).data?.unread ?? 0
  return (
    <Rows>
      <ListRow
        href={link(paths.buyerTalk, { id })}
        icon={<MessageCircle />}
        title={t('orders.talk')}
        end={
          unread > 0 ? (
            <>
              <Badge>{formatBadge(unread)}</Badge>
              <span className="sr-only">{t('messages.unread-count', { n: unread })}</span>
            </>
          ) : undefined
        }
      />
    </Rows>
  )
}
