// Validation of XML elements: their attributes, and the number and order of their children.
import type { Node } from './xml.ts';

/**
 * Attributes and children, in order, by name of the element. `!` means required, `+` one or more, `*` any
 * number, no mark optional and at most once; `A|B` is either of them. An element that is not listed may hold
 * text only.
 */
export type Shapes = Record<string, readonly [attributes: string, children: string]>;

/** Returns what is wrong with an element or one below it; undefined when it is valid. */
export function misshapen(node: Node, shapes: Shapes): string | undefined {
  const [attributes, children] = shapes[node.name] ?? ['', ''];
  return (
    wrongAttribute(node, attributes) ??
    wrongChild(node, children) ??
    node.children.map((one) => misshapen(one, shapes)).find((wrong) => wrong !== undefined)
  );
}

function wrongAttribute(node: Node, allowed: string): string | undefined {
  const parts = allowed.split(' ').filter(Boolean);
  const known = new Set(parts.map((part) => part.replace('!', '')));
  for (const part of parts) {
    const name = part.replace('!', '');
    if (part.endsWith('!') && node.attributes[name] === undefined)
      return `${node.name} lacks the attribute ${name}`;
  }
  const foreign = Object.keys(node.attributes).find((name) => !known.has(name) && !name.includes(':'));
  return foreign && `${node.name} has no attribute ${foreign}`;
}

function wrongChild(node: Node, allowed: string): string | undefined {
  const left = [...node.children];
  for (const part of allowed.split(' ').filter(Boolean)) {
    const names = part.replace(/[!+*]$/, '').split('|');
    const many = /[+*]$/.test(part);
    let found = 0;
    while (left[0] && names.includes(left[0].name) && (many || found === 0)) {
      left.shift();
      found += 1;
    }
    if (found === 0 && /[!+]$/.test(part)) return `${node.name} lacks ${names.join(' or ')}`;
  }
  if (left[0]) return `${left[0].name} is not expected in ${node.name} here`;
  return undefined;
}
