// Takes over the stays that a house has elsewhere: a table is pasted or chosen, read, looked at line by line, and created.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copy, isLive } from '../../../desk/property.ts';
import { messages } from '../../../language.ts';
import { Button } from '../../../parts/Button.tsx';
import { Check, Select } from '../../../parts/Field.tsx';
import { FormError } from '../../../parts/FormError.tsx';
import { checkList, type GivenAnswers, NOTHING_GIVEN } from './check-list.ts';
import { decodeList } from './decode.ts';
import { COLUMNS, type StayColumn } from './heads.ts';
import { Progress } from './Progress.tsx';
import { Questions } from './Questions.tsx';
import { StaysPreview } from './StaysPreview.tsx';
import { sending, sendStays } from './sending.ts';
import { openQuote, readTable, type StaysTable, withHeads } from './stays-file.ts';
import { TakeBack } from './TakeBack.tsx';
import { takingBack } from './taking-back.ts';

export function StaysImport({ onDone }: { onDone: () => void }) {
  const texts = messages().imports;
  const table = useSignal<StaysTable | null>(null);
  useEffect(() => {
    if (sending.peek()?.isOver) sending.value = null;
    if (takingBack.peek()?.isOver) takingBack.value = null;
  }, []);
  return (
    <div class="setup-form import">
      <h1 class="t28 b">{texts.staysTitle}</h1>
      {sending.value && <Progress sent={sending.value} onDone={onDone} />}
      {!sending.value && table.value && (
        <TableCheck
          table={table.value}
          onChange={(changed) => {
            table.value = changed;
          }}
        />
      )}
      {!sending.value && !table.value && (
        <TableInput
          onTable={(read) => {
            table.value = read;
          }}
          onDone={onDone}
        />
      )}
      {(sending.value?.isOver ?? !table.value) && <TakeBack />}
    </div>
  );
}

function TableInput({ onTable, onDone }: { onTable: (table: StaysTable) => void; onDone: () => void }) {
  const texts = messages().imports;
  const error = useSignal<string | undefined>(undefined);
  const text = useSignal('');
  const take = (given: string) => {
    const read = readTable(given);
    const line = read ? null : openQuote(given);
    if (read) onTable(read);
    else error.value = line === null ? texts.noTable : texts.openQuote(line);
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const read = decodeList(new Uint8Array(await file.arrayBuffer()));
    if (read !== null && read !== 'workbook') take(read.text);
    else error.value = read === null ? texts.noText : texts.workbook;
  };
  return (
    <>
      <p class="t14 ink2">{texts.staysAbout}</p>
      <label class="field import-text">
        <span class="label">{texts.paste}</span>
        <textarea
          class="input"
          rows={8}
          placeholder={texts.pasteExample}
          value={text.value}
          aria-invalid={error.value !== undefined}
          onInput={({ currentTarget: { value } }) => {
            text.value = value;
            error.value = undefined;
          }}
        />
      </label>
      <label class="field">
        <span class="label">{texts.choose}</span>
        <input
          class="input"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ currentTarget: { files } }) => void takeFile(files?.[0])}
        />
      </label>
      <FormError text={error.value ?? null} />
      <footer class="setup-foot">
        <Button kind="quiet" onClick={onDone}>
          {texts.back}
        </Button>
        <Button kind="primary" disabled={text.value.trim() === ''} onClick={() => take(text.value)}>
          {texts.check}
        </Button>
      </footer>
    </>
  );
}

type TableCheckProps = { table: StaysTable; onChange: (table: StaysTable | null) => void };

function TableCheck({ table, onChange }: TableCheckProps) {
  const texts = messages().imports;
  const given = useSignal<GivenAnswers>(NOTHING_GIVEN);
  const list = checkList(table, given.value, copy.value!);
  const answer = (answers: Partial<GivenAnswers>) => {
    given.value = { ...given.value, ...answers };
  };
  const ready = list.stays.filter(({ outcome }) => outcome === 'offered');
  return (
    <>
      <HeadLineChoice table={table} onChange={onChange} />
      <ColumnChoice table={table} onChange={onChange} />
      <Questions questions={list.questions} given={given.value} onAnswer={answer} />
      <StaysPreview list={list} />
      {list.stays.some(({ errors }) => errors.includes('already_here')) && (
        <Check
          label={texts.takeAgain}
          checked={given.value.takesAgain}
          onInput={({ currentTarget }) => answer({ takesAgain: currentTarget.checked })}
        />
      )}
      <CheckFoot count={ready.length} onSend={() => void sendStays(ready)} onBack={() => onChange(null)} />
    </>
  );
}

type CheckFootProps = { count: number; onSend: () => void; onBack: () => void };

function CheckFoot({ count, onSend, onBack }: CheckFootProps) {
  const texts = messages().imports;
  // An old copy does not know which of the stays are here already.
  const disabled = count === 0 || !isLive.value;
  return (
    <footer class="setup-foot">
      <Button kind="quiet" onClick={onBack}>
        {texts.otherTable}
      </Button>
      <Button kind="primary" disabled={disabled} onClick={onSend}>
        {texts.takeOver(count)}
      </Button>
    </footer>
  );
}

/** How many lines are offered as that of the heads. */
const MAX_HEAD_LINES = 40;
const MAX_SHOWN_CELLS = 4;

/** Which line has the heads: the one with the most known ones, and corrected here. What stands above it is not read. */
function HeadLineChoice({ table: { all, headAt }, onChange }: TableCheckProps) {
  const texts = messages().imports;
  const options = all.slice(0, Math.max(MAX_HEAD_LINES, headAt + 1)).map(({ line, cells }, at) => {
    const shown = cells.filter((cell) => cell !== '').slice(0, MAX_SHOWN_CELLS);
    return { value: String(at), label: `${line}: ${shown.join(' · ')}` };
  });
  return (
    <div class="import-head-line">
      <Select
        label={texts.headLine}
        value={String(headAt)}
        // The last line has none below it.
        options={options.slice(0, Math.max(1, all.length - 1))}
        onChange={({ currentTarget: { value } }) => {
          const changed = withHeads(all, Number(value));
          if (changed) onChange(changed);
        }}
      />
      {headAt > 0 && <p class="ink2">{texts.linesAbove(headAt)}</p>}
    </div>
  );
}

/** Which column is what: recognised by its head, and corrected here. */
function ColumnChoice({ table, onChange }: TableCheckProps) {
  const texts = messages().imports;
  const { heads, columns } = table;
  const columnAt = (place: number) => COLUMNS.find((column) => columns[column] === place) ?? '';
  const choose = (place: number, column: StayColumn | '') => {
    const rest = Object.entries(columns).filter(([name, at]) => at !== place && name !== column);
    onChange({
      ...table,
      columns: { ...Object.fromEntries(rest), ...(column !== '' && { [column]: place }) },
    });
  };
  return (
    <section class="import-columns" aria-label={texts.columnsTitle}>
      <h2 class="t16 b">{texts.columnsTitle}</h2>
      <div class="import-grid">
        {heads.map((head, place) => (
          <Select
            key={place}
            label={head || texts.column(place + 1)}
            value={columnAt(place)}
            options={[
              { value: '', label: texts.notUsed },
              ...COLUMNS.map((value) => ({ value, label: texts.columns[value] })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(place, value as StayColumn | '')}
          />
        ))}
      </div>
    </section>
  );
}
