// The elements of orders in samples: each value with its path, and how it can be changed to see whether it is read.
import { readXml, type Xml } from '../../src/channels/xml.ts';

/** A value of a sample. `path`: names joined by `/`, attributes and members of objects at the end like elements. */
export type Element = {
  path: string;
  value: string;
  /** returns the sample with another value in this place */
  with(value: string): string;
};

/** Lists the values of a sample; empty ones are left out, because they say nothing. */
export function listElements(sample: string): Element[] {
  const text = sample.trim();
  return (text.startsWith('<') ? ofXml(text) : ofJson(text)).filter(
    ({ value }) => value !== '' && value !== 'null',
  );
}

function ofJson(text: string): Element[] {
  const found: Element[] = [];
  const walk = (value: unknown, path: string, change: (value: unknown) => unknown): void => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) walk(item, path, (other) => change(value.with(i, other)));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const part = /^\d{4}-\d\d-\d\d$/.test(name) ? 'date' : name;
        walk(member, path === '' ? part : `${path}/${part}`, (other) => change({ ...value, [name]: other }));
      }
    } else {
      // A number and a truth value stay what they are.
      const typed = (other: string) =>
        typeof value === 'string'
          ? other
          : typeof value === 'boolean'
            ? !value
            : Number(other) || (value as number) + 1;
      found.push({
        path,
        value: String(value),
        with: (other) => JSON.stringify(change(typed(other))),
      });
    }
  };
  walk(JSON.parse(text), '', (value) => value);
  return found;
}

function ofXml(text: string): Element[] {
  const { root } = readXml(text);
  const found: Element[] = [];
  const walk = (element: Xml, path: string, change: (element: Xml) => string): void => {
    if (element.text.trim() !== '')
      found.push({ path, value: element.text.trim(), with: (other) => change({ ...element, text: other }) });
    for (const [name, value] of Object.entries(element.attributes)) {
      if (name.startsWith('xmlns')) continue;
      found.push({
        path: `${path}/@${name}`,
        value,
        with: (other) => change({ ...element, attributes: { ...element.attributes, [name]: other } }),
      });
    }
    for (const [i, child] of element.children.entries()) {
      walk(child, `${path}/${child.name}`, (other) =>
        change({ ...element, children: element.children.with(i, other) }),
      );
    }
  };
  walk(root, root.name, (other) => write(other));
  return found;
}

function write(element: Xml): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => ` ${name}="${escaped(value)}"`,
  );
  const content = [escaped(element.text), ...element.children.map(write)].join('');
  return `<${element.name}${attributes.join('')}>${content}</${element.name}>`;
}

/** Values of which at least one changes what is read, if the element is read at all. */
export function otherValues(value: string): string[] {
  const date = /^(\d{4}-\d\d-\d\d)(.*)$/s.exec(value);
  if (date) {
    const day = Temporal.PlainDate.from(date[1]!);
    return [day.add({ days: 1 }), day.subtract({ days: 1 })].map((other) => `${other}${date[2]}`);
  }
  const number = /^-?\d+(\.\d+)?$/.test(value) ? [String(Number(value) + 1), `1${value}`, '3'] : [];
  return [...number, `${value}x`, 'x', ...MEANINGFUL];
}

/** Values with a meaning in some protocol. */
const MEANINGFUL = [
  ...[
    'new',
    'modified',
    'cancelled',
    'Cancel',
    'property',
    'ota',
    'fee',
    'tax',
    'bank_transfer',
    'true',
    'false',
  ],
  ...[
    'fr',
    'FR',
    '17:30',
    '3.00',
    'Half board',
    'Sell',
    'Net',
    'BankTransfer',
    'deny',
    'accept',
    'DEPOSIT',
    'TAX',
  ],
  ...['8', '10', 'Inclusive', 'Exclusive', 'USD', 'A-Expedia', 'BDC-1', 'Airbnb', 'DEPOSIT_DAMAGE'],
];
