import { useApiMutation } from '@quayside/client'
import { type listDestinations, removeDestination, type ResponseBody, type WithdrawalMethod } from '@quayside/contract'
import { Button, ConfirmDialog, IconButton } from '@quayside/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RadioCard } from '../../components/RadioCard.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { DestinationName } from './DestinationName.tsx'
import { DestinationSheet } from './DestinationSheet.tsx'
import type { OfferedNetwork } from './networks.ts'

type Destination = ResponseBody<typeof listDestinations>['list'][number]

/** The saved destinations of a method: choose or remove one, or add a new one, which is then chosen. */
export function Destinations({
  method,
  list,
  verifiedName,
  bankKinds,
  networks,
  mayAdd,
  chosen,
  onChoose,
}: {
  method: WithdrawalMethod
  list: Destination[]
  verifiedName: string | null
  bankKinds: readonly ('account' | 'card')[]
  networks: readonly OfferedNetwork[]
  mayAdd: boolean
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useT()
  const format = useFormat()
  const [adding, setAdding] = useState(false)
  const [forgetting, setForgetting] = useState<Destination | null>(null)
  const remove = useApiMutation(removeDestination)
  const [now] = useState(() => Date.now())

  const forget = async () => {
    if (!forgetting || !(await remove.mutate({ id: forgetting.id }))) return
    setForgetting(null)
  }
  return (
    <>
      {list.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {list.map((destination) => (
            <li key={destination.id} className="flex items-center">
              <RadioCard
                group="destination"
                name={<DestinationName destination={destination} />}
                detail={
                  <>
                    <bdi>{destination.holder}</bdi>
                    {destination.method === 'bank' && destination.bankHolder === null ? (
                      <span className="block text-warning">{t('withdraw.waits.latin-name')}</span>
                    ) : null}
                    {new Date(destination.usableAt).getTime() > now ? (
                      <span className="block text-warning">
                        {t('withdraw.cooling', { when: format.dateTime(destination.usableAt) })}
                      </span>
                    ) : null}
                  </>
                }
                chosen={destination.id === chosen}
                onChoose={() => onChoose(destination.id)}
              />
              <IconButton
                label={t('common.named', {
                  label: t('withdraw.forget'),
                  value: t('withdraw.ending', { ending: destination.ending }),
                })}
                icon={<Trash2 aria-hidden className="size-5 text-muted" />}
                onClick={() => {
                  remove.reset()
                  setForgetting(destination)
                }}
              />
            </li>
          ))}
        </ul>
      ) : mayAdd ? null : (
        <p className="text-small text-muted">{t('withdraw.to.need')}</p>
      )}
      {mayAdd ? (
        <Button variant="secondary" wide icon={<Plus aria-hidden className="size-5" />} onClick={() => setAdding(true)}>
          {t('withdraw.new')}
        </Button>
      ) : null}
      <DestinationSheet
        method={method}
        verifiedName={verifiedName}
        bankKinds={bankKinds}
        networks={networks}
        open={adding}
        onClose={() => setAdding(false)}
        onSaved={(id) => {
          setAdding(false)
          onChoose(id)
        }}
      />
      <ConfirmDialog
        open={forgetting !== null}
        onOpenChange={(is) => (is ? undefined : setForgetting(null))}
        title={t('withdraw.forget')}
        text={
          forgetting ? (
            <>
              <DestinationName destination={forgetting} />
              <MutationError mutation={remove} />
            </>
          ) : null
        }
        confirm={t('withdraw.forget')}
        cancel={t('common.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => void forget()}
      />
    </>
  )
}
