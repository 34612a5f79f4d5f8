// The first step: name, country, currency, time zone and hours of the house. Who goes back to it changes the house.
import { useSignal } from '@preact/signals';
import { make } from '../../desk/changes.ts';
import { chooseProperty, operator } from '../../desk/property.ts';
import { type ChangeRequest, type DeskProblem, problemOf } from '../../desk/server.ts';
import { readPerson } from '../../desk/session.ts';
import { language, messages } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { timeZoneOptions } from '../../parts/time-zones.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { goTo } from '../../router.ts';
import { countriesIn, guessCountry } from './countries.ts';
import { SetupFoot } from './SetupFoot.tsx';

type DeskProperty = ReplicaState['property'];
type House = Record<'name' | 'country' | 'currency' | 'timezone' | 'checkin' | 'checkout', string>;

/** `existing`: the house that is changed; absent = it is created. */
export function HouseForm({ existing }: { existing?: DeskProperty }) {
  const { setup } = messages();
  const house = useSignal<House>(existing ? houseOf(existing) : firstGuess());
  const errors = useSignal<Partial<House>>({});
  const set = (change: Partial<House>) => {
    house.value = { ...house.value, ...change };
    errors.value = {};
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    errors.value = await (existing ? changeHouse(house.value) : createHouse(house.value));
    if (existing && Object.keys(errors.value).length === 0) goTo('/desk/setup', { replace: true });
  };
  const field = (name: keyof House) => ({
    value: house.value[name],
    required: true,
    ...(errors.value[name] !== undefined && { error: errors.value[name] }),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <form class="setup-form" onSubmit={submit}>
      <h1 class="t28 b">{setup.houseTitle}</h1>
      <p class="t14 ink2">{setup.houseAbout}</p>
      <div class="setup-fields">
        <div class="wide">
          <Field
            label={setup.name}
            placeholder={setup.nameExample}
            autocomplete="organization"
            takesFocus
            {...field('name')}
          />
        </div>
        {!existing && <CountryField code={house.value.country} onChange={set} />}
        <Field
          label={setup.currency}
          help={setup.currencyHelp}
          {...field('currency')}
          disabled={existing !== undefined}
        />
        <Select
          label={setup.timezone}
          value={house.value.timezone}
          options={timeZoneOptions(house.value.timezone)}
          onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
        />
        <div class="setup-hours">
          <Field label={setup.checkin} type="time" {...field('checkin')} />
          <Field label={setup.checkout} type="time" {...field('checkout')} />
        </div>
      </div>
      <SetupFoot />
    </form>
  );
}

type CountryFieldProps = {
  code: string;
  onChange: (change: Pick<House, 'country' | 'currency' | 'timezone'>) => void;
};

/** The country is not stored: it gives the first guesses of the currency and the time zone. */
function CountryField({ code, onChange }: CountryFieldProps) {
  const countries = countriesIn(language.value);
  const choose = (country: string) => {
    const { currency = 'EUR', timezone = 'UTC' } = countries.find((one) => one.code === country) ?? {};
    onChange({ country, currency, timezone });
  };
  return (
    <Select
      label={messages().setup.country}
      value={code}
      options={countries.map((country) => ({ value: country.code, label: country.name }))}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

function firstGuess(): House {
  const { code, currency, timezone } = guessCountry();
  return { name: '', country: code, currency, timezone, checkin: '15:00', checkout: '11:00' };
}

function houseOf({ name, currency, timezone, settings }: DeskProperty): House {
  const { checkin_time: checkin, checkout_time: checkout } = settings;
  return { name, country: '', currency, timezone, checkin, checkout };
}

/** The fields of the form as the server names them. */
const FIELDS: Partial<Record<keyof House, string>> = {
  name: 'name',
  currency: 'currency',
  timezone: 'timezone',
  checkin: 'settings.checkin_time',
  checkout: 'settings.checkout_time',
};

/** Creates the house and shows it. Returns what is wrong with which field; nothing if it was created. */
async function createHouse({ name, currency, timezone, checkin, checkout }: House): Promise<Partial<House>> {
  // The person may be the one that was kept on the device, from before a house was created elsewhere: then that one is shown.
  const now = await readPerson().catch(() => undefined);
  if (now === undefined) return { name: messages().unreachable };
  if (now && now.properties.length > 0) return {};
  const settings = { checkin_time: checkin, checkout_time: checkout, language: language.value };
  const body = { name: name.trim(), currency: currency.trim().toUpperCase(), timezone, settings };
  const { created, errors } = await sendHouse({ method: 'POST', path: '/operator/properties', body });
  if (created) {
    await readPerson().catch(() => null);
    chooseProperty(created.hotel_id);
  }
  return errors;
}

/** Changes the house that is shown. Returns what is wrong with which field. */
async function changeHouse({ name, timezone, checkin, checkout }: House): Promise<Partial<House>> {
  const settings = { checkin_time: checkin, checkout_time: checkout };
  const body = { name: name.trim(), timezone, settings };
  const { errors } = await sendHouse({ method: 'PATCH', path: operator(''), body });
  return errors;
}

type Sent = { created: { hotel_id: number } | null; errors: Partial<House> };

async function sendHouse(request: ChangeRequest): Promise<Sent> {
  // An answer that does not come leaves the form as it is.
  let errors: Partial<House> = { name: messages().unreachable };
  const outcome = await make<{ hotel_id: number }>(
    { done: '', quiet: true, request },
    {
      onRefused: (problem) => {
        errors = errorsOf(problem);
      },
    },
  );
  return outcome.ok ? { created: outcome.data, errors: {} } : { created: null, errors };
}

function errorsOf(problem: DeskProblem): Partial<House> {
  const found = Object.entries(FIELDS).filter(([, field]) =>
    problem.errors?.some((one) => one.field === field),
  );
  // What no field of the form shows stands below the first.
  if (found.length === 0) return { name: problem.detail };
  return Object.fromEntries(found.map(([name, field]) => [name, problemOf(problem, field)]));
}
