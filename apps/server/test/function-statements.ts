/**
 * The SQL statements inside functions and triggers of the database, as texts that PostgreSQL can plan: what is a
 * variable of the function is a parameter there. Read from the bodies, which PostgreSQL keeps as text; a statement that
 * a function makes while it runs (`execute`) cannot be read.
 */
import type pg from 'pg'

export type FunctionStatement = {
  /** `schema.function`, with the table of a trigger. */
  place: string
  text: string
  /** Names of the rows that a trigger gets, each with its table. */
  rowTables: [name: string, table: string][]
  searchPath: string | null
}
export type FunctionBodies = { statements: FunctionStatement[]; unreadable: { place: string; text: string }[] }

type Token = { text: string; kind: 'word' | 'quoted' | 'text' | 'other'; start: number; end: number }

const tokenPattern =
  /(?<comment>--[^\n]*|#variable_conflict \w+|\/\*[\s\S]*?\*\/)|(?<space>\s+)|(?<text>[eE]?'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<quoted>"(?:[^"]|"")*")|(?<word>[A-Za-z_][\w$]*)|(?<number>\d+(?:\.\d+)?)|(?<other>\$\d+|::|:=|\.\.|<<|>>|.)/gy

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  for (const match of source.matchAll(tokenPattern)) {
    const { comment, space, text, quoted, word } = match.groups!
    if (comment !== undefined || space !== undefined) continue
    const kind = word !== undefined ? 'word' : quoted !== undefined ? 'quoted' : text !== undefined ? 'text' : 'other'
    tokens.push({ text: match[0], kind, start: match.index, end: match.index + match[0].length })
  }
  return tokens
}

/** Type of a variable or argument; null for a record, whose fields have any type. */
type Variables = Map<string, string | null>

class BodyReader {
  readonly texts: string[] = []
  readonly dynamic: string[] = []
  private at = 0
  private readonly tokens: Token[]
  private readonly variables: Variables
  private readonly columnTypes: (type: string) => ReadonlyMap<string, string> | undefined
  private readonly name: string
  /** `name`: of the function, without its schema. It may stand before the name of an argument. */
  constructor(
    name: string,
    source: string,
    variables: Variables,
    columnTypes: (type: string) => ReadonlyMap<string, string> | undefined,
  ) {
    this.name = name
    this.tokens = tokensOf(source)
    this.variables = variables
    this.columnTypes = columnTypes
  }

  private word(ahead = 0): string {
    const token = this.tokens[this.at + ahead]
    return token?.kind === 'word' ? token.text.toLowerCase() : (token?.text ?? '')
  }

  /** Tokens to one of `ends`, outside of parentheses and of `case … end`. The end is read, not returned. */
  private until(...ends: string[]): Token[] {
    const found: Token[] = []
    let depth = 0
    let cases = 0
    for (; this.at < this.tokens.length; this.at += 1) {
      const word = this.word()
      if (depth === 0 && cases === 0 && ends.includes(word)) {
        this.at += 1
        return found
      }
      if (word === '(' || word === '[') depth += 1
      if (word === ')' || word === ']') depth -= 1
      if (word === 'case') cases += 1
      if (word === 'end' && cases > 0) cases -= 1
      found.push(this.tokens[this.at]!)
    }
    return found
  }

  /** A body of plpgsql. */
  readStatements(): void {
    while (this.at < this.tokens.length) this.readStatement()
  }

  /** A body of SQL: statements with a semicolon between them. */
  readPlain(): void {
    while (this.at < this.tokens.length) this.keep(this.until(';'))
  }

