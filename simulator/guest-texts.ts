// What invented guests write: questions, notes and reviews, with characters that formats must escape.

export const QUESTIONS = [
  'Hello, is early check-in possible?',
  'Is parking available?',
  'We will be late, after 22:00. Is that <ok>?',
  'Können wir ein Kinderbett bekommen? 😊',
  'Is breakfast included & until when?',
];

export const NOTES = ['Late arrival', 'Quiet room, please', 'Anniversary & flowers', ''];

export const POSITIVE_TEXTS = ['Quiet, clean.', 'Lovely stay', 'Great breakfast & staff', 'Sehr schöne Lage'];
export const NEGATIVE_TEXTS = ['Small lift.', 'A little loud', 'Wi-Fi < expected'];
