import { expect, test } from 'vitest'
import { freePort } from '../../apps/server/src/platform/database/free-port.ts'
import { openWaitingPage } from './waiting-page.ts'

test('every port says what is being made, until the server takes the ports', async () => {
  const ports = [
    { port: await freePort(), variable: 'PORT' },
    { port: await freePort(), variable: 'QUAYSIDE_CONSOLE_PORT' },
  ]
  const page = await openWaitingPage(ports, '127.0.0.1', 'The database starts.')
  const read = async (port: number) => fetch(`http://127.0.0.1:${port}/orders?status=2`)
  for (const { port } of ports) {
    const answer = await read(port)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('The database starts.')
  }
  page.say('day 26 of 90, about 40 s left <b>')
  expect(await (await read(ports[0]!.port)).text()).toContain('day 26 of 90, about 40 s left &lt;b>')
  await expect(openWaitingPage(ports, '127.0.0.1', '')).rejects.toThrow(
    `port ${ports[0]!.port} is in use; choose another with PORT=…`,
  )
  await page.close()
  await expect(read(ports[0]!.port)).rejects.toThrow()
  const server = await openWaitingPage(ports, '127.0.0.1', '')
  await server.close()
})
