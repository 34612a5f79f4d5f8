// What a test file may not have, found in its syntax tree.
import {
  type CallNode,
  callsIn,
  importsIn,
  isIdentifier,
  isType,
  keyName,
  nodesIn,
  plain,
  rootName,
  type SyntaxNode,
  usesOf,
  variableName,
} from './syntax.ts';

type Rule = (nodes: readonly SyntaxNode[]) => SyntaxNode[];

const LIMITS = ['timeout', 'testTimeout', 'hookTimeout', 'teardownTimeout', 'withinMs', 'retry', 'repeats'];
const TEST_FUNCTIONS = new Set([
  ...['test', 'it', 'describe', 'suite', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'],
  ...['aroundAll', 'aroundEach', 'onTestFinished', 'onTestFailed'],
]);
/** Members of `vi` that replace no module of ours and set no limit. */
const ALLOWED_OF_VI = new Set([
  ...['fn', 'stubGlobal', 'unstubAllGlobals'],
  ...['useFakeTimers', 'useRealTimers', 'advanceTimersByTime', 'advanceTimersByTimeAsync'],
]);
const RUNS_OF_FAST_CHECK = new Set(['assert', 'check', 'sample']);

/** Rules by what they find. */
export const RULES = {
  'a limit in the options of a test, a poll or a wait': (nodes) => [
    ...nodes
      .filter((node) => node.type === 'ObjectExpression')
      .flatMap(({ properties }) => properties)
      .filter((one) => LIMITS.includes(keyName(one)!)),
    ...nodes.filter(
      (node) => node.type === 'AssignmentExpression' && LIMITS.includes(keyName(plain(node.left))!),
    ),
  ],

  'a limit after the function of a test or a hook': (nodes) =>
    callsIn(nodes).filter((call) => TEST_FUNCTIONS.has(rootName(call.callee)!) && hasLimit(call)),

  'a mock, a limit or a wait by vi': (nodes) =>
    usesOf('vi', nodes)
      .filter(({ member }) => !ALLOWED_OF_VI.has(member!))
      .map(({ node }) => node),

  'vitest or fast-check under another name, which other rules would not find': (nodes) =>
    importsIn(nodes).flatMap(({ source, specifiers }) => {
      const values = specifiers.filter((one) => !isType(one));
      if (source.value === 'vitest') return values.filter((one) => !hasOwnName(one));
      if (source.value === 'fast-check') return values.filter((one) => one.local.name !== 'fc');
      return [];
    }),

  'a pool with the limits of the product': named('connectDatabase'),

  'a wait for a time in a page': named('waitForTimeout'),

  'a limit for all pages or requests': (nodes) => [
    ...named('setDefaultTimeout', 'setDefaultNavigationTimeout')(nodes),
    ...usesOf('AbortSignal', nodes)
      .filter(({ member }) => member !== 'abort' && member !== 'any')
      .map(({ node }) => node),
  ],

  'a wait for a time, where the passing of time is not what it is about': (nodes) => [
    ...named('sleep', 'setTimeout', 'setInterval', 'Atomics')(nodes),
    ...timersIn(nodes),
  ],

  'chance without a seed': (nodes) => [
    ...named('randomInt', 'randomBytes', 'getRandomValues')(nodes),
    ...usesOf('Math', nodes)
      .filter(({ member }) => member === undefined || member === 'random')
      .map(({ node }) => node),
    ...nodes.filter(
      (node) => node.type === 'BinaryExpression' && node.operator === '%' && readsClock(node.left),
    ),
  ],

  'cases of a property, a sample or a check without a seed': (nodes) => [
    ...usesOf('fc', nodes)
      .filter(({ member }) => member === undefined)
      .map(({ node }) => node),
    ...callsOfFastCheck(nodes).filter((call) => !call.arguments.slice(1).some(hasSeed)),
  ],

  'a seed that does not follow TEST_SEED': (nodes) => [
    ...callsOfFastCheck(nodes)
      .flatMap((call) => call.arguments.slice(1).flatMap(nodesIn))
      .filter((node) => node.type === 'Property' && keyName(node) === 'seed' && isFixed(node.value)),
    ...callsIn(nodes).filter(
      ({ callee, arguments: args }) => rootName(callee) === 'dice' && isFixed(args[0]!),
    ),
  ],
} satisfies Record<string, Rule>;

/** Finds identifiers, in calls, imports and anywhere else, and members in brackets. */
function named(...names: string[]): Rule {
  return (nodes) =>
    nodes.filter(
      (node) =>
        names.some((name) => isIdentifier(node, name)) ||
        (node.type === 'MemberExpression' && node.computed && names.includes(keyName(node)!)),
    );
}

/** Whether something other than options follows the function, or a number ends the arguments. */
function hasLimit({ arguments: args }: CallNode): boolean {
  const body = args.findIndex(isFunction);
  const after = body < 0 ? args.slice(-1).filter(isNumber) : args.slice(body + 1);
  return after.length > 0;
}

function isFunction(node: SyntaxNode): boolean {
  return ['ArrowFunctionExpression', 'FunctionExpression'].includes(plain(node).type);
}

function isNumber(node: SyntaxNode): boolean {
  const bare = plain(node);
  return bare.type === 'Literal' && typeof bare.value === 'number';
}

function hasOwnName(specifier: SyntaxNode): boolean {
  if (specifier.type !== 'ImportSpecifier') return false;
  return isIdentifier(specifier.imported, specifier.local.name) && specifier.local.name !== 'vitest';
}

/** Names of the modules of timers, but for imports of setImmediate alone, which waits for no time. */
function timersIn(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  const untimed = importsIn(nodes)
    .filter(({ specifiers }) => specifiers.every(isSetImmediate))
    .map(({ source }) => source as SyntaxNode);
  return nodes.filter(
    (node) =>
      node.type === 'Literal' &&
      /^(node:)?timers(\/promises)?$/.test(String(node.value)) &&
      !untimed.includes(node),
  );
}

function isSetImmediate(specifier: SyntaxNode): boolean {
  return specifier.type === 'ImportSpecifier' && isIdentifier(specifier.imported, 'setImmediate');
}

function readsClock(node: SyntaxNode): boolean {
  return nodesIn(node).some(
    (one) => ['now', 'Now', 'hrtime'].includes(keyName(one)!) || (isDate(one) && one.arguments.length === 0),
  );
}

function isDate(node: SyntaxNode): node is Extract<SyntaxNode, { type: 'NewExpression' }> {
  return node.type === 'NewExpression' && variableName(node.callee) === 'Date';
}

function callsOfFastCheck(nodes: readonly SyntaxNode[]): CallNode[] {
  return callsIn(nodes).filter(
    ({ callee }) => rootName(callee) === 'fc' && RUNS_OF_FAST_CHECK.has(keyName(plain(callee))!),
  );
}

function hasSeed(node: SyntaxNode): boolean {
  return nodesIn(node).some(
    (one) =>
      (one.type === 'Property' && keyName(one) === 'seed') ||
      (one.type === 'CallExpression' && rootName(one.callee) === 'randomly'),
  );
}

/** Whether an expression is the same in each run: it names no variable, or reads the clock instead. */
function isFixed(node: SyntaxNode): boolean {
  return readsClock(node) || !nodesIn(node).some(({ type }) => type === 'Identifier');
}
