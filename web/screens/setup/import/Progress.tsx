// How far the creation of stays is, and what was refused: that stays listed, with its line and the reason.
import { messages } from '../../../language.ts';
import { Button } from '../../../parts/Button.tsx';
import { type Sending, sending, sendStays } from './sending.ts';

export function Progress({ sent, onDone }: { sent: Sending; onDone: () => void }) {
  const texts = messages().imports;
  const { at, done, all, isOver, failed } = sent;
  return (
    <>
      <p class="t14" role="status">
        {isOver ? texts.created(all - failed.length) : texts.creating(done, all)}
      </p>
      <progress class="import-progress" max={all} value={done} aria-label={texts.creating(done, all)} />
      {failed.length > 0 && (
        <section aria-label={texts.refusedTitle(failed.length)}>
          <h2 class="t16 b">{texts.refusedTitle(failed.length)}</h2>
          <ul class="import-failed">
            {failed.map(({ stay, reason }, index) => (
              <li key={index}>
                <span class="ink2 num">{texts.lineOf(stay.line)}</span>
                <span class="m">{stay.name}</span>
                <span class="said">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOver && (
        <footer class="setup-foot">
          {failed.length > 0 && (
            <Button
              onClick={() =>
                void sendStays(
                  failed.map(({ stay }) => stay),
                  at,
                )
              }
            >
              {texts.again}
            </Button>
          )}
          <a class="btn" href="/desk/calendar">
            {messages().practice.inCalendar}
          </a>
          <Button
            kind="primary"
            onClick={() => {
              sending.value = null;
              onDone();
            }}
          >
            {texts.goOn}
          </Button>
        </footer>
      )}
    </>
  );
}
