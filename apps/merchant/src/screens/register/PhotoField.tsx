import type { ComponentProps } from 'react'
import { PictureField, type DraftStorage } from '../../components/PictureField.tsx'
import { readPhoto, savePhoto, type PhotoField as Field } from './draft.ts'

const keep = (field: Field): DraftStorage => ({
  read: () => readPhoto(field),
  save: (photo) => savePhoto(field, photo),
})
const keeps = { logo: keep('logo'), idFront: keep('idFront'), idBack: keep('idBack'), idInHand: keep('idInHand') }

/** A photo of the registration, stored on this device as soon as it is chosen. */
export function PhotoField({
  field,
  ...rest
}: { field: Field } & Omit<ComponentProps<typeof PictureField>, 'purpose' | 'keep' | 'onChosen'>) {
  return <PictureField {...rest} purpose={field === 'logo' ? 'logo' : 'identity'} keep={keeps[field]} />
}
