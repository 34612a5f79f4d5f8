// Removes invisible characters that control a terminal, change the writing direction or carry hidden text.

const ENGLAND_SCOTLAND_WALES = ['gbeng', 'gbsct', 'gbwls'];

/**
 * Flags that are written with tags (Unicode TR51, emoji tag sequences), without the black flag that precedes
 * the tags.
 */
const FLAGS = ENGLAND_SCOTLAND_WALES.map((region) => {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `${tags.join('')}\u{e007f}`;
});

/**
 * The characters to remove:
 * - Control characters except tab, line feed and carriage return: C0, DEL, C1 (U+009B begins a command as
 *   ESC [ does).
 * - Overrides, embeddings and isolates of the writing direction. The marks U+200E, U+200F and U+061C stay:
 *   names in Hebrew and Arabic need them, and they hide nothing.
 * - Zero-width characters that join nothing: zero-width space, word joiner, byte order mark, soft hyphen,
 *   annotations.
 * - Tags, which can spell any ASCII text invisibly, except those of a flag.
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

/**
 * Rows of joiners or variation selectors: no script and no emoji has two in a row, but a text can be encoded
 * in them.
 */
const ROWS =
  /([\u200c\u200d])[\u200c\u200d]+|([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/**
 * Returns the text without those characters. Visible text stays unchanged: letters of every script, emoji,
 * line breaks.
 */
export function withoutHiddenCharacters(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (found) => (FLAGS.includes(found) ? found : '')).replace(ROWS, '$1$2');
}

/** Texts with nothing to remove: most of them. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
