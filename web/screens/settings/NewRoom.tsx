// A further kind of room, with its units.
import { useSignal } from '@preact/signals';
import { make } from '../../desk/changes.ts';
import { currency, operator } from '../../desk/property.ts';
import { errorOf, generalOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { parseAmount } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { FormError } from '../../parts/FormError.tsx';
import { parseUnitNames } from '../setup/unit-names.ts';
import { addUnits } from './UnitList.tsx';

type RoomDraft = Record<'name' | 'capacity' | 'cots' | 'price' | 'units', string>;

export function NewRoom({ onDone }: { onDone: () => void }) {
  const { rooms: texts, cancel } = messages().houseSettings;
  const draft = useSignal<RoomDraft>({ name: '', capacity: '2', cots: '0', price: '', units: '' });
  const errors = useSignal<Partial<RoomDraft>>({});
  const problem = useSignal<DeskProblem | null>(null);
  const field = (name: keyof RoomDraft) => ({
    value: draft.value[name],
    ...errorOf(problem.value, name),
    ...(errors.value[name] !== undefined && { error: errors.value[name] }),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      draft.value = { ...draft.value, [name]: currentTarget.value };
      errors.value = {};
      problem.value = null;
    },
  });
  const submit = async (event: Event) => {
    event.preventDefault();
    errors.value = wrongOf(draft.value);
    if (Object.keys(errors.value).length > 0) return;
    const units = await createRoom(draft.value, (refused) => {
      problem.value = refused;
    });
    if (units === null) onDone();
    else if (units !== undefined) errors.value = { units };
  };
  const general = generalOf(problem.value, ['name', 'capacity', 'cots', 'price']);
  return (
    <form class="setting-new" onSubmit={submit}>
      <div class="setting-fields">
        <Field label={texts.name} takesFocus required {...field('name')} />
        <Field label={texts.capacity} inputMode="numeric" required {...field('capacity')} />
        <Field label={texts.cots} help={texts.cotsHelp} inputMode="numeric" required {...field('cots')} />
        <Field
          label={`${texts.price}, ${currency.value}`}
          help={texts.priceHelp}
          inputMode="decimal"
          required
          {...field('price')}
        />
        <Field
          label={texts.units}
          placeholder={texts.unitsExample}
          help={texts.unitsHelp}
          {...field('units')}
        />
      </div>
      <FormError text={general} />
      <div class="row">
        <Button type="submit" kind="primary">
          {texts.create}
        </Button>
        <Button onClick={onDone}>{cancel}</Button>
      </div>
    </form>
  );
}

function wrongOf({ capacity, cots, price, units }: RoomDraft): Partial<RoomDraft> {
  const { rooms: texts } = messages().houseSettings;
  return {
    ...(!/^\d+$/.test(capacity.trim()) && { capacity: texts.badNumber }),
    ...(!/^\d+$/.test(cots.trim()) && { cots: texts.badNumber }),
    ...(parseAmount(price, currency.value) === null && { price: texts.badAmount }),
    ...(parseUnitNames(units) === null && { units: texts.badUnits }),
  };
}

/** Creates the room and its units. Returns null if both are done, why the units were refused, or undefined if the room was. */
async function createRoom(
  { name, capacity, cots, price, units }: RoomDraft,
  onRefused: (problem: DeskProblem) => void,
): Promise<string | null | undefined> {
  const { rooms: texts } = messages().houseSettings;
  const body = {
    name: name.trim(),
    capacity: Number(capacity),
    cots: Number(cots),
    price: parseAmount(price, currency.value),
  };
  const outcome = await make<{ room_id: number }>(
    {
      done: texts.added(body.name),
      request: { method: 'POST', path: operator('rooms'), body },
      undo: ({ data }) => ({ method: 'DELETE', path: operator(`rooms/${data.room_id}`) }),
    },
    { onRefused },
  );
  if (!outcome.ok) return undefined;
  const names = parseUnitNames(units) ?? [];
  return names.length === 0 ? null : addUnits(outcome.data, names);
}
