// What is asked about a list of stays before it is taken over: the order of its dates, words of its status, amounts and rooms, each once.
import { dayOfDate } from '../../../days.ts';
import { copy, currency } from '../../../desk/property.ts';
import { currencySign, formatDay } from '../../../format.ts';
import { messages } from '../../../language.ts';
import { Check, MoneyField, Radio, Select } from '../../../parts/Field.tsx';
import type { GivenAnswers, ListQuestions } from './check-list.ts';
import { dateOfMoment, readDate } from './dates.ts';
import type { RoomAnswer } from './rooms-of-stays.ts';

type QuestionProps = { given: GivenAnswers; onAnswer: (given: Partial<GivenAnswers>) => void };

export function Questions({ questions, ...props }: QuestionProps & { questions: ListQuestions }) {
  const { dates, moment, statuses, amounts, rooms } = questions;
  return (
    <>
      {dates && <DateQuestion dates={dates} {...props} />}
      {moment !== null && <MomentQuestion moment={moment} {...props} />}
      {statuses.length > 0 && <StatusQuestion statuses={statuses} {...props} />}
      {amounts.length > 0 && <AmountQuestion amounts={amounts} {...props} />}
      {rooms.length > 0 && <RoomQuestion rooms={rooms} {...props} />}
    </>
  );
}

function DateQuestion({
  dates: { example, orders, isMixed },
  given,
  onAnswer,
}: QuestionProps & { dates: NonNullable<ListQuestions['dates']> }) {
  const texts = messages().imports;
  return (
    <fieldset class="import-question">
      <legend class="t16 b">{isMixed ? texts.mixedDates : texts.whichDate(example)}</legend>
      {orders.map((order) => (
        <Radio
          key={order}
          name="order"
          label={withDate(texts.orders[order], readDate(example, order))}
          checked={given.order === order}
          onInput={() => onAnswer({ order })}
        />
      ))}
    </fieldset>
  );
}

function MomentQuestion({ moment, given, onAnswer }: QuestionProps & { moment: string }) {
  const texts = messages().imports;
  const days = { written: readDate(moment, null), here: dateOfMoment(moment, copy.value!.property.timezone) };
  return (
    <fieldset class="import-question">
      <legend class="t16 b">{texts.whichMoment(moment)}</legend>
      {(['written', 'here'] as const).map((way) => (
        <Radio
          key={way}
          name="moments"
          label={withDate(texts.moments[way], days[way])}
          checked={given.moments === way}
          onInput={() => onAnswer({ moments: way })}
        />
      ))}
    </fieldset>
  );
}

function withDate(text: string, date: string | null): string {
  return date ? `${text} – ${formatDay(dayOfDate(date), 'long')} ${date.slice(0, 4)}` : text;
}

function StatusQuestion({ statuses, given, onAnswer }: QuestionProps & { statuses: readonly string[] }) {
  const texts = messages().imports;
  const options = [
    { value: '', label: texts.toChoose },
    { value: 'true', label: texts.isStay },
    { value: 'false', label: texts.isNoStay },
  ];
  return (
    <section aria-label={texts.statusTitle}>
      <h2 class="t16 b">{texts.statusTitle}</h2>
      <p class="ink2">{texts.statusAbout}</p>
      <div class="import-grid">
        {statuses.map((status) => (
          <Select
            key={status}
            label={status === '' ? texts.noStatus : status}
            value={String(given.statuses.get(status) ?? '')}
            options={options}
            onChange={({ currentTarget: { value } }) =>
              onAnswer({ statuses: changed(given.statuses, status, value === '' ? null : value === 'true') })
            }
          />
        ))}
      </div>
    </section>
  );
}

function AmountQuestion({ amounts, given, onAnswer }: QuestionProps & { amounts: readonly string[] }) {
  const texts = messages().imports;
  return (
    <section aria-label={texts.pricesTitle}>
      <h2 class="t16 b">{texts.pricesTitle}</h2>
      <p class="ink2">{texts.pricesAbout(currency.value)}</p>
      <div class="import-grid">
        {amounts.map((amount) => (
          <MoneyField
            key={amount}
            label={amount}
            sign={currencySign(currency.value)}
            value={given.typedAmounts.get(amount) ?? ''}
            onInput={({ currentTarget: { value } }) =>
              onAnswer({ typedAmounts: changed(given.typedAmounts, amount, value) })
            }
          />
        ))}
      </div>
      <Check
        label={texts.calendarPrices}
        checked={given.takesCalendarPrices}
        onInput={({ currentTarget: { checked } }) => onAnswer({ takesCalendarPrices: checked })}
      />
    </section>
  );
}

/** Which room a name means that the house does not have. */
function RoomQuestion({ rooms: names, given, onAnswer }: QuestionProps & { rooms: ListQuestions['rooms'] }) {
  const texts = messages().imports;
  const { rooms, units } = copy.value!;
  const options = [
    { value: '', label: texts.toChoose },
    { value: 'out', label: texts.leaveOut },
    ...[...rooms.values()].map((room) => ({ value: `${room.room_id}/`, label: room.name })),
    ...[...units.values()].map((unit) => ({
      value: `${unit.room_id}/${unit.unit_id}`,
      label: `${unit.name} · ${rooms.get(unit.room_id)?.name ?? ''}`,
    })),
  ];
  return (
    <section aria-label={texts.roomsTitle}>
      <h2 class="t16 b">{texts.roomsTitle}</h2>
      <div class="import-grid">
        {names.map(({ name, several }) => (
          <Select
            key={name}
            label={name === '' ? texts.noRoomName : name}
            value={placeValue(given.rooms.get(name))}
            options={
              several.length > 1
                ? [...options, { value: 'several', label: texts.severalRooms(several.join(' · ')) }]
                : options
            }
            onChange={({ currentTarget: { value } }) =>
              onAnswer({ rooms: changed(given.rooms, name, answerOf(value)) })
            }
          />
        ))}
      </div>
    </section>
  );
}

function placeValue(answer: RoomAnswer | undefined): string {
  return typeof answer === 'object' ? `${answer.roomId}/${answer.unitId ?? ''}` : (answer ?? '');
}

function answerOf(value: string): RoomAnswer | null {
  if (value === 'out' || value === 'several') return value;
  const [roomId, unitId] = value.split('/');
  return value === '' ? null : { roomId: Number(roomId), unitId: unitId ? Number(unitId) : null };
}

/** Returns the answers with another one; null takes it away. */
function changed<T>(answers: ReadonlyMap<string, T>, key: string, answer: T | null): ReadonlyMap<string, T> {
  const next = new Map(answers);
  if (answer === null) next.delete(key);
  else next.set(key, answer);
  return next;
}
