const special = /[",\r\n]/g

/** Reads the rows of a CSV file (RFC 4180) from chunks of text. An invalid row is null. */
export function csvReader() {
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'closing' | 'return' = 'start'
  let broken = false
  const rows: (string[] | null)[] = []
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = () => {
    endCell()
    rows.push(broken ? null : cells)
    cells = []
    broken = false
  }
  return {
    /** Reads a chunk; returns the rows completed by it. */
    read(text: string): (string[] | null)[] {
      rows.length = 0
      for (let at = 0; at < text.length; at += 1) {
        const char = text[at]!
        if (state === 'return') {
          if (char === '\n') {
            endRow()
            continue
          }
          broken = true
          state = 'plain'
        }
        if (state === 'quoted') {
          const end = text.indexOf('"', at)
          cell += text.slice(at, end < 0 ? text.length : end)
          if (end < 0) break
          at = end
          state = 'closing'
        } else if (state === 'closing' && char === '"') {
          cell += char
          state = 'quoted'
        } else if (char === ',') endCell()
        else if (char === '\r') state = 'return'
        else if (char === '\n') {
          broken = true
          endRow()
        } else if (char === '"' && state === 'start') state = 'quoted'
        else {
          if (char === '"' || state === 'closing') broken = true
          special.lastIndex = at + 1
          const end = special.exec(text)?.index ?? text.length
          cell += text.slice(at, end)
          at = end - 1
          state = 'plain'
        }
      }
      return [...rows]
    },
    /** Whether the text ended at the end of a row. */
    isComplete: () => state === 'start' && cells.length === 0 && cell === '',
  }
}
