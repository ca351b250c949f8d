// Runs in the page itself, before any request. plugin.ts inserts the arguments.
;(function (files) {
  var token, mine
  try {
    // Before the first paint, so that the page does not flash in the other theme.
    var theme = localStorage.getItem('theme')
    if (theme) document.documentElement.dataset.theme = theme
    token = localStorage.getItem('token')
    // The desks of who logged in last. The console keeps them, the first desk first.
    mine = (localStorage.getItem('desks') || '').split(' ')
    // The responses are in the language of the console.
    if (localStorage.getItem('lang')) mine = []
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
  if (!files) return
  var path = location.pathname === '/' ? mine[0] : location.pathname
  var desk = files.desks[path] || {}
  var wanted = desk.file === undefined ? files.frame : files.frame.concat(desk.file)
  function link(rel) {
    for (var n of wanted) {
      var element = document.createElement('link')
      element.rel = rel
      if (rel === 'prefetch') element.as = 'script'
      element.href = '/assets/' + files.names[n]
      document.head.append(element)
    }
  }
  if (!token) {
    // While a person types the password, the files behind the log-in arrive.
    addEventListener('load', function () {
      link('prefetch')
    })
    return
  }
  // Send the queries of the first view now, if the person may open the desk. `prefetched-responses.ts` of the client
  // passes the responses to the app.
  if (mine.includes(path)) {
    window.prefetched = { token: token, lang: files.lang, responses: {} }
    for (var request of files.requests.concat((!location.search && desk.requests) || [])) {
      var response = fetch(request.url, {
        method: request.method,
        headers: { lang: files.lang, token: token, 'content-type': 'application/json' },
        body: request.body || undefined,
        signal: AbortSignal.timeout(files.timeout),
      })
      response.catch(function () {})
      window.prefetched.responses[request.method + ' ' + request.url + ' ' + request.body] = response
    }
  }
  // In parallel with the app, instead of one after the other.
  link('modulepreload')
})(ARGUMENTS)
