import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, any of which could take a port before its use. */
const [lowest, highest] = [15_000, 29_999]

const isFree = (port: number): Promise<boolean> =>
  new Promise((done, failed) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? done(false) : failed(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** A free port of the loopback interface, chosen at random so that two processes seldom choose the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1)
    if (await isFree(port)) return port
  }
}
