// Up to which event a person has seen the log of a property, on this device.
import { useEffect, useState } from 'preact/hooks';
import { copy, isKeptCopy, shown } from '../../desk/property.ts';
import { readChoice, storeChoice } from '../../stored-choice.ts';

/** Returns the last event of the visit before this one, null = never here before, and stores where this visit ends. */
export function useLastVisit(): number | null {
  const { userId = null, hotelId = null } = shown.value ?? {};
  const key = `innwire.log.${userId}.${hotelId}`;
  const [visit, setVisit] = useState({ key, before: readSeq(key) });
  if (visit.key !== key) setVisit({ key, before: readSeq(key) });
  // A kept copy ends before events that were seen already, and without the server no event is shown.
  const isHere = copy.value !== null && !isKeptCopy.value;
  useEffect(() => {
    if (!isHere) return;
    const store = () => {
      const seq = copy.peek()?.seq;
      if (seq !== undefined) storeChoice(key, String(seq));
    };
    store();
    addEventListener('pagehide', store);
    return () => {
      store();
      removeEventListener('pagehide', store);
    };
  }, [key, isHere]);
  return visit.before;
}

function readSeq(key: string): number | null {
  const stored = readChoice(key);
  return stored === null ? null : Number(stored);
}
