import type { Endpoint, Envelope, ResponseBody } from '@quayside/contract'
import * as files from '@quayside/contract/files'
import { networkTimeout } from '@quayside/contract/constants'
import { announceNotice, headers, Unreachable, unwrapEnvelope } from './call.ts'
import { fitForUpload } from './fit-for-upload.ts'
import { tokenStore } from './session-storage.ts'

export type Uploaded = ResponseBody<typeof files.upload>
export type UploadPurpose = 'logo' | 'banner' | 'identity' | 'voucher' | 'chat'

/** Uploads one picture and reports the progress from 0 to 1. Throws `Refused` or `Unreachable`. */
export const upload = async (
  file: Blob,
  purpose: UploadPurpose,
  onProgress?: (part: number) => void,
): Promise<Uploaded> =>
  uploadFile(files.upload, { purpose }, new File([await fitForUpload(file)], 'picture'), onProgress)

/** Uploads one file to an endpoint, whose input is sent in the query. Throws `Refused` or `Unreachable`. */
export function uploadFile<E extends Endpoint>(
  { path }: E,
  input: Record<string, string>,
  file: File,
  onProgress: (part: number) => void = () => {},
): Promise<ResponseBody<E>> {
  return new Promise((done, failed) => {
    // XMLHttpRequest, because fetch reports no upload progress.
    const request = new XMLHttpRequest()
    const sent = tokenStore.get()
    request.open('POST', `${path}?${new URLSearchParams(input)}`)
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.timeout = networkTimeout
    request.responseType = 'json'
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onerror = () => failed(new Unreachable('no answer'))
    request.ontimeout = () => failed(new Unreachable('no answer', { timedOut: true }))
    request.onload = () => {
      try {
        if (!request.response) throw new Unreachable('no answer')
        const envelope = request.response as Envelope<ResponseBody<E>>
        const data = unwrapEnvelope(envelope, request.status, sent)
        // The sentence of an upload is a toast; a refusal goes to the caller.
        if (envelope.msg) announceNotice(envelope.msg)
        done(data)
      } catch (error) {
        failed(error as Error)
      }
    }
    const body = new FormData()
    body.append('file', file, file.name)
    request.send(body)
  })
}
