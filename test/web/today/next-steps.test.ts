// What an owner of a new house still has to do.
import { expect, test } from 'vitest';
import { nextSteps } from '../../../web/screens/today/next-steps.ts';

test('a house lacks a channel until a real one is connected, and people until somebody is invited', () => {
  expect(nextSteps({ channels: 0, people: 1 })).toEqual(['channel', 'people']);
  expect(nextSteps({ channels: 0, people: 3 })).toEqual(['channel']);
  expect(nextSteps({ channels: 2, people: 1 })).toEqual(['people']);
  expect(nextSteps({ channels: 1, people: 2 })).toEqual([]);
});
