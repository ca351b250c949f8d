import { call, invalidateChanges } from '@quayside/client'
import { saveShop, type ResponseBody, type readShop } from '@quayside/contract'
import { Button, Sheet, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { PictureField } from '../../components/PictureField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useSaveShop } from './useSaveShop.ts'

/** The shop's name and logo. The logo is saved as soon as it is uploaded. */
export function NameSheet({ shop, onClose }: { shop: ResponseBody<typeof readShop>; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(shop.name)
  const save = useSaveShop()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.saveFields({ name }).then((saved) => saved && onClose())
  }
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t('shop.name-logo')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={t('register.shop-name')}
          autoComplete="organization"
          maxLength={60}
          value={name}
          error={save.refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <PictureField
          purpose="logo"
          label={t('register.logo')}
          hint={t('register.logo.hint')}
          saved={shop.logo !== null}
          onSaved={async (file) => {
            await call(saveShop, { logo: file.id })
            toast(t('shop.saved'))
            await invalidateChanges(saveShop)
            return true
          }}
        />
        {save.refusal?.fields['name'] ? null : <MutationError mutation={save} />}
        <WhileOpen>
          <Button type="submit" wide busy={save.isPending}>
            {t('common.save')}
          </Button>
        </WhileOpen>
      </form>
    </Sheet>
  )
}
