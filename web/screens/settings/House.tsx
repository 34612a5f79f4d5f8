// The house itself: its name and contacts, its time, its hours.
import { copy, isKeptCopy, operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { language, messages } from '../../language.ts';
import type { Option } from '../../parts/Field.tsx';
import { timeZoneOptions } from '../../parts/time-zones.ts';
import type { DeskProperty } from '../../replica/state.ts';
import { EndOfProperty } from './EndOfProperty.tsx';
import { ReadOnly, SavedCheck, SavedField, SavedSelect } from './SavedField.tsx';

type HouseSettings = DeskProperty['settings'];

export function House({ canEdit: mayEdit, isOwner }: { canEdit: boolean; isOwner: boolean }) {
  const property = copy.value?.property;
  if (!property) return null;
  // Values of an old copy are read, not changed: others may have changed them meanwhile.
  const canEdit = mayEdit && !isKeptCopy.value;
  return (
    <>
      <Profile property={property} canEdit={canEdit} />
      <ForGuests settings={property.settings} canEdit={canEdit} />
      <Days settings={property.settings} canEdit={canEdit} />
      {isOwner && !isKeptCopy.value && <EndOfProperty />}
    </>
  );
}

function Profile({ property, canEdit }: { property: DeskProperty; canEdit: boolean }) {
  const { house } = messages().houseSettings;
  const { name, address, currency, timezone } = property;
  return (
    <section class="setting-group">
      <h3>{house.about}</h3>
      <SavedField {...{ label: house.name, value: name, canEdit, ...memberOf('name') }} />
      <SavedField {...{ label: house.address, value: address, canEdit, ...memberOf('address') }} />
      <div class="pair">
        <SavedSelect
          label={house.timezone}
          help={house.timezoneHelp}
          value={timezone}
          options={timeZoneOptions(timezone)}
          canEdit={canEdit}
          {...memberOf('timezone')}
        />
        <div class="field">
          <ReadOnly label={house.currency} value={currency} />
          {canEdit && <span class="help">{house.currencyHelp}</span>}
        </div>
      </div>
    </section>
  );
}

type GroupProps = { settings: HouseSettings; canEdit: boolean };

function ForGuests({ settings, canEdit }: GroupProps) {
  const { house } = messages().houseSettings;
  const optional = (name: 'email' | 'phone' | 'website', completed = (text: string) => text) => ({
    value: settings[name] ?? '',
    canEdit,
    ...settingOf(name, (text) => (text === '' ? null : completed(text))),
  });
  return (
    <section class="setting-group">
      <h3>{house.guests}</h3>
      <div class="pair">
        <SavedField label={house.email} type="email" {...optional('email')} />
        <SavedField label={house.phone} type="tel" {...optional('phone')} />
      </div>
      <div class="pair">
        <SavedField label={house.website} inputMode="url" {...optional('website', withProtocol)} />
        <SavedSelect
          label={house.language}
          value={settings.language}
          options={languages(settings.language)}
          canEdit={canEdit}
          {...settingOf('language', (text) => text)}
        />
      </div>
    </section>
  );
}

/** Nobody types it. */
function withProtocol(website: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`;
}

function Days({ settings, canEdit }: GroupProps) {
  const { house, rooms } = messages().houseSettings;
  const text = (value: string) => value;
  return (
    <section class="setting-group">
      <h3>{house.days}</h3>
      <div class="pair">
        <SavedField
          label={house.checkin}
          type="time"
          value={settings.checkin_time}
          canEdit={canEdit}
          {...settingOf('checkin_time', text)}
        />
        <SavedField
          label={house.checkout}
          type="time"
          value={settings.checkout_time}
          canEdit={canEdit}
          {...settingOf('checkout_time', text)}
        />
      </div>
      <div class="pair">
        <SavedField
          label={house.horizon}
          inputMode="numeric"
          value={String(settings.horizon_days)}
          canEdit={canEdit}
          wrong={(value) => (/^\d+$/.test(value) ? null : rooms.badNumber)}
          {...settingOf('horizon_days', Number)}
        />
        <SavedField
          label={house.booksClosed}
          help={house.booksClosedHelp}
          type="date"
          value={settings.books_closed_until ?? ''}
          canEdit={canEdit}
          {...settingOf('books_closed_until', (text) => text || null)}
        />
      </div>
      <SavedField
        label={house.infants}
        help={house.infantsHelp}
        inputMode="numeric"
        value={String(settings.infants_under_age)}
        canEdit={canEdit}
        wrong={(value) => (/^\d+$/.test(value) ? null : rooms.badNumber)}
        {...settingOf('infants_under_age', Number)}
      />
      <SavedCheck
        label={house.inspects}
        value={settings.inspects_units}
        canEdit={canEdit}
        texts={[house.inspected, house.notInspected]}
        field="settings.inspects_units"
        requestOf={(value) => patchHouse({ settings: { inspects_units: value } })}
      />
    </section>
  );
}

/** Returns the request that changes members of the property. */
export function patchHouse(body: object): ChangeRequest {
  return { method: 'PATCH', path: operator(''), body };
}

function memberOf(field: 'name' | 'address' | 'timezone') {
  return { field, requestOf: (value: string) => patchHouse({ [field]: value }) };
}

function settingOf(name: keyof HouseSettings, toMember: (text: string) => unknown) {
  return {
    field: `settings.${name}`,
    requestOf: (text: string) => patchHouse({ settings: { [name]: toMember(text) } }),
  };
}

/** Languages in which houses write to their guests; each by its own name in the language of the screen. */
const LANGUAGES =
  'bg ca cs da de el en es et eu fi fr gl hr hu is it ja ko lt lv mk nb nl pl pt pt-BR ro ru sk sl sq sr sv th tr uk vi zh';

function languages(chosen: string): Option[] {
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  const all = LANGUAGES.split(' ');
  return [...(all.includes(chosen) ? [] : [chosen]), ...all]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language.value));
}