  private readStatement(): void {
    const word = this.word()
    switch (word) {
      case ';':
      case 'begin':
      case 'else':
      case 'loop':
      case 'exception':
        this.at += 1
        return
      case 'end':
      case 'null':
      case 'exit':
      case 'continue':
      case 'get':
      case 'lock':
        this.until(';')
        return
      case 'declare':
        this.at += 1
        while (this.at < this.tokens.length && this.word() !== 'begin') this.readDeclaration(this.until(';'))
        return
      case 'if':
      case 'elsif':
        this.at += 1
        this.keepExpression(this.until('then'))
        return
      case 'while':
        this.at += 1
        this.keepExpression(this.until('loop'))
        return
      case 'case':
        // The statement, not the expression.
        this.at += 1
        this.keepExpression(this.until('when'))
        this.keepExpression(this.until('then'))
        return
      case 'when':
        this.at += 1
        this.keepExpression(this.until('then'))
        return
      case 'for':
      case 'foreach':
        this.readLoop()
        return
      case 'return':
        this.readReturn()
        return
      case 'raise':
        this.at += 1
        for (const part of subSelects(this.until(';'))) this.keep(part)
        return
      case 'perform':
        this.at += 1
        this.keep([{ text: 'select', kind: 'word', start: -1, end: -1 }, ...this.until(';')])
        return
      case 'execute':
        this.dynamic.push(this.textOf(this.until(';')))
        return
      case 'select':
      case 'insert':
      case 'update':
      case 'delete':
      case 'with':
      case 'merge':
        this.keep(withoutTargets(this.until(';')))
        return
      default: {
        const tokens = this.until(';')
        const assigns = tokens.findIndex(({ text }) => text === ':=' || text === '=')
        if (assigns < 0) throw new Error(`a statement that begins with ${word} is not known`)
        this.keepExpression(tokens.slice(assigns + 1))
      }
    }
  }

  private readDeclaration(tokens: Token[]): void {
    const [name, ...rest] = tokens
    if (!name) return
    const assigns = rest.findIndex(({ text }) => /^(:=|=|default)$/i.test(text))
    const type = this.plain(assigns < 0 ? rest : rest.slice(0, assigns))
      .replace(/^constant |\bnot null$/gi, '')
      .trim()
    this.variables.set(name.text.toLowerCase(), /^record$/i.test(type) ? null : type)
    if (assigns >= 0) this.keepExpression(rest.slice(assigns + 1))
  }

  private readLoop(): void {
    this.at += 1
    const targets = this.until('in')
    for (const { text, kind } of targets)
      if (kind === 'word' && !this.variables.has(text.toLowerCase()) && text.toLowerCase() !== 'slice')
        this.variables.set(text.toLowerCase(), null)
    const source = this.until('loop')
    if (/^reverse$/i.test(source[0]?.text ?? '')) source.shift()
    if (/^array$/i.test(source[0]?.text ?? '')) this.keepExpression(source.slice(1))
    else if (source.some(({ text }) => text === '..')) {
      this.variables.set(targets[0]!.text.toLowerCase(), 'int')
      this.keepExpression(source.map((token) => (token.text === '..' ? { ...token, text: ',' } : token)))
    } else if (/^execute$/i.test(source[0]?.text ?? '')) this.dynamic.push(this.textOf(source))
    else this.keep(source)
  }

  private readReturn(): void {
    this.at += 1
    const word = this.word()
    if (word === 'query') {
      this.at += 1
      const tokens = this.until(';')
      if (/^execute$/i.test(tokens[0]?.text ?? '')) this.dynamic.push(this.textOf(tokens))
      else this.keep(tokens)
      return
    }
    if (word === 'next') this.at += 1
    this.keepExpression(this.until(';'))
  }

  private keepExpression(tokens: Token[]): void {
    // An expression without a sub-select reads no table.
    if (tokens.some(({ text }) => /^select$/i.test(text)))
      this.keep([{ text: 'select', kind: 'word', start: -1, end: -1 }, ...tokens])
  }

  private keep(tokens: Token[]): void {
    if (tokens.length > 0) this.texts.push(this.textOf(tokens))
  }

