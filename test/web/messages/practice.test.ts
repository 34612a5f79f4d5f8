// Sentences whose ends depend on what is inserted.
import { expect, test } from 'vitest';
import { practice } from '../../../web/messages/de/practice.ts';
import { rates } from '../../../web/messages/es/rates.ts';

test('a sentence that ends with an abbreviation has one full stop', () => {
  expect(practice.arrived('Ana', 'Doppelzimmer, 24.–27. Nov.')).toBe(
    'Ana hat gerade gebucht: Doppelzimmer, 24.–27. Nov.',
  );
  expect(practice.arrived('Ana', '101')).toBe('Ana hat gerade gebucht: 101.');
});

test('one free room is singular in Spanish', () => {
  expect([rates.free('1'), rates.free('2')]).toEqual(['1 libre', '2 libres']);
});
