// Reading and writing of XML messages of the OTAs: the parser is strict, the writer escapes.
import { parseXml as parseStrictly, XmlElement, XmlText } from '@rgrove/parse-xml';

export type Node = {
  /** local name, without the prefix */
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
};

/** Thrown for text that is no XML, or XML that no OTA takes. */
export class XmlError extends Error {}

/**
 * Parses a document and returns its root. Throws `XmlError`, also for a document type: no OTA uses entities.
 */
export function readXml(text: string): Node {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new XmlError('a document type declaration is not allowed');
  try {
    const { root } = parseStrictly(text.replace(/^\uFEFF/, ''));
    if (!root) throw new XmlError('there is no root element');
    return toNode(root, {});
  } catch (error) {
    throw error instanceof XmlError ? error : new XmlError(String((error as Error).message).split('\n')[0]!);
  }
}

function toNode(element: XmlElement, outer: Record<string, string>): Node {
  const spaces = { ...outer };
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name === 'xmlns') spaces[''] = value;
    else if (name.startsWith('xmlns:')) spaces[name.slice(6)] = value;
    else attributes[name] = value;
  }
  const [prefix, local] = element.name.includes(':') ? element.name.split(':') : ['', element.name];
  const namespace = spaces[prefix!] ?? '';
  if (prefix && !namespace) throw new XmlError(`the prefix ${prefix} is bound to no namespace`);
  return {
    name: local!,
    namespace,
    attributes,
    children: element.children
      .filter((child) => child instanceof XmlElement)
      .map((child) => toNode(child, spaces)),
    text: element.children
      .filter((child) => child instanceof XmlText)
      .map((child) => child.text)
      .join('')
      .trim(),
  };
}

export function child(node: Node, name: string): Node | undefined {
  return node.children.find((one) => one.name === name);
}

export function childrenOf(node: Node, name: string): Node[] {
  return node.children.filter((one) => one.name === name);
}

/** Returns the element at the end of a path of names, if it exists. */
export function at(node: Node | undefined, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((parent, name) => parent && child(parent, name), node);
}

export function textOf(node: Node | undefined, ...path: string[]): string | undefined {
  return at(node, ...path)?.text;
}

/** Markup that is written without escaping. */
export type XmlMarkup = { markup: string };
type XmlContent = XmlMarkup | string | number | undefined | readonly XmlContent[];
export type Attributes = Record<string, string | number | boolean | undefined>;

export function el(name: string, attributes: Attributes = {}, ...content: XmlContent[]): XmlMarkup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inside = content.map(write).join('');
  return { markup: inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>` };
}

export function document(root: XmlMarkup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`;
}

function write(content: XmlContent): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  return Array.isArray(content) ? content.map(write).join('') : (content as XmlMarkup).markup;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll(/[^\t\n\r\u0020-\uffff]/g, '');
}
