/** What was typed and chosen before the server had it; kept on this device, so that nothing is lost by closing the app. */
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

/** Photos that were chosen but have not arrived yet, or whose preview is worth keeping. */
export const photoFields = ['logo', 'idFront', 'idBack', 'idInHand'] as const
export type PhotoField = (typeof photoFields)[number]
export const readPhoto = (field: PhotoField): Promise<Blob | undefined> =>
  get<Blob>(`${key} ${field}`).catch(() => undefined)
export const savePhoto = (field: PhotoField, photo: Blob): Promise<void> =>
  set(`${key} ${field}`, photo).catch(() => undefined)
const dropPhoto = (field: PhotoField): Promise<void> => del(`${key} ${field}`).catch(() => undefined)
