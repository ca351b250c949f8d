import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Logger } from '../../../platform/observability/logger.ts'

export type MetricsServer = { port: number; close(): Promise<void> }

/**
 * Serves `/metrics` on a port of its own, which belongs to the network of the operators and not to the public address.
 * Rejects when the port is taken.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics: no response could be made')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(port, host, ready)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
