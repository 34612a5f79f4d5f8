// The end of a sentence, in every language.

/** Returns the text with a full stop at its end: also where an abbreviation there ends with one already. */
export function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
