/** Answers that the page asked for before the app could run. */

/**
 * What the page leaves behind: for whom it asked, and the answers by what was asked, `<method> <path and query> <body>`. See
 * apps/merchant/build/preload/preload.js.
 */
type FirstAnswers = { token: string; lang: string; answers: Record<string, Promise<Response>> }

declare global {
  interface Window {
    firstAnswers?: FirstAnswers
  }
}

/** The answer to this very request, if the page asked for it; once, and only for who is logged in now and in the language of now. */
export function takePrefetchedResponse(
  asked: string,
  { token, lang }: Record<string, string>,
): Promise<Response> | undefined {
  const first = typeof window === 'undefined' ? undefined : window.firstAnswers
  if (!first || first.token !== token || first.lang !== lang) return undefined
  const answer = first.answers[asked]
  delete first.answers[asked]
  return answer
}
