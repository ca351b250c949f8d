/** How an app talks to the server: call, cache, live push, retry with the same key. */
export { call, setBackgroundCheck, onResponse, Refused, Unreachable } from './call.ts'
export { deviceStore, tokenStore, wishedLanguage } from './session-storage.ts'
export { useDownload, type Downloaded } from './download.ts'
export { showDeferredRows } from './deferred-rows.ts'
export {
  newKey,
  prefetchQuery,
  seedQueries,
  useApiInfiniteQuery,
  useApiMutation,
  useApiQuery,
  useIsMutatingVisibly,
  useOnline,
  useToken,
} from './hooks.ts'
export { startOfflineCache } from './offline-cache.ts'
export { invalidateChanges, invalidateTags, queryClient, useFreshData, useFreshOperatorData } from './query-client.ts'
export { apiQuery, requestOf, type ApiQuery, type ApiRequest, type FirstQuery } from './request.ts'
export { upload, uploadFile, type Uploaded, type UploadPurpose } from './upload.ts'
