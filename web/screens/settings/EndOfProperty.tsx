// The end of a house: archived, and removed for good after a look at what goes.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { removalSchema } from '../../../src/api/operator/records.ts';
import { dayOfDate } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { copy, isArchived, operator } from '../../desk/property.ts';
import { newKey, ServerRefusal, send } from '../../desk/server.ts';
import { readPerson } from '../../desk/session.ts';
import { formatDay, formatMoney, formatNumber } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { BASE, goTo } from '../../router.ts';
import { Answers, Question } from './Question.tsx';

type Removal = Static<typeof removalSchema>;

export function EndOfProperty() {
  const { archive: texts } = messages().houseSettings;
  return (
    <section class="setting-group">
      <h3>{texts.title}</h3>
      {isArchived.value ? <Archived /> : <InUse />}
    </section>
  );
}

/** The question is asked with what the server finds open, where it does. */
function InUse() {
  const { archive: texts } = messages().houseSettings;
  const open = useSignal<string | null>(null);
  const archive = async (body: object) => {
    const request = { method: 'POST', path: operator('archive'), body } as const;
    const outcome = await make(
      { done: texts.archived, request },
      {
        onRefused: (problem) => {
          open.value = problem.code === 'property_in_use' ? problem.detail : null;
          if (open.value === null) refusal.value = problem.detail;
        },
      },
    );
    if (outcome.ok) await readPerson();
  };
  const refusal = useSignal<string | null>(null);
  if (open.value !== null)
    return (
      <Banner
        urgency="alert"
        icon="warn"
        action={
          <Answers
            confirm={texts.archiveAnyway}
            onConfirm={() => archive({ confirm: true })}
            onKeep={() => {
              open.value = null;
            }}
          />
        }
      >
        {open.value}
      </Banner>
    );
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {refusal.value !== null && (
        <Banner urgency="alert" icon="warn">
          {refusal.value}
        </Banner>
      )}
      <div>
        <Question
          label={texts.archive}
          question={texts.question(copy.value?.property.name ?? '')}
          confirm={texts.confirm}
          onConfirm={() => archive({})}
        />
      </div>
    </>
  );
}

function Archived() {
  const { archive: texts } = messages().houseSettings;
  const removal = useSignal<Removal | null>(null);
  const refusal = useSignal<string | null>(null);
  const unarchive = async () => {
    const request = { method: 'POST', path: operator('unarchive') } as const;
    if ((await make({ done: texts.unarchived, request })).ok) await readPerson();
  };
  const look = async () => {
    const path = operator('remove', { dry_run: true });
    try {
      removal.value = (await send<Removal>({ method: 'POST', path, body: {} }, newKey())).data;
    } catch (error) {
      refusal.value = error instanceof ServerRefusal ? error.problem.detail : messages().unreachable;
    }
  };
  if (removal.value)
    return (
      <Remove
        removal={removal.value}
        onKeep={() => {
          removal.value = null;
        }}
      />
    );
  return (
    <>
      <p class="ink2">{texts.isArchived}</p>
      {refusal.value !== null && (
        <Banner urgency="alert" icon="warn">
          {refusal.value}
        </Banner>
      )}
      <div class="row wrap">
        <Button onClick={() => void unarchive()}>{texts.unarchive}</Button>
        <Button kind="quiet" onClick={() => void look()}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}

function Remove({ removal, onKeep }: { removal: Removal; onKeep: () => void }) {
  const { archive: texts, keep } = messages().houseSettings;
  const typed = useSignal('');
  const refusal = useSignal<string | null>(null);
  const remove = async () => {
    const request = { method: 'POST', path: operator('remove'), body: { confirm: typed.value } } as const;
    const outcome = await make(
      { done: texts.removed(removal.name), request },
      {
        onRefused: ({ detail }) => {
          refusal.value = detail;
        },
      },
    );
    if (!outcome.ok) return;
    await readPerson();
    goTo(BASE);
  };
  return (
    <>
      <Banner urgency="alert" icon="warn">
        {texts.removeAbout(removal.name)}
      </Banner>
      <WhatGoes removal={removal} />
      <p class="ink2">{texts.kept}</p>
      <Field
        label={texts.typeName(removal.name)}
        value={typed.value}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
        {...(refusal.value !== null && { error: refusal.value })}
      />
      <div class="row wrap">
        <Button onClick={onKeep}>{keep}</Button>
        <Button kind="danger" disabled={typed.value !== removal.name} onClick={() => void remove()}>
          {texts.removeNow}
        </Button>
      </div>
    </>
  );
}

function WhatGoes({ removal: { removed, ledger, people } }: { removal: Removal }) {
  const { archive: texts } = messages().houseSettings;
  const month = (date: string) => formatDay(dayOfDate(date), 'month');
  const lines: readonly (readonly [string, string])[] = [
    ...removed
      .filter(({ rows }) => rows > 0)
      .map(({ kind, rows }) => [texts.kinds[kind], formatNumber(rows)] as const),
    ...(ledger.first_date && ledger.last_date
      ? [[texts.ledgerMonths, monthsOf(month(ledger.first_date), month(ledger.last_date))] as const]
      : []),
    ...ledger.open.flatMap(({ currency, owed, to_return: toReturn }) => [
      ...(owed > 0 ? [[texts.owed, formatMoney(owed, currency)] as const] : []),
      ...(toReturn > 0 ? [[texts.toReturn, formatMoney(toReturn, currency)] as const] : []),
    ]),
    ...(people.length > 0 ? [[texts.people, people.map(({ name }) => name).join(', ')] as const] : []),
  ];
  return (
    <table class="setting-removal">
      <caption class="m">{texts.goes}</caption>
      <tbody>
        {lines.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function monthsOf(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
