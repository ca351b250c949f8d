/**
 * Reads every SQL statement of the server from its source: its text and its row type. Follows interpolated fragments to
 * their templates.
 * Each condition in a statement gives two variants of its text.
 */
import { join, relative } from 'node:path'
import {
  SyntaxKind,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isComputedPropertyName,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type ConditionalExpression,
  type Expression,
  type FunctionDeclaration,
  type Node,
  type ParameterDeclaration,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Project,
  type Symbol,
  type Type,
} from 'typescript/unstable/sync'

/** The JavaScript type of a value: `string`, `bigint`, `Date`, `string[]`, `json`, … */
export type Kind = string
export type RowField = { name: string; kinds: Kind[]; nullable: boolean }
export type SqlStatement = {
  file: string
  line: number
  /** Texts of the statement: all first branches, all second branches, then one or two branches exchanged. */
  variants: () => Iterable<SqlVariant>
  /** Null without a row type. */
  fields: RowField[] | null
}
export type SqlVariant = {
  /** Parameters are `$1`, `$2`, … */
  text: string
  /** The branches that this text takes, and all branches of its conditions. */
  branches: string[]
  possible: string[]
}
/** The text of a statement does not follow from its source. */
export class Unreadable extends Error {}

/** The value of a parameter or name: an expression in its own scope, or a text. */
type Bound = { node: Expression; scope: Scope } | { literal: string }
type Scope = Map<number, Bound>

const root = join(import.meta.dirname, '../../..')
const config = join(root, 'apps/server/sql-statements.tsconfig.json')
const configText = JSON.stringify({
  extends: '../../tsconfig.json',
  include: ['src/**/*.ts'],
  exclude: ['src/**/*.test.ts'],
})
/** The branch of each condition; `others` is the branch of conditions not in `branches`. */
type Decided = { others: number; branches: ReadonlyMap<Node, number> }
const maxVariants = 100

/** The variants are made on demand and need the compiler; `close` ends it. */
export function openSqlStatements(): { statements: SqlStatement[]; close: () => void } {
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === config ? configText : undefined),
      fileExists: (path) => (path === config ? true : undefined),
    },
  })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error('TypeScript opened no project')
  return { statements: new Reader(project).read(), close: () => api.close() }
}

class Reader {
  private readonly project: Project
  private readonly checker: Checker
  /** Calls by the symbol of the called function. */
  private readonly calls = new Map<number, { args: readonly Expression[] }[]>()
  private readonly templates: TaggedTemplateExpression[] = []
  private choices = new Map<Node, number>()
  private decided: Decided = { others: 0, branches: new Map() }
  private parameters = 0

  constructor(project: Project) {
    this.project = project
    this.checker = project.checker
  }

  read(): SqlStatement[] {
    const pending: { callee: Node; args: readonly Expression[] }[] = []
    for (const path of this.project.rootFiles) {
      const file = this.project.program.getSourceFile(path)!
      const visit = (node: Node): void => {
        if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql')
          this.templates.push(node)
        if (isCallExpression(node))
          pending.push({
            callee: isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression,
            args: node.arguments,
          })
        node.forEachChild(visit)
      }
      visit(file)
    }
    const symbols = this.checker.getSymbolAtLocation(pending.map(({ callee }) => callee))
    for (const [i, { args }] of pending.entries()) {
      const id = this.original(symbols[i])?.id
      if (id !== undefined) this.calls.set(id, [...(this.calls.get(id) ?? []), { args }])
    }
    return this.templates
      .filter((node) => node.typeArguments !== undefined || isRun(node))
      .map((node) => this.statement(node))
  }

  private statement(node: TaggedTemplateExpression): SqlStatement {
    const file = node.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const rowType = node.typeArguments?.[0] && this.checker.getTypeFromTypeNode(node.typeArguments[0])
    const fields = rowType && (rowType.flags & TypeFlags.Unknown) === 0 ? this.fieldsOf(rowType) : null
    return { file: relative(root, file.fileName), line, fields, variants: () => this.variants(node) }
  }

