/** How an app talks to the server: call, cache, live push, retry with the same key. */
export { call, hear, Refused, Unreachable } from './call.ts'
export { tokenStore, wishedLanguage } from './device.ts'
export { useDownload } from './download.ts'
export { showHeld } from './held.ts'
export * from './hooks.ts'
export { keepReads } from './kept.ts'
export { upload, type Uploaded, type UploadPurpose } from './upload.ts'
