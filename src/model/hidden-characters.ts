// Characters of a text that nobody sees, and that command a terminal, turn the direction of writing or carry a hidden text.

const ENGLAND_SCOTLAND_WALES = ['gbeng', 'gbsct', 'gbwls'];

/** The flags that are written with tags (Unicode TR51, emoji tag sequences), without the black flag that they begin with. */
const FLAGS = ENGLAND_SCOTLAND_WALES.map((region) => {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `${tags.join('')}\u{e007f}`;
});

/**
 * - Control characters but tab, line feed and carriage return: C0, DEL, C1 (U+009B begins a command as ESC [ does).
 * - Overrides, embeddings and isolates of the direction of writing. The marks U+200E, U+200F and U+061C stay: names in Hebrew and
 *   Arabic need them, and they hide nothing.
 * - What takes no room and joins nothing: zero-width space, word joiner, byte order mark, soft hyphen, annotations.
 * - Tags, which spell any ASCII text invisibly, but those of a flag.
 */
const HIDDEN = new RegExp(
  [
    `(?<=\u{1f3f4})(?:${FLAGS.join('|')})`,
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]',
    '[\\u202a-\\u202e\\u2066-\\u206f]',
    '[\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff\\ufff9-\\ufffb]',
    '[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
);

/** Joiners, and variation selectors: no script and no emoji has two in a row, but a text can be encoded in a row of them. */
const ROWS =
  /([\u200c\u200d])[\u200c\u200d]+|([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/** The text without those characters. What is visible of it stays as it is: letters of every script, emoji, line breaks. */
export function withoutHiddenCharacters(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (found) => (FLAGS.includes(found) ? found : '')).replace(ROWS, '$1$2');
}

/** Most texts. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