  private readonly plain = (tokens: readonly Token[]): string =>
    tokens
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/ ?\. ?/g, '.')

  /** The text with the variables as parameters. */
  private textOf(tokens: readonly Token[]): string {
    const parts: string[] = []
    const parameters = new Map<string, number>()
    const parameter = (name: string, type: string | null | undefined): string => {
      if (!parameters.has(name)) parameters.set(name, parameters.size + 1)
      const place = `$${parameters.get(name)}`
      return type ? `(${place}::${type})` : place
    }
    let columns = false
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i]!
      const name = token.text.toLowerCase()
      const next = tokens[i + 1]?.text
      // Adjacent tokens stay so: `<>` are two of them.
      if (i > 0 && tokens[i - 1]!.end !== token.start) parts.push(' ')
      // The columns of `insert into table (…)` are no variables, nor are names of tables and columns.
      if (name === '(' && intoTable(tokens, i)) columns = true
      if (name === ')') columns = false
      const isName = columns || token.kind !== 'word' || isNameOf(tokens, i)
      const qualified =
        name === this.name && next === '.' && this.variables.has(tokens[i + 2]?.text.toLowerCase() ?? '')
      if (!isName && qualified) {
        const argument = tokens[i + 2]!.text.toLowerCase()
        parts.push(parameter(argument, this.variables.get(argument)))
        i += 2
        continue
      }
      if (isName || !this.variables.has(name)) {
        parts.push(token.text)
        continue
      }
      const type = this.variables.get(name)
      const field = next === '.' ? tokens[i + 2] : undefined
      if (field?.text === '*') {
        parts.push(`(${parameter(name, type ?? 'record')})`)
      } else if (field) {
        const known = type ? this.columnTypes(type) : undefined
        parts.push(parameter(`${name}.${field.text}`, known?.get(field.text.toLowerCase())))
        i += 2
      } else parts.push(parameter(name, type))
    }
    return parts.join('')
  }
}

/** Whether the word at `at` is the name of a table, column, argument or function, also if a variable is called so. */
function isNameOf(tokens: readonly Token[], at: number): boolean {
  const word = (ahead: number): string => tokens[at + ahead]?.text.toLowerCase() ?? ''
  if (['.', 'as', 'table', 'time'].includes(word(-1)) || word(1) === '(') return true
  // `at time zone`, `name => value`, `with name as (`, `set name = value`.
  if (word(0) === 'at' && word(1) === 'time') return true
  if (word(1) === '=' && (word(2) === '>' || word(-1) === 'set')) return true
  if (word(1) === 'as' && word(2) === '(') return true
  // `is distinct from value` and `extract(epoch from value)`.
  if (word(-1) === 'from' && ['distinct', 'epoch'].includes(word(-2))) return false
  return ['from', 'join', 'update', 'into', 'using'].includes(word(-1)) && word(1) !== '.'
}

/** The sub-selects in parentheses of the arguments of `raise`. */
function subSelects(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = []
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]!.text !== '(' || !/^select$/i.test(tokens[i + 1]?.text ?? '')) continue
    let depth = 1
    let end = i + 1
    for (; end < tokens.length && depth > 0; end += 1)
      depth += tokens[end]!.text === '(' ? 1 : tokens[end]!.text === ')' ? -1 : 0
    found.push(tokens.slice(i + 1, end - 1))
    i = end
  }
  return found
}

/** Whether the parenthesis at `at` begins the columns of `insert into table (`. */
function intoTable(tokens: readonly Token[], at: number): boolean {
  let i = at - 1
  if (['values', 'select'].includes(tokens[i]?.text.toLowerCase() ?? '')) return false
  while (i >= 0 && (tokens[i]!.kind === 'word' || tokens[i]!.text === '.') && tokens[i]!.text.toLowerCase() !== 'into')
    i -= 1
  return (
    i > 0 && at - i <= 6 && tokens[i]!.text.toLowerCase() === 'into' && tokens[i - 1]!.text.toLowerCase() === 'insert'
  )
}

