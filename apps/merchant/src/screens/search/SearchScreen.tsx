import { useApiQuery, useOnline } from '@quayside/client'
import {
  fundsRecords,
  listDistribution,
  listListings,
  listMessages,
  listOrders,
  orderCounts,
  orderStatus,
} from '@quayside/contract'
import { EmptyState, ListRow, Money, Page, Picture, SearchField, Spyglass } from '@quayside/ui'
import { Bell, Search, WalletCards } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { LoadingState } from '../../components/LoadingState.tsx'
import { RowGroup } from '../../components/RowGroup.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useUrlSearch } from '../../hooks/useUrlSearch.ts'
import { focusNow } from '../../lib/focusNow.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { causePaths, link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { matches, readRequest } from './matches.ts'
import { useActs, useScreens, type Target } from './useTargets.tsx'

/** Results of each kind; its list has the others. */
const shown = 4
const shownActs = 6
/** The messages that are searched: their texts are made when they are read, so the server cannot search them. */
const searchedMessages = 100
/** A number of an order, a recharge, a withdrawal or a refund has this many characters at least. */
const codeLength = 4

/**
 * One search over orders, products, the distribution center, movements, messages and screens. Acts open their screen,
 * filled in.
 */
export function SearchScreen() {
  const t = useT()
  const format = useFormat()
  const online = useOnline()
  const back = useBack(paths.home)
  const results = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => focusNow(() => field.current?.querySelector('input')), [])
  const { searchText, setSearchText, search } = useUrlSearch(paths.search, (next) =>
    navigate({ to: paths.search, search: { search: next || undefined }, replace: true }),
  )
  const text = searchText.trim()
  const request = readRequest(text)
  const wanted = { enabled: search !== '' }
  const code = search.replace(/^#/, '').slice(0, 20)

  const waiting = useApiQuery(orderCounts, {})
  const orders = useApiQuery(listOrders, { status: 0, limit: shown, page: 1, search }, wanted)
  const products = useApiQuery(listListings, { limit: shown, search }, wanted)
  // What is in the shop already stands among its products.
  const supplied = useApiQuery(listDistribution, { limit: shown, search, notAdded: true }, wanted)
  const movements = useApiQuery(
    fundsRecords,
    { limit: shown, code },
    { enabled: code.length >= codeLength && !/\s/.test(code) },
  )
  const messages = useApiQuery(listMessages, { limit: searchedMessages }, wanted)

  const acts = useActs(request, waiting.data?.counts[orderStatus.awaitingPickup] ?? 0)
  const screens = useScreens(request)
  const words = readRequest(search).words
  const told = (messages.data?.list ?? []).filter((one) => matches(words, [one.text, one.more ?? ''])).slice(0, shown)
  // Placeholders are the results of the text before.
  const rows = <R,>(query: { data: { list: R[] } | undefined; isPlaceholderData: boolean }) =>
    search === '' || query.isPlaceholderData ? [] : (query.data?.list ?? [])
  const moved = code.length >= codeLength ? rows(movements) : []
  const queries = [orders, products, supplied, messages]
  const busy =
    text !== search || (search !== '' && online && queries.some((one) => one.isLoading || one.isPlaceholderData))
  const none =
    [acts, screens, rows(orders), rows(products), rows(supplied), moved, told].every((list) => list.length === 0) &&
    text !== ''

  const target = ({ key, title, detail, icon, href, act }: Target) => (
    <ListRow
      key={key}
      icon={icon}
      title={<bdi>{title}</bdi>}
      detail={detail}
      {...(href ? { href } : {})}
      {...(act ? { onClick: act } : {})}
    />
  )
  return (
    <Page title={t('search.title')} onBack={back}>
      <form
        ref={field}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          // The return key opens the first result.
          results.current?.querySelector<HTMLElement>('a, button')?.click()
        }}
      >
        <SearchField
          label={t('search.field')}
          icon={<Search className="size-5" />}
          value={searchText}
          enterKeyHint="go"
          autoComplete="off"
          onChange={(event) => setSearchText(event.target.value)}
        />
      </form>
      {text === '' ? (
        <p className="text-small text-muted">
          {t('search.text', { first: t('withdraw.title'), second: t('common.theme.dark') })}
        </p>
      ) : null}
      <div ref={results} className="flex flex-col gap-4">
        <Group title={t('search.acts')}>{acts.slice(0, shownActs).map(target)}</Group>
        <Group title={t('search.screens')}>{screens.slice(0, shown).map(target)}</Group>
        <Group title={t('orders.title')}>
          {rows(orders).map((order) => (
            <ListRow
              key={order.id}
              href={link(paths.order, { id: order.id })}
              icon={<Picture src={order.picture} alt="" size={40} />}
              title={<bdi className="line-clamp-1">{order.title}</bdi>}
              detail={
                <>
                  <bdi>{order.code}</bdi> · {format.ago(order.placedAt)}
                </>
              }
              end={t(`status.${order.status}`)}
            />
          ))}
        </Group>
        <Group title={t('products.title')}>
          {rows(products).map((product) => (
            <ListRow
              key={product.id}
              href={link(paths.listing, { id: product.id })}
              icon={<Picture src={product.picture} alt="" size={40} />}
              title={<bdi>{product.name}</bdi>}
              end={<Money value={product.sellingPrice} />}
            />
          ))}
        </Group>
        <Group title={t('dist.title')}>
          {rows(supplied).map((product) => (
            <ListRow
              key={product.id}
              href={link(paths.listing, { product: product.id })}
              icon={<Picture src={product.picture} alt="" size={40} />}
              title={<bdi>{product.name}</bdi>}
              end={<Money value={product.suggestedPrice} />}
            />
          ))}
        </Group>
        <Group title={t('funds.title')}>
          {moved.map((row) => (
            <ListRow
              key={`${row.account} ${row.seq}`}
              icon={<WalletCards />}
              {...(row.cause ? { href: link(causePaths[row.cause.kind], { id: row.cause.id }) } : {})}
              title={t(`funds.event.${row.event}`)}
              detail={
                <>
                  {t(`funds.${row.account}`)} · {format.ago(row.at)}
                </>
              }
              end={<Money value={row.amount} sign />}
            />
          ))}
        </Group>
        <Group title={t('messages.title')}>
          {told.map((message) => (
            <ListRow
              key={message.id}
              href={link(paths.messages, { id: message.id })}
              icon={<Bell />}
              title={
                <span className="line-clamp-2" dir="auto">
                  {message.text}
                </span>
              }
              detail={format.ago(message.at)}
            />
          ))}
        </Group>
      </div>
      {busy ? (
        <LoadingState shape="lines" count={2} />
      ) : none ? (
        <EmptyState scene={<Spyglass />} title={t('search.none')} />
      ) : null}
      {online || text === '' ? null : (
        <p role="status" className="text-small text-muted">
          {t('app.offline.act')}
        </p>
      )}
    </Page>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  return children.length === 0 ? null : <RowGroup title={title}>{children}</RowGroup>
}
