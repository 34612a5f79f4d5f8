// The imports that were made on this device: each is taken back in one step, and shows what was not, with the reason.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber } from '../../../days.ts';
import { copy, isLive, shown } from '../../../desk/property.ts';
import { formatDatedMoment } from '../../../format.ts';
import { messages } from '../../../language.ts';
import { Button } from '../../../parts/Button.tsx';
import { importsOf, type MadeImport } from './made-imports.ts';
import { takeImportBack, takingBack } from './taking-back.ts';

export function TakeBack() {
  const texts = messages().imports;
  const asked = useSignal<string | null>(null);
  const hotelId = shown.value?.hotelId;
  const state = copy.value;
  if (!hotelId || !state) return null;
  if (takingBack.value) return <TakingBackProgress />;
  const imports = importsOf(hotelId);
  if (imports.length === 0) return null;
  const takeBack = (one: MadeImport) => {
    asked.value = null;
    void takeImportBack(hotelId, one, dateOfDayNumber(state.today));
  };
  return (
    <section aria-label={texts.takeBackTitle}>
      <h2 class="t16 b">{texts.takeBackTitle}</h2>
      <p class="ink2">{texts.takeBackAbout}</p>
      <ul class="import-failed">
        {imports.map((one) => (
          <li key={one.at}>
            <span class="m">{formatDatedMoment(one.at, state.property.timezone)}</span>
            <span class="ink2">{texts.importOf(one.stays.length)}</span>
            {asked.value === one.at ? (
              <>
                <Button small kind="danger" autoFocus disabled={!isLive.value} onClick={() => takeBack(one)}>
                  {texts.cancelStays(one.stays.length)}
                </Button>
                <Button
                  small
                  kind="quiet"
                  onClick={() => {
                    asked.value = null;
                  }}
                >
                  {texts.keepStays}
                </Button>
              </>
            ) : (
              <Button
                small
                onClick={() => {
                  asked.value = one.at;
                }}
              >
                {texts.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakingBackProgress() {
  const texts = messages().imports;
  const { done, all, isOver, kept } = takingBack.value!;
  const nameOf = (orderId: number) => copy.value?.bookings.get(orderId)?.name ?? String(orderId);
  return (
    <section aria-label={texts.takeBackTitle}>
      <h2 class="t16 b">{texts.takeBackTitle}</h2>
      <p role="status">{isOver ? texts.takenBack(all - kept.length) : texts.creating(done, all)}</p>
      {kept.length > 0 && (
        <>
          <p class="b">{texts.keptTitle(kept.length)}</p>
          <ul class="import-failed">
            {kept.map(({ orderId, reason }) => (
              <li key={orderId}>
                <span class="m">{nameOf(orderId)}</span>
                <span class="said">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isOver && (
        <Button
          small
          onClick={() => {
            takingBack.value = null;
          }}
        >
          {texts.seen}
        </Button>
      )}
    </section>
  );
}
