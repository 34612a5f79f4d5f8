// The drawer of an invitation: who, with which role, where; then the link that signs the person in.
import { useSignal } from '@preact/signals';
import type { StaffRole } from '../../../src/model/staff.ts';
import { make } from '../../desk/changes.ts';
import { shown } from '../../desk/property.ts';
import { problemOf } from '../../desk/server.ts';
import { person } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Field } from '../../parts/Field.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { MadeLink } from './MadeLink.tsx';
import { type MadeInvitation, ROLES } from './users.ts';

/** `made`: a link that was made; null = somebody is to be invited first. */
export function Invitation({ made, onClose }: { made: MadeInvitation | null; onClose: () => void }) {
  const { people } = messages();
  const invited = useSignal(made);
  const { value } = invited;
  return (
    <Drawer title={value ? people.linkFor(value.name) : people.inviteTitle} onClose={onClose}>
      {value ? (
        <MadeLink made={value} onClose={onClose} />
      ) : (
        <InviteForm onMade={(one) => (invited.value = one)} />
      )}
    </Drawer>
  );
}

function InviteForm({ onMade }: { onMade: (made: MadeInvitation) => void }) {
  const { people } = messages();
  const name = useSignal('');
  const role = useSignal<StaffRole>('desk');
  const isEverywhere = useSignal(false);
  const error = useSignal<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const where = isEverywhere.value ? { all_properties: true } : { hotel_ids: [shown.peek()!.hotelId] };
    const body = { name: name.value.trim(), role: role.value, ...where };
    const outcome = await make<MadeInvitation>(
      { done: '', quiet: true, request: { method: 'POST', path: '/operator/users', body } },
      { onRefused: (problem) => (error.value = problemOf(problem, 'name')) },
    );
    if (outcome.ok) onMade(outcome.data);
  };
  return (
    <form class="invite" onSubmit={submit}>
      <Field
        label={people.name}
        help={people.nameHelp}
        required
        autoFocus
        autocomplete="off"
        value={name.value}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          error.value = null;
          name.value = currentTarget.value;
        }}
      />
      <RoleList role={role.value} onChoose={(chosen) => (role.value = chosen)} />
      {person.value?.all_properties && (
        <div class="field">
          <span class="label">{people.where}</span>
          <Choice
            label={people.where}
            selected={isEverywhere.value ? 'all' : 'here'}
            choices={[
              { id: 'here', label: people.here },
              { id: 'all', label: people.everywhere },
            ]}
            onSelect={(id) => (isEverywhere.value = id === 'all')}
          />
        </div>
      )}
      <Button type="submit" kind="primary">
        {people.makeLink}
      </Button>
    </form>
  );
}

function RoleList({ role, onChoose }: { role: StaffRole; onChoose: (role: StaffRole) => void }) {
  const { people } = messages();
  return (
    <fieldset class="roles">
      <legend class="label">{people.role}</legend>
      {ROLES.map((one) => (
        <label key={one} class="role">
          <input type="radio" name="role" checked={one === role} onInput={() => onChoose(one)} />
          <span>
            <span class="m">{people.roles[one]}</span>
            <span class="t12 ink3">{people.sees[one]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
