/** Statements as the owner of the database server: they create and drop databases. */
import pg from 'pg'

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The connection string with another database. */
export const withDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
