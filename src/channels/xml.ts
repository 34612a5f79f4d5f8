// Reads and writes XML: strict parsing with limits, lookups by local name, and writing that escapes all
// values.
//
// Reading: a document that is not well-formed, has a document type, or is larger or deeper than any response
// of a channel is refused as a whole. The error message quotes nothing of it, because a part of a reservation
// may be a card number. Only the five entities of XML itself are expanded. Prefixes are dropped: channels use
// different ones, and none uses one name in two namespaces.

import { parseXml, XmlComment, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import type { PlainDate } from '../model/night.ts';
import { parseDate } from '../model/night.ts';

/** An element. `text` is its own character data, without that of its children. */
export type Xml = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Xml[];
  text: string;
};

/** `comments` are those outside the root: Booking.com puts its support reference after the last tag. */
export type XmlDocument = { root: Xml; comments: readonly string[] };

type XmlLimits = { characters: number; depth: number; elements: number };

// 200 reservations of Booking.com are about 1.5 million characters; the deepest path of any channel has 14
// elements.
const LIMITS: XmlLimits = { characters: 8_000_000, depth: 40, elements: 250_000 };

/**
 * Thrown for XML that cannot be read, or a value that cannot be written. `message` is for people and quotes
 * nothing of the document.
 */
export class XmlRejected extends Error {
  override name = 'XmlRejected';
}

/** Parses a document; throws `XmlRejected` if it is malformed or exceeds `limits`. */
export function readXml(text: string, limits: Partial<XmlLimits> = {}): XmlDocument {
  const source = text.replace(/^\uFEFF/, '').trimStart();
  measure(source, { ...LIMITS, ...limits });
  let comments: string[] = [];
  let root: XmlElement | null = null;
  try {
    const document = parseXml(source, { preserveComments: true });
    comments = document.children
      .filter((node) => node instanceof XmlComment)
      .map((node) => node.content.trim());
    root = document.root;
  } catch (error) {
    // The parser's own message quotes the line.
    const where = error instanceof XmlError ? ` (line ${error.line}, column ${error.column})` : '';
    throw new XmlRejected(`It is not well-formed XML${where}.`);
  }
  if (!root) throw new XmlRejected('It has no root element.');
  return { root: simplify(root), comments };
}

/**
 * Checks the limits before the recursive parser reads the text: one pass, no backtracking. Throws
 * `XmlRejected`.
 */
function measure(text: string, limits: XmlLimits): void {
  if (text.length > limits.characters) {
    throw new XmlRejected(`It is longer than ${limits.characters} characters.`);
  }
  if (text === '') throw new XmlRejected('It is empty.');
  if (!text.startsWith('<')) throw new XmlRejected('It does not begin like XML.');
  let depth = 0;
  let elements = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const skipped = skipSection(text, at);
    if (skipped !== null) {
      at = skipped;
      continue;
    }
    const end = endOfTag(text, at);
    if (text[at + 1] === '/') depth -= 1;
    else {
      elements += 1;
      if (depth + 1 > limits.depth)
        throw new XmlRejected(`It is nested deeper than ${limits.depth} elements.`);
      if (elements > limits.elements) throw new XmlRejected(`It has more than ${limits.elements} elements.`);
      if (text[end - 1] !== '/') depth += 1;
    }
    at = end;
  }
}

/**
 * Returns where a comment, a CDATA section or an instruction that begins at `at` ends; null when none begins
 * there.
 */
function skipSection(text: string, at: number): number | null {
  for (const [open, close] of SECTIONS) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end === -1 ? text.length : end + close.length;
  }
  if (text[at + 1] === '!') throw new XmlRejected('It declares a document type, which no channel needs.');
  return null;
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Returns the index of the `>` of the tag that begins at `at`, skipping quoted values. */
function endOfTag(text: string, at: number): number {
  let quote = '';
  for (let i = at + 1; i < text.length; i += 1) {
    const character = text[i]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i;
  }
  return text.length;
}

function simplify(element: XmlElement): Xml {
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) attributes[localName(name)] ??= value;
  }
  const children: Xml[] = [];
  let text = '';
  for (const node of element.children) {
    if (node instanceof XmlElement) children.push(simplify(node));
    else if (node instanceof XmlText) text += node.text;
  }
  return { name: localName(element.name), attributes, children, text };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns every element at the end of a path of names (`RoomStays/RoomStay`), in document order. */
export function findAll(from: Xml | null | undefined, path: string): Xml[] {
  let found: Xml[] = from ? [from] : [];
  for (const name of path.split('/')) {
    found = found.flatMap((element) => element.children.filter((child) => child.name === name));
  }
  return found;
}

/** Returns the first element at the end of a path of names, or null. */
export function find(from: Xml | null | undefined, path: string): Xml | null {
  return findAll(from, path)[0] ?? null;
}

/** Returns an attribute, trimmed; null when it is absent or empty. */
export function attribute(element: Xml | null | undefined, name: string): string | null {
  return element?.attributes[name]?.trim() || null;
}

/** Returns an attribute that is a whole number, or null. */
export function wholeAttribute(element: Xml | null | undefined, name: string): number | null {
  const value = attribute(element, name);
  return value !== null && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Returns an attribute that is a calendar date (what follows a `T` is ignored), or null. */
export function dateAttribute(element: Xml | null | undefined, name: string): PlainDate | null {
  return parseDate(attribute(element, name)?.split('T')[0] ?? '');
}

/** Returns the text of an element, trimmed; null when it is absent or empty. */
export function textOf(element: Xml | null | undefined): string | null {
  return element?.text.trim() || null;
}

/** XML that is escaped already. Plain strings among the children of `el` are escaped when written. */
export type Markup = { readonly markup: string };

type AttributeValue = string | number | boolean | null | undefined;

/**
 * Writes an element; attributes that are null or undefined are left out. Throws `XmlRejected` for characters
 * that XML cannot carry.
 */
export function el(
  name: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
  children: readonly (Markup | string)[] = [],
): Markup {
  let written = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== null && value !== undefined) written += ` ${key}="${quoted(String(value))}"`;
  }
  if (children.length === 0) return { markup: `${written}/>` };
  written += '>';
  for (const child of children) written += typeof child === 'string' ? escaped(child) : child.markup;
  return { markup: `${written}</${name}>` };
}

/** Returns the document of a root element, with the XML declaration. */
export function writeXml(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`;
}

function quoted(value: string): string {
  return PLAIN.test(value)
    ? value
    : escaped(value)
        .replaceAll('"', '&quot;')
        .replace(/[\t\n]/g, reference);
}

/** Values without characters to escape: most of the thousands in a full push are numbers, dates and names. */
const PLAIN = /^[\w .,:;+\-/()]*$/;

function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  if (UNWRITABLE.test(text)) throw new XmlRejected('It contains a character that XML cannot carry.');
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r/g, reference);
}

// XML 1.0, production 2: no control characters but tab and line ends, no lone surrogates, no U+FFFE and U+FFFF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Tabs and line ends are written as references, or every reader would normalize them. */
function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
