// Receives the calls of a webhook.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@quayside/sdk'

createServer(async (request, response) => {
  try {
    const event = verifyWebhook(process.env['QUAYSIDE_WEBHOOK_SECRET']!, request.headers, await text(request))
    response.writeHead(204).end()
    if (event.type === 'order.paid') console.log('paid', event.data.ids)
  } catch {
    response.writeHead(400).end()
  }
}).listen(Number(process.env['PORT']), () => console.log('listening'))