  private *variants(node: TaggedTemplateExpression): Generator<SqlVariant> {
    // Conditions may exclude each other. Two starting points reach every branch with few exchanges.
    const seen = new Set<string>()
    const queue: Decided[] = [
      { others: 0, branches: new Map() },
      { others: 1, branches: new Map() },
    ]
    for (let made = 0; queue.length > 0 && made < maxVariants; made += 1) {
      const decided = queue.shift()!
      this.decided = decided
      this.choices = new Map()
      this.parameters = 0
      const text = this.text(node, new Map())
      const choices = [...this.choices]
      yield {
        text,
        branches: choices.map(([choice, count]) => labelOf(choice, this.branchOf(choice, count))),
        possible: choices.flatMap(([choice, count]) => Array.from({ length: count }, (_, i) => labelOf(choice, i))),
      }
      if (decided.branches.size >= 2) continue
      for (const [choice, count] of choices)
        for (let i = 0; i < count; i += 1) {
          const branches = new Map([...decided.branches, [choice, i]] as const)
          const name = `${decided.others} ${[...branches]
            .map(([one, index]) => labelOf(one, index))
            .toSorted()
            .join(' ')}`
          if (seen.has(name) || decided.branches.has(choice) || this.branchOf(choice, count) === i) continue
          seen.add(name)
          queue.push({ others: decided.others, branches })
        }
    }
  }

  private branchOf(choice: Node, count: number): number {
    return Math.min(this.decided.branches.get(choice) ?? this.decided.others, count - 1)
  }

  private choose(node: Node, count: number): number {
    if (count === 0) throw new Unreadable('nothing to choose from')
    this.choices.set(node, count)
    return this.branchOf(node, count)
  }

  /** The branch of a condition: both in turn, unless the source fixes it. */
  private branch(node: ConditionalExpression, scope: Scope): Expression {
    const { condition } = node
    const isFalse =
      isPropertyAccessExpression(condition) &&
      this.attempt(() => this.follow(condition, scope, (value) => value.kind === SyntaxKind.FalseKeyword))
    return isFalse || this.choose(node, 2) === 1 ? node.whenFalse : node.whenTrue
  }

