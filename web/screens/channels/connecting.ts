// Trying and making a connection: the state of its form, and what the server says to it.
import { type Signal, useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { channelPreviewSchema } from '../../../src/api/operator/records.ts';
import { make } from '../../desk/changes.ts';
import { copy, operator } from '../../desk/property.ts';
import { type ChangeRequest, type DeskProblem, newKey, ServerRefusal, send } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import type { DeskConnection } from './channel-nights.ts';
import {
  bodyOf,
  type ConnectionForm,
  type DeskProtocol,
  formOf,
  linesOfRooms,
  linesToSend,
  type MappingLine,
} from './connection-form.ts';

export type ConnectionPreview = Static<typeof channelPreviewSchema>;

export type Connecting = {
  form: Signal<ConnectionForm>;
  /** its lines, with one for each room that the house has now */
  lines: readonly MappingLine[];
  /** those of the last request: a refusal names them by their place in it */
  sentLines: Signal<readonly MappingLine[]>;
  problem: Signal<DeskProblem | null>;
  /** what connecting would do; null = it was not tried since the last change */
  preview: Signal<ConnectionPreview | null>;
  isTrying: Signal<boolean>;
  /** rooms and settings that the form no longer has may be removed */
  mayRemove: Signal<boolean>;
  change: (part: Partial<ConnectionForm>) => void;
  attempt: () => Promise<void>;
  save: () => Promise<void>;
};

export function useConnecting(
  protocol: DeskProtocol,
  connection: DeskConnection | null,
  onDone: () => void,
): Connecting {
  const form = useSignal(formOf(protocol, connection));
  const lines = linesOfRooms(form.value.lines, [...(copy.value?.rooms.keys() ?? [])]);
  const problem = useSignal<DeskProblem | null>(null);
  const sentLines = useSignal<readonly MappingLine[]>([]);
  const preview = useSignal<ConnectionPreview | null>(null);
  const mayRemove = useSignal(false);
  const isTrying = useSignal(false);
  const request = (isDryRun: boolean): ChangeRequest => {
    const query = { ...(isDryRun && { dry_run: true }), ...(mayRemove.value && { replace: true }) };
    const path = operator(`channels/${encodeURIComponent(form.value.channel.trim())}`, query);
    sentLines.value = linesToSend(lines, protocol);
    return { method: 'PUT', path, body: bodyOf({ ...form.value, lines }, protocol) };
  };
  const attempt = async () => {
    isTrying.value = true;
    problem.value = null;
    try {
      preview.value = (await send<ConnectionPreview>(request(true), newKey())).data;
    } catch (error) {
      problem.value =
        error instanceof ServerRefusal ? error.problem : ({ detail: messages().unreachable } as DeskProblem);
    } finally {
      isTrying.value = false;
    }
  };
  const save = async () => {
    problem.value = null;
    const done = messages().channels.form.connected(channelName(form.value.channel));
    const onRefused = (refusal: DeskProblem) => {
      problem.value = refusal;
    };
    const outcome = await make({ done, request: request(false) }, { onRefused });
    if (outcome.ok) onDone();
  };
  const change = (part: Partial<ConnectionForm>) => {
    form.value = { ...form.value, ...part };
    preview.value = null;
  };
  return { form, lines, sentLines, problem, preview, isTrying, mayRemove, change, attempt, save };
}
