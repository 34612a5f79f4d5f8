// Asks before edits are sent that look wrong: of nights that others have changed since, and prices that are far from what they were.
import { currency } from '../../desk/property.ts';
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { useModal } from '../../parts/modal.ts';
import type { ChangedValue } from './bases.ts';
import { doubts, dropChanged, isAsking, sendEdits } from './rates-state.ts';
import type { UnusualPrice } from './unusual-prices.ts';
import { nightText, valueText } from './value-text.ts';

/** Lines of each kind that are shown; the others are counted. */
const MOST_LINES = 6;

export function SendCheck() {
  const texts = messages().rates;
  const close = () => {
    isAsking.value = false;
  };
  const dialog = useModal(close);
  const { changed, unusual } = doubts.value;
  return (
    <dialog ref={dialog} class="dialog keys rate-check" aria-label={texts.ask}>
      <div class="dialog-page">
        <h2 class="t16 b">{texts.ask}</h2>
        {changed.length > 0 && (
          <Lines title={texts.askChanged} lines={changed.map(changedLine)}>
            <Button small onClick={dropChanged}>
              {texts.keepTheirs}
            </Button>
          </Lines>
        )}
        {unusual.length > 0 && (
          <Lines title={texts.askUnusual(unusual.length)} lines={unusual.map(unusualLine)} />
        )}
        <div class="row rate-check-end">
          <Button onClick={close}>{texts.back}</Button>
          <Button kind={unusual.length > 0 ? 'danger' : 'primary'} onClick={() => void sendEdits(true)}>
            {changed.length + unusual.length > 0 ? texts.sendAnyway : texts.send}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

type Line = { key: string; night: string; values: string };

function changedLine(one: ChangedValue): Line {
  const [before, now, mine] = [one.before, one.now, one.mine].map((value) => valueText(one.name, value));
  return {
    key: `${one.roomId} ${one.day} ${one.name}`,
    night: nightText(one),
    values: messages().rates.changedLine(before!, now!, mine!),
  };
}

function unusualLine(one: UnusualPrice): Line {
  const [before, after] = [one.before, one.after].map((price) => formatMoney(price, currency.value));
  return { key: `${one.roomId} ${one.day}`, night: nightText(one), values: `${before} → ${after}` };
}

type LinesProps = { title: string; lines: readonly Line[]; children?: preact.ComponentChildren };

function Lines({ title, lines, children }: LinesProps) {
  const more = lines.length - MOST_LINES;
  return (
    <section>
      <h3 class="b">{title}</h3>
      <ul class="rate-lines">
        {lines.slice(0, MOST_LINES).map(({ key, night, values }) => (
          <li key={key}>
            <span class="grow">{night}</span>
            <span class="m">{values}</span>
          </li>
        ))}
        {more > 0 && <li class="ink3">{messages().rates.andMore(more)}</li>}
      </ul>
      {children}
    </section>
  );
}
