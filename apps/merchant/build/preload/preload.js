// Runs in the page itself, before any request. plugin.ts inserts the arguments.
;(function (files, colors, rtlLanguages, slow) {
  // Apply the chosen theme, language and writing direction before the first paint.
  var root = document.documentElement
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme
    var bars = document.querySelectorAll('meta[name="theme-color"]')
    for (var i = 0; i < bars.length; i++) bars[i].content = colors[theme]
  }
  var lang = localStorage.getItem('lang')
  if (lang) {
    root.lang = lang
    root.dir = rtlLanguages.includes(lang) ? 'rtl' : 'ltr'
  }
  // Offer to load the page again while the app has not replaced its logo.
  var offer = function () {
    var first = document.querySelector('#root > .first')
    if (!first || first.querySelector('button')) return
    var words = slow.words[lang] || slow.words.en
    var text = document.createElement('p')
    text.setAttribute('role', 'status')
    text.textContent = words[0]
    var button = document.createElement('button')
    button.textContent = words[1]
    button.onclick = function () {
      location.reload()
    }
    first.append(text, button)
  }
  setTimeout(offer, slow.after)
  addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT') offer()
    },
    true,
  )
  if (!files) return
  var path = location.hash.slice(1).split('?')[0] || '/'
  // Send the queries of the first screen now. `prefetched-responses.ts` of the client passes the responses to the app.
  var token = localStorage.getItem('token')
  if (token && files.requests[path] && location.hash.indexOf('?') < 0) {
    var prefetched = { token: token, lang: files.words[lang] ? lang : files.lang, responses: {} }
    for (var request of files.requests[path]) {
      var headers = { lang: prefetched.lang, token: token }
      if (request.body) headers['content-type'] = 'application/json'
      var response = fetch(request.url, {
        method: request.method,
        headers: headers,
        body: request.body || undefined,
        signal: AbortSignal.timeout(files.timeout),
      })
      response.catch(function () {})
      prefetched.responses[request.method + ' ' + request.url + ' ' + request.body] = response
    }
    window.prefetched = prefetched
  }
  // Preload the files of the first screen in parallel with the app.
  var words = files.words[lang] || files.words[files.lang]
  var screen = files.screens[path]
  var wanted = (screen ? screen.files : []).concat(words.early)
  if (screen && !screen.early) wanted = wanted.concat(words.first, screen.first ? [] : words.rest)
  for (var n of wanted) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = './assets/' + files.names[n]
    document.head.append(link)
  }
  // The first formatters of a page take 20 to 60 ms. They are made while the files are on their way, after the logo.
  var spoken = files.words[lang] ? lang : files.lang
  requestAnimationFrame(function () {
    setTimeout(function () {
      new Intl.NumberFormat(spoken, { style: 'currency', currency: 'USD' }).format(0)
      setTimeout(function () {
        new Intl.DateTimeFormat(spoken, { dateStyle: 'medium' }).format(0)
      })
    })
  })
})(ARGUMENTS)
