// Who made a change, and those by whom the log can be filtered.
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import type { ActorKind } from '../../../src/model/actor.ts';
import { messages } from '../../language.ts';
import type { Option } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Avatar, ChannelMark } from '../../parts/Mark.tsx';
import { outsiderName } from '../../stay/actor.ts';

type Actor = DeskEvent['by'];

export function ActorName({ by }: { by: Actor }) {
  return (
    <span class="log-actor">
      <span aria-hidden="true">
        <ActorMark by={by} />
      </span>
      <span class="cut">{nameOf(by)}</span>
    </span>
  );
}

function ActorMark({ by }: { by: Actor }) {
  if (by?.kind === 'person') return <Avatar name={by.name ?? '?'} small />;
  if (by?.kind === 'channel') return <ChannelMark channel={by.name ?? ''} />;
  if (by?.kind === 'agent') return <Avatar name={by.agent ?? by.name ?? ''} agent small />;
  return <Icon name={by?.kind === 'token' ? 'key' : by?.kind === 'innwire' ? 'again' : 'user'} small />;
}

function nameOf(by: Actor): string {
  const { log } = messages();
  if (by === null) return log.unknownActor;
  const { kind, name } = by;
  const outsider = outsiderName(by, log.revoked);
  if (outsider !== null) return outsider;
  if (kind === 'innwire') return 'innwire';
  if (kind === 'token') return name === null ? log.revoked : log.program(name);
  return name ?? log.unknownActor;
}

const KINDS: readonly ActorKind[] = ['person', 'channel', 'agent', 'token', 'operator', 'innwire'];

/** Returns everybody by whom the log can be filtered: the kinds, and those who are named in these events. `chosen` is always among them. */
export function actorOptions(events: readonly DeskEvent[], chosen: string | null): Option[] {
  const { everybody, anyone } = messages().log;
  const named = new Map<string, string>();
  for (const { by } of events) {
    const value = filterValueOf(by);
    if (value !== null) named.set(value, nameOf(by));
  }
  const known = [
    { value: '', label: everybody },
    ...KINDS.map((kind) => ({ value: kind, label: anyone[kind] })),
    ...[...named]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
  const isKnown = chosen === null || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}

/** Returns the value of `by` of GET events for one of a kind; null where a kind has only one. */
function filterValueOf(by: Actor): string | null {
  if (by?.kind === 'person') return `person:${by.user_id}`;
  if (by?.kind === 'token' || by?.kind === 'agent') return `${by.kind}:${by.token_id}`;
  return by?.kind === 'channel' && by.name ? `channel:${by.name}` : null;
}
