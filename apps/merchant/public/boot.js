// Before the first paint: the chosen theme, language and writing direction, so that nothing flashes or flips.
;(function () {
  var root = document.documentElement
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme
    var bars = document.querySelectorAll('meta[name="theme-color"]')
    for (var i = 0; i < bars.length; i++) bars[i].content = theme === 'dark' ? '#14130f' : '#fbf9f5'
  }
  var lang = localStorage.getItem('lang')
  if (lang) {
    root.lang = lang
    root.dir = lang === 'ar' ? 'rtl' : 'ltr'
  }
})()
