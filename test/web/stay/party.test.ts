// The party of a stay as fields.
import { expect, test } from 'vitest';
import { fieldsOfParty, partyOfFields, withChildren } from '../../../web/stay/party.ts';

test('a party is the same after its fields are read', () => {
  for (const party of [
    { adults: 2, children: [] },
    { adults: 1, children: [6, null, 0] },
  ])
    expect(partyOfFields(fieldsOfParty(party))).toEqual({ party });
  expect(fieldsOfParty({ adults: null, children: null })).toEqual({ adults: '', ages: [] });
});

test('what the API would refuse is found at its field', () => {
  const wrong = (adults: string, ...ages: string[]) => partyOfFields({ adults, ages });
  expect(wrong('')).toEqual({ wrong: 'adults' });
  expect(wrong('0')).toEqual({ wrong: 'adults' });
  expect(wrong('1001')).toEqual({ wrong: 'adults' });
  expect(wrong('1.5')).toEqual({ wrong: 'adults' });
  expect(wrong('2', '18')).toEqual({ wrong: 'ages' });
  expect(wrong('2', '-1')).toEqual({ wrong: 'ages' });
  expect(wrong('0', '17')).toEqual({ party: { adults: 0, children: [17] } });
});

test('ages stay when children are added or removed', () => {
  const fields = { adults: '2', ages: ['4', '7'] };
  expect(withChildren(fields, '3').ages).toEqual(['4', '7', '']);
  expect(withChildren(fields, '1').ages).toEqual(['4']);
  expect(withChildren(fields, '')).toBe(fields);
});
