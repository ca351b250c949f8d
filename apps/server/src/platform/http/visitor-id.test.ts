import { expect, test } from 'vitest'
import { isBot } from './visitor-id.ts'

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
])('a browser is a visitor: %s', (userAgent) => expect(isBot(userAgent)).toBe(false))

test.each([
  '',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'facebookexternalhit/1.1',
  'Slackbot-LinkExpanding 1.0',
  'UptimeRobot/2.0',
  'curl/8.14.1',
  'Wget/1.25.0',
  'python-requests/2.32.0',
  'Go-http-client/2.0',
  'Scrapy/2.13',
])('a program is not a visitor: %s', (userAgent) => expect(isBot(userAgent)).toBe(true))