/** Without `into variables` of plpgsql. */
function withoutTargets(tokens: Token[]): Token[] {
  let depth = 0
  for (let i = 0; i < tokens.length; i += 1) {
    const { text } = tokens[i]!
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth > 0 || text.toLowerCase() !== 'into' || tokens[i - 1]?.text.toLowerCase() === 'insert') continue
    let end = i + 1
    if (tokens[end]?.text.toLowerCase() === 'strict') end += 1
    for (end += 1; [',', '.'].includes(tokens[end]?.text ?? '');) end += 2
    return [...tokens.slice(0, i), ...tokens.slice(end)]
  }
  return tokens
}

/** All statements of the functions of our schemas; those of a trigger once for each table that it is on. */
export async function functionStatements(client: pg.Client): Promise<FunctionBodies> {
  const { rows: columns } = await client.query<{ type: string; name: string; column_type: string }>(
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as type, a.attname as name,
        format_type(a.atttypid, a.atttypmod) as column_type
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p', 'v', 'c') and a.attnum > 0 and not a.attisdropped`,
  )
  const types = new Map<string, Map<string, string>>()
  for (const { type, name, column_type } of columns)
    types.set(type, (types.get(type) ?? new Map<string, string>()).set(name, column_type))
  const { rows: functions } = await client.query<{
    name: string
    language: string
    source: string
    arguments: { name: string; type: string }[]
    search_path: string | null
    table: string | null
    old_table: string | null
    new_table: string | null
  }>(
    `select n.nspname || '.' || p.proname as name, l.lanname as language, p.prosrc as source,
        coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[a.n], 'type', format_type(a.type, null)) order by a.n)
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (type, n) where p.proargnames[a.n] <> ''), '[]') as arguments,
        (select split_part(c, '=', 2) from unnest(p.proconfig) c where c like 'search_path=%') as search_path,
        t."table", t.old_table, t.new_table
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
        left join lateral (select distinct on (t.tgrelid) t.tgrelid::regclass::text as "table", t.tgoldtable as old_table, t.tgnewtable as new_table
          from pg_trigger t where t.tgfoid = p.oid and not t.tgisinternal order by t.tgrelid, t.tgoldtable nulls last, t.tgnewtable nulls last) t on true
      where n.nspname in ('public', 'ledger') and l.lanname in ('sql', 'plpgsql') and p.prosqlbody is null
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1, 2, t."table"`,
  )
  const found: FunctionBodies = { statements: [], unreadable: [] }
  for (const one of functions) {
    const place = one.table ? `${one.name} on ${one.table}` : one.name
    const variables: Variables = new Map(one.arguments.map(({ name, type }) => [name.toLowerCase(), type]))
    if (one.language === 'plpgsql')
      for (const name of ['tg_op', 'tg_table_name', 'tg_table_schema', 'tg_name']) variables.set(name, 'text')
    variables.set('tg_argv', 'text[]')
    variables.set('tg_relid', 'oid')
    variables.set('found', 'boolean')
    if (one.table) for (const name of ['new', 'old']) variables.set(name, one.table)
    const reader = new BodyReader(one.name.replace(/^.*\./, ''), one.source, variables, (type) =>
      types.get(type.replace(/^public\./, '')),
    )
    try {
      if (one.language === 'sql') reader.readPlain()
      else reader.readStatements()
    } catch (error) {
      throw new Error(`${place}: ${String(error)}`, { cause: error })
    }
    const rowTables = [one.old_table, one.new_table].flatMap((name): [string, string][] =>
      name ? [[name, one.table!]] : [],
    )
    const searchPath = one.search_path
    for (const text of reader.texts) found.statements.push({ place, text, rowTables, searchPath })
    for (const text of reader.dynamic) found.unreadable.push({ place, text })
  }
  return found
}
