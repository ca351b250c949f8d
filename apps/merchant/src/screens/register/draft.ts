/** Unsaved input of the registration, stored on this device, so that closing the app loses nothing. */
import { del, get, set } from 'idb-keyval'

export type Draft = {
  invitationCode?: string
  phone?: string
  email?: string
  shopName?: string
  address?: string
  country?: string
  realName?: string
  step?: number
}

const key = 'registration'
export const readDraft = async (): Promise<Draft> => (await get<Draft>(key).catch(() => undefined)) ?? {}
export const saveDraft = (draft: Draft): Promise<void> => set(key, draft).catch(() => undefined)
export const dropDraft = async (): Promise<void> => {
  await del(key).catch(() => undefined)
  await Promise.all(photoFields.map((field) => dropPhoto(field)))
}

/** Photos that are chosen but not uploaded yet, or needed for the preview. */
export const photoFields = ['logo', 'idFront', 'idBack', 'idInHand'] as const
export type PhotoField = (typeof photoFields)[number]
export const readPhoto = (field: PhotoField): Promise<Blob | undefined> =>
  get<Blob>(`${key} ${field}`).catch(() => undefined)
export const savePhoto = (field: PhotoField, photo: Blob): Promise<void> =>
  set(`${key} ${field}`, photo).catch(() => undefined)
const dropPhoto = (field: PhotoField): Promise<void> => del(`${key} ${field}`).catch(() => undefined)
