// What a schema says about an element: which attributes and children it may have, how many, in which order.
import type { Node } from './xml.ts';

/**
 * By element: its attributes and its children, in order. `!` is "must be there", `+` one or more, `*` any number, nothing is
 * "may be there once"; `A|B` is either of them. An element that is not listed may hold text only.
 */
export type Shapes = Record<string, readonly [attributes: string, children: string]>;

/** What is wrong with the element or one below it, in words; undefined when it has the shape. */
export function misshapen(node: Node, shapes: Shapes): string | undefined {
  const [attributes, children] = shapes[node.name] ?? ['', ''];
  return (
    wrongAttribute(node, attributes) ??
    wrongChild(node, children) ??
    node.children.map((one) => misshapen(one, shapes)).find((wrong) => wrong !== undefined)
  );
}

function wrongAttribute(node: Node, allowed: string): string | undefined {
  const words = allowed.split(' ').filter(Boolean);
  const known = new Set(words.map((word) => word.replace('!', '')));
  for (const word of words) {
    const name = word.replace('!', '');
    if (word.endsWith('!') && node.attributes[name] === undefined)
      return `${node.name} lacks the attribute ${name}`;
  }
  const foreign = Object.keys(node.attributes).find((name) => !known.has(name) && !name.includes(':'));
  return foreign && `${node.name} has no attribute ${foreign}`;
}

function wrongChild(node: Node, allowed: string): string | undefined {
  const left = [...node.children];
  for (const word of allowed.split(' ').filter(Boolean)) {
    const names = word.replace(/[!+*]$/, '').split('|');
    const many = /[+*]$/.test(word);
    let found = 0;
    while (left[0] && names.includes(left[0].name) && (many || found === 0)) {
      left.shift();
      found += 1;
    }
    if (found === 0 && /[!+]$/.test(word)) return `${node.name} lacks ${names.join(' or ')}`;
  }
  if (left[0]) return `${left[0].name} is not expected in ${node.name} here`;
  return undefined;
}