  /** The result of `read`, without its choices; undefined when the source does not say. */
  private attempt<T>(read: () => T): T | undefined {
    const choices = new Map(this.choices)
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return undefined
    } finally {
      this.choices = choices
    }
  }

  private text(node: TaggedTemplateExpression, scope: Scope): string {
    const { template } = node
    if (isNoSubstitutionTemplateLiteral(template)) return template.text
    return template.templateSpans.reduce(
      (text, span) => text + this.interpolation(span.expression, scope) + span.literal.text,
      template.head.text,
    )
  }

  private interpolation(node: Expression, scope: Scope): string {
    if (this.isFragment(node)) return this.fragment(node, scope)
    this.parameters += 1
    return `$${this.parameters}`
  }

  private isFragment(node: Expression): boolean {
    const type = this.checker.getTypeAtLocation(node)
    if (!type) return false
    const types = type.isUnionType() ? type.getTypes() : [type]
    return types.some((one) => one.getSymbol()?.name === 'RawBuilder')
  }

  private fragment(node: Expression, scope: Scope): string {
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isNonNullExpression(node) ||
      isSatisfiesExpression(node)
    )
      return this.fragment(node.expression, scope)
    if (isTaggedTemplateExpression(node)) return this.text(node, scope)
    if (isConditionalExpression(node)) return this.fragment(this.branch(node, scope), scope)
    if (isBinaryExpression(node)) return this.fragment(this.choose(node, 2) === 0 ? node.left : node.right, scope)
    if (isCallExpression(node)) {
      if (isPropertyAccessExpression(node.expression) && node.expression.expression.getText() === 'sql')
        return this.builtIn(node.expression.name.text, node.arguments, scope)
      return this.result(node.expression, node.arguments, scope, (value, inner) => this.fragment(value, inner))
    }
    return this.follow(node, scope, (value, inner) => this.fragment(value, inner))
  }

  private builtIn(name: string, args: readonly Expression[], scope: Scope): string {
    const [first, separator] = args
    if (name === 'ref' || name === 'table' || name === 'id')
      return this.string(first!, scope)
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')
    // The value of a number does not change the columns.
    if (name === 'lit')
      return isNumberLike(this.checker.getTypeAtLocation(first!)) ? '1' : `'${this.string(first!, scope)}'`
    if (name === 'join') {
      const between = separator ? this.fragment(separator, scope) : ', '
      return this.elements(first!, scope).join(between)
    }
    throw new Unreadable(`sql.${name}`)
  }

  /** The texts of a list. A list mapped from an object has one for each property, any other mapped list one. */
  private elements(node: Expression, scope: Scope): string[] {
    if (isParenthesizedExpression(node) || isAsExpression(node)) return this.elements(node.expression, scope)
    if (isConditionalExpression(node)) return this.elements(this.branch(node, scope), scope)
    if (isArrayLiteralExpression(node))
      return node.elements.flatMap((one) =>
        isSpreadElement(one) ? this.elements(one.expression, scope) : [this.interpolation(one, scope)],
      )
    if (isCallExpression(node)) {
      const { expression: callee } = node
      const [callback] = node.arguments
      const method = isPropertyAccessExpression(callee) ? callee.name.text : ''
      if (
        isPropertyAccessExpression(callee) &&
        callback &&
        isArrowFunction(callback) &&
        /^(map|flatMap)$/.test(method)
      ) {
        const body = isBlock(callback.body) ? returnsOf(callback.body)[0]! : callback.body
        const use = (inner: Scope) =>
          method === 'map' ? [this.interpolation(body, inner)] : this.elements(body, inner)
        const pairs = this.pairs(callee.expression, scope)
        if (!pairs) return use(scope)
        const [pattern] = callback.parameters
        const names = pattern && isArrayBindingPattern(pattern.name) ? pattern.name.elements : []
        return pairs.flatMap((pair) => {
          const inner: Scope = new Map(scope)
          for (const [i, value] of pair.entries()) {
            const name = names[i]
            const id =
              name && isBindingElement(name) && name.name ? this.checker.getSymbolAtLocation(name.name)?.id : undefined
            if (value && id !== undefined) inner.set(id, value)
          }
          return use(inner)
        })
      }
      return this.result(callee, node.arguments, scope, (value, inner) => this.elements(value, inner))
    }
    return this.follow(node, scope, (value, inner) => this.elements(value, inner))
  }

  /** Names and values of `Object.entries(…)`; null for any other list. */
  private pairs(node: Expression, scope: Scope): [Bound, Bound | null][] | null {
    if (isIdentifier(node)) {
      const declaration = this.checker.getSymbolAtLocation(node)?.valueDeclaration?.resolve()
      return declaration && isVariableDeclaration(declaration) && declaration.initializer
        ? this.pairs(declaration.initializer, scope)
        : null
    }
    if (!isCallExpression(node) || node.expression.getText() !== 'Object.entries') return null
    const [object] = node.arguments
    try {
      return this.object(object!, scope, (properties, inner) =>
        properties.map((one): [Bound, Bound] => [
          { literal: this.nameOf(one, inner) },
          { node: valueOf(one), scope: inner },
        ]),
      )
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const type = this.checker.getTypeAtLocation(object!)
      const names = type ? this.checker.getPropertiesOfType(type).map(({ name }) => name) : []
      if (names.length === 0) throw error
      return names.map((name) => [{ literal: name }, null])
    }
  }

  private string(node: Expression, scope: Scope): string {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
    if (isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, span) => text + this.string(span.expression, scope) + span.literal.text,
        node.head.text,
      )
    const bound = isIdentifier(node) && scope.get(this.checker.getSymbolAtLocation(node)?.id ?? -1)
    if (bound && 'literal' in bound) return bound.literal
    const isFound =
      this.attempt(() => this.follow(node, scope, (value, inner) => this.string(value, inner))) !== undefined
    if (isFound) return this.follow(node, scope, (value, inner) => this.string(value, inner))
    const type = this.checker.getTypeAtLocation(node)
    const types = type?.isUnionType() ? type.getTypes() : type ? [type] : []
    const values = types.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []))
    if (values.length === 0) throw new Unreadable(node.getText())
    return values[this.choose(node, values.length)]!
  }

  /** Continues with the value of a name or property. */
  private follow<T>(node: Expression, scope: Scope, use: (value: Expression, scope: Scope) => T): T {
    if (isIdentifier(node)) {
      const symbol = this.original(
        isShorthandPropertyAssignment(node.parent)
          ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
          : this.checker.getSymbolAtLocation(node),
      )
      const bound = symbol && scope.get(symbol.id)
      if (bound && 'node' in bound) return use(bound.node, bound.scope)
      const declaration = symbol?.valueDeclaration?.resolve()
      if (
        declaration &&
        isVariableDeclaration(declaration) &&
        declaration.initializer &&
        isIdentifier(declaration.name)
      )
        return use(declaration.initializer, scope)
      if (declaration && isParameterDeclaration(declaration)) return this.argument(declaration, use)
      if (declaration && isBindingElement(declaration) && isArrayBindingPattern(declaration.parent)) {
        const index = declaration.parent.elements.indexOf(declaration)
        const owner = declaration.parent.parent
        if (isVariableDeclaration(owner) && owner.initializer)
          return this.list(owner.initializer, scope, (values, inner) => use(values[index]!, inner))
      }
      if (declaration && isBindingElement(declaration) && isObjectBindingPattern(declaration.parent)) {
        const name = (declaration.propertyName ?? declaration.name)!.getText()
        const owner = declaration.parent.parent
        const member = (value: Expression, inner: Scope) => this.member(value, name, inner, use)
        if (isParameterDeclaration(owner)) return this.argument(owner, member)
        if (isVariableDeclaration(owner) && owner.initializer) return member(owner.initializer, scope)
      }
    }
    if (isPropertyAccessExpression(node)) return this.member(node.expression, node.name.text, scope, use)
    if (isElementAccessExpression(node))
      return this.object(node.expression, scope, (properties, inner) =>
        use(valueOf(properties[this.choose(node, properties.length)]!), inner),
      )
    throw new Unreadable(node.getText().slice(0, 80))
  }

  private member<T>(node: Expression, name: string, scope: Scope, use: (value: Expression, scope: Scope) => T): T {
    return this.object(node, scope, (properties, inner) => {
      const property = properties.find((one) => !isSpreadAssignment(one) && this.nameOf(one, inner) === name)
      if (property) return use(valueOf(property), inner)
      const spread = properties.find((one) => isSpreadAssignment(one))
      if (!spread) throw new Unreadable(`${node.getText()}.${name}`)
      return this.member(spread.expression, name, inner, use)
    })
  }

  private list<T>(node: Expression, scope: Scope, use: (values: readonly Expression[], scope: Scope) => T): T {
    if (isParenthesizedExpression(node) || isAsExpression(node)) return this.list(node.expression, scope, use)
    if (isArrayLiteralExpression(node)) return use(node.elements, scope)
    if (isConditionalExpression(node)) return this.list(this.branch(node, scope), scope, use)
    return this.follow(node, scope, (value, inner) => this.list(value, inner, use))
  }

  private nameOf(property: Node, scope: Scope): string {
    if (isShorthandPropertyAssignment(property)) return property.name.getText()
    if (!isPropertyAssignment(property)) throw new Unreadable(property.getText())
    const { name } = property
    if (isComputedPropertyName(name)) return this.string(name.expression, scope)
    return isIdentifier(name) || isStringLiteral(name) ? name.text : name.getText()
  }

  private object<T>(node: Expression, scope: Scope, use: (properties: readonly Node[], scope: Scope) => T): T {
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
      return this.object(node.expression, scope, use)
    if (isObjectLiteralExpression(node)) return use(node.properties, scope)
    if (isConditionalExpression(node)) return this.object(this.branch(node, scope), scope, use)
    if (isCallExpression(node))
      return this.result(node.expression, node.arguments, scope, (value, inner) => this.object(value, inner, use))
    return this.follow(node, scope, (value, inner) => this.object(value, inner, use))
  }

  /** Continues with the argument of each caller for a parameter. */
  private argument<T>(parameter: ParameterDeclaration, use: (value: Expression, scope: Scope) => T): T {
    const owner = parameter.parent
    const index = (owner as FunctionDeclaration).parameters.indexOf(parameter)
    const named = isFunctionDeclaration(owner)
      ? owner.name
      : isVariableDeclaration(owner.parent)
        ? owner.parent.name
        : undefined
    const symbol = named && this.original(this.checker.getSymbolAtLocation(named))
    const values = (symbol ? (this.calls.get(symbol.id) ?? []) : []).flatMap(({ args }) => args[index] ?? [])
    if (values.length === 0) throw new Unreadable(`no caller gives ${parameter.getText()}`)
    return use(values[this.choose(parameter, values.length)]!, new Map())
  }

  /** Continues with the value that a call returns. */
  private result<T>(
    callee: Expression,
    args: readonly Expression[],
    scope: Scope,
    use: (value: Expression, scope: Scope) => T,
  ): T {
    const symbol = this.original(this.checker.getSymbolAtLocation(callee))
    let declaration: Node | undefined = symbol?.valueDeclaration?.resolve()
    if (declaration && isBindingElement(declaration))
      return this.follow(callee, scope, (value, inner) => this.body(value, args, inner, use))
    if (declaration && (isVariableDeclaration(declaration) || isPropertyAssignment(declaration)))
      declaration = declaration.initializer
    return this.body(declaration, args, scope, use)
  }

  private body<T>(
    declaration: Node | undefined,
    args: readonly Expression[],
    scope: Scope,
    use: (value: Expression, scope: Scope) => T,
  ): T {
    if (
      !declaration ||
      !(isFunctionDeclaration(declaration) || isArrowFunction(declaration) || isFunctionExpression(declaration))
    )
      throw new Unreadable(declaration?.getText().slice(0, 80) ?? 'a function')
    const inner: Scope = new Map(scope)
    for (const [i, parameter] of declaration.parameters.entries()) {
      const value = args[i] ?? parameter.initializer
      const id = isIdentifier(parameter.name)
        ? this.original(this.checker.getSymbolAtLocation(parameter.name))?.id
        : undefined
      if (value && id !== undefined) inner.set(id, { node: value, scope })
    }
    const { body } = declaration
    if (!body) throw new Unreadable(declaration.getText().slice(0, 80))
    if (!isBlock(body)) return use(body, inner)
    const values = returnsOf(body)
    return use(values[this.choose(body, values.length)]!, inner)
  }

  private original(symbol: Symbol | undefined): Symbol | undefined {
    return symbol && symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
  }

  /** The columns of a row. A column that some form of the row lacks can be null in the statement. */
  private fieldsOf(row: Type): RowField[] {
    if (row.isUnionType()) {
      const forms = row.getTypes().map((form) => this.fieldsOf(form))
      return [...Map.groupBy(forms.flat(), ({ name }) => name)].map(([name, fields]) => ({
        name,
        kinds: [...new Set(fields.flatMap(({ kinds }) => kinds))],
        nullable: fields.length < forms.length || fields.some(({ nullable }) => nullable),
      }))
    }
    return this.checker.getPropertiesOfType(row).map((property) => {
      const type = this.checker.getTypeOfSymbol(property)!
      const kinds = [...new Set(this.kindsOf(type))]
      return {
        name: property.name,
        kinds: kinds.filter((kind) => kind !== 'null' && kind !== 'undefined'),
        nullable: kinds.includes('null'),
      }
    })
  }

  private kindsOf(type: Type): Kind[] {
    if (type.isUnionType()) return type.getTypes().flatMap((one) => this.kindsOf(one))
    const { flags } = type
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return ['unknown']
    if (flags & TypeFlags.Null) return ['null']
    if (flags & TypeFlags.Undefined) return ['undefined']
    if (flags & TypeFlags.StringLike) return ['string']
    if (flags & TypeFlags.NumberLike) return ['number']
    if (flags & TypeFlags.BigIntLike) return ['bigint']
    if (flags & TypeFlags.BooleanLike) return ['boolean']
    if (type.isIntersectionType()) {
      const kinds = type.getTypes().flatMap((one) => this.kindsOf(one))
      return [kinds.find((kind) => kind !== 'json') ?? 'json']
    }
    if (this.checker.isArrayType(type) && type.isTypeReference()) {
      const [element] = this.checker.getTypeArguments(type)
      return this.kindsOf(element!).map((kind) => `${kind}[]`)
    }
    const name = type.getSymbol()?.name
    return [name === 'Date' || name === 'Buffer' ? name : 'json']
  }
}

const isNumberLike = (type: Type | undefined): boolean =>
  type !== undefined && (type.flags & TypeFlags.NumberLike) !== 0

const labelOf = (choice: Node, index: number): string =>
  `${relative(root, choice.getSourceFile().fileName)}:${choice.pos}-${choice.end} ${index}`

/** True for a template without a row type that is executed itself; false for a fragment. */
function isRun({ parent }: TaggedTemplateExpression): boolean {
  if (isPropertyAccessExpression(parent)) return parent.name.text === 'execute'
  return isCallExpression(parent) && ['queryOne', 'queryAll'].includes(parent.expression.getText())
}

const valueOf = (property: Node): Expression => {
  if (isPropertyAssignment(property)) return property.initializer
  if (isShorthandPropertyAssignment(property) && isIdentifier(property.name)) return property.name
  throw new Unreadable(property.getText())
}

function returnsOf(body: Node): Expression[] {
  const found: Expression[] = []
  const visit = (node: Node): void => {
    if (isReturnStatement(node) && node.expression && node.expression.kind !== SyntaxKind.NullKeyword)
      found.push(node.expression)
    if (!isArrowFunction(node) && !isFunctionExpression(node)) node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return found
}
