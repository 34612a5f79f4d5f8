// Control characters and marks of the direction of writing, made visible.

/**
 * Control characters (C0 except tab and line feed, DEL, C1) and marks of the direction of writing: a guest's
 * name could set the window's title, overwrite a line or run commands in some terminals (ECMA-48; Unicode UAX
 * 9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the text with every such character as `\u001b` and the like, which JSON reads as the same text. */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
