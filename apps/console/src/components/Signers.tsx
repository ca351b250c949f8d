import { useApiQuery } from '@quayside/client'
import type { OperatorRole } from '@quayside/contract'
import { listSigners } from '@quayside/contract/acts'
import { t } from '../lib/texts.ts'

/** Who could sign what this person is about to propose to a desk, and who could not: said before it is proposed. */
export function Signers({ desk }: { desk: OperatorRole }) {
  const { data } = useApiQuery(listSigners, { desk })
  if (!data) return null
  const able = data.list.filter(({ maySign }) => maySign === true)
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ')
  const unable = (refusal: string) => data.list.filter(({ maySign }) => maySign === refusal)
  const related = unable('operator/second-person')
  const tooNew = unable('operator/too-new')
  const withoutPasskey = unable('act/passkey-needed')
  return (
    <div className="text-small">
      {able.length > 0 ? (
        <p>{t('signers.able', { names: names(able) })}</p>
      ) : (
        <p role="alert" className="text-danger">
          {t('signers.nobody')}
        </p>
      )}
      {related.length > 0 ? <p className="text-muted">{t('signers.related', { names: names(related) })}</p> : null}
      {tooNew.length > 0 ? <p className="text-muted">{t('signers.too-new', { names: names(tooNew) })}</p> : null}
      {withoutPasskey.length > 0 ? (
        <p className="text-muted">{t('signers.passkey-needed', { names: names(withoutPasskey) })}</p>
      ) : null}
    </div>
  )
}
