// Numbers of payment cards in what people write: guests put them into messages and wishes, and nobody here may keep them.

/** The text without anything that is built like a card number: 13 to 19 digits in a card's ranges, with a right check digit. */
export function withoutCardNumbers(text: string): string {
  return text.replace(/(?<![\d.])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\d])/g, (found) =>
    hasCheckDigit(found.replace(/\D/g, '')) ? HIDDEN : found,
  );
}

const HIDDEN = '***';

/** Luhn's check. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
