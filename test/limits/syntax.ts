// Syntax trees of test files, without types and comments: for the tests that judge other tests.
import { type ESTree, parseSync } from 'vite';

export type SyntaxNode = ESTree.Node;
type MemberNode = Extract<SyntaxNode, { type: 'MemberExpression' }>;
type ImportNode = Extract<SyntaxNode, { type: 'ImportDeclaration' }>;
export type CallNode = Extract<SyntaxNode, { type: 'CallExpression' }>;

const TYPES = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'superTypeArguments',
  'returnType',
  'implements',
]);
const TYPE_DECLARATIONS = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']);

/** Returns the nodes of a file in the order of their text. Throws if the text has a syntax error. */
export function parse(file: string, text: string): SyntaxNode[] {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  return nodesIn(program);
}

/** Returns a node and those in it, without types and what is imported as a type. */
export function nodesIn(node: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const add = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) add(one);
    if (!isNode(value) || isType(value)) return;
    nodes.push(value);
    for (const [key, part] of Object.entries(value)) if (!TYPES.has(key)) add(part);
  };
  add(node);
  return nodes;
}

export function callsIn(nodes: readonly SyntaxNode[]): CallNode[] {
  return nodes.filter((node) => node.type === 'CallExpression');
}

export function importsIn(nodes: readonly SyntaxNode[]): ImportNode[] {
  return nodes.filter((node) => node.type === 'ImportDeclaration');
}

/** Removes what has no effect at run time and the links of an optional chain: `(vi as any)!` is `vi`. */
export function plain(node: SyntaxNode): SyntaxNode {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
    case 'ChainExpression':
      return plain(node.expression);
    default:
      return node;
  }
}

/** Name of a member or of a property, also of `['name']`; undefined if it is computed. */
export function keyName(node: SyntaxNode): string | undefined {
  const key =
    node.type === 'MemberExpression' ? node.property : node.type === 'Property' ? node.key : undefined;
  if (!key) return undefined;
  if (key.type === 'Identifier' && !(node as { computed: boolean }).computed) return key.name;
  if (key.type === 'Literal') return String(key.value);
  if (key.type === 'TemplateLiteral' && key.quasis.length === 1) return key.quasis[0]!.value.cooked!;
  return undefined;
}

/** Name of a variable; undefined for everything else. */
export function variableName(node: SyntaxNode): string | undefined {
  const bare = plain(node);
  return bare.type === 'Identifier' ? bare.name : undefined;
}

/** The variable that a chain of members and calls begins with: `test` for `test.each(table)`. */
export function rootName(node: SyntaxNode): string | undefined {
  const bare = plain(node);
  if (bare.type === 'MemberExpression') return rootName(bare.object);
  if (bare.type === 'CallExpression') return rootName(bare.callee);
  if (bare.type === 'TaggedTemplateExpression') return rootName(bare.tag);
  return variableName(bare);
}

/** Uses of an object: its members with their names, and each other use as a node without a name. Imports are none. */
export function usesOf(
  object: string,
  nodes: readonly SyntaxNode[],
): { node: SyntaxNode; member?: string | undefined }[] {
  const imports = importsIn(nodes).flatMap(nodesIn);
  const members = nodes.filter(isMember).filter((node) => variableName(node.object) === object);
  const known = new Set<SyntaxNode>([...imports, ...members.map((node) => plain(node.object))]);
  const others = nodes.filter((node) => isIdentifier(node, object) && !known.has(node));
  return [...members.map((node) => ({ node, member: keyName(node) })), ...others.map((node) => ({ node }))];
}

export function isIdentifier(node: SyntaxNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isMember(node: SyntaxNode): node is MemberNode {
  return node.type === 'MemberExpression';
}

/** Whether a node has no effect at run time: a declaration or an import of types. */
export function isType(node: SyntaxNode): boolean {
  return TYPE_DECLARATIONS.has(node.type) || ('importKind' in node && node.importKind === 'type');
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
