// The first step: name, country, currency, time zone and hours of the house.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { make } from '../../desk/changes.ts';
import { chooseProperty } from '../../desk/property.ts';
import { problemOf } from '../../desk/server.ts';
import { readPerson } from '../../desk/session.ts';
import { language, messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field, Select } from '../../parts/Field.tsx';
import { timeZoneOptions } from '../../parts/time-zones.ts';
import { countriesIn, guessCountry } from './countries.ts';

type House = Record<'name' | 'country' | 'currency' | 'timezone' | 'checkin' | 'checkout', string>;

export function HouseForm() {
  const { setup } = messages();
  const house = useSignal<House>(firstGuess());
  const errors = useSignal<Partial<House>>({});
  const countries = countriesIn(language.value);
  const set = (change: Partial<House>) => {
    house.value = { ...house.value, ...change };
    errors.value = {};
  };
  const chooseCountry = (code: string) => {
    const { currency = 'EUR', timezone = 'UTC' } = countries.find((one) => one.code === code) ?? {};
    set({ country: code, currency, timezone });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    errors.value = await createHouse(house.value);
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
        <Select
          label={setup.country}
          value={house.value.country}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={({ currentTarget }) => chooseCountry(currentTarget.value)}
        />
        <Field label={setup.currency} help={setup.currencyHelp} {...field('currency')} />
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

/** The end of a step; `children` stand before its button. `disabled`: it is being saved. */
export function SetupFoot({
  children,
  disabled = false,
}: {
  children?: ComponentChildren;
  disabled?: boolean;
}) {
  return (
    <footer class="setup-foot">
      {children}
      <Button type="submit" kind="primary" disabled={disabled}>
        {messages().setup.save}
      </Button>
    </footer>
  );
}

function firstGuess(): House {
  const { code, currency, timezone } = guessCountry();
  return { name: '', country: code, currency, timezone, checkin: '15:00', checkout: '11:00' };
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
  let errors: Partial<House> = {};
  const settings = { checkin_time: checkin, checkout_time: checkout, language: language.value };
  const body = { name: name.trim(), currency: currency.trim().toUpperCase(), timezone, settings };
  const outcome = await make<{ hotel_id: number }>(
    { done: '', quiet: true, request: { method: 'POST', path: '/operator/properties', body } },
    {
      onRefused: (problem) => {
        const found = Object.entries(FIELDS).filter(([, field]) =>
          problem.errors?.some((one) => one.field === field),
        );
        errors = Object.fromEntries(found.map(([name, field]) => [name, problemOf(problem, field)]));
        // What no field of the form shows stands below the first.
        if (found.length === 0) errors = { name: problem.detail };
      },
    },
  );
  if (outcome.ok) {
    await readPerson().catch(() => null);
    chooseProperty(outcome.data.hotel_id);
  }
  return errors;
}
