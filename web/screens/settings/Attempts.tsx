// What was sent to a webhook, and how it was answered: the last attempts.
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { webhookDeliverySchema } from '../../../src/api/operator/records.ts';
import { causeInLine } from '../../desk/cause-sentence.ts';
import { copy, operator } from '../../desk/property.ts';
import { formatMoment } from '../../format.ts';
import { messages } from '../../language.ts';
import { State } from '../../parts/Mark.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { useRead } from './use-read.ts';
import { type DeskWebhook, hostOf } from './WebhookForm.tsx';

type Delivery = Static<typeof webhookDeliverySchema>;

/** An attempt takes seconds: the list is read again while it is looked at. */
const AGAIN_MS = 2_000;

export function Attempts({ webhook }: { webhook: DeskWebhook }) {
  const { id, url } = webhook;
  const { houseSettings, loading } = messages();
  const { webhooks: texts } = houseSettings;
  const { value: attempts, reload } = useRead<Delivery[]>(operator(`webhooks/${id}/deliveries`));
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [id]);
  if (!attempts) return <Skeleton lines={4} label={loading} />;
  return (
    <>
      <p class="ink3 t12 cut">{url}</p>
      {attempts.length === 0 && <Empty title={texts.noAttempts} />}
      <ol class="setting-list">
        {attempts.map((attempt) => (
          <li key={attempt.id} class="setting-line">
            <div class="grow">
              <p class="cut">{attempt.seq === null ? texts.testEvent : `#${attempt.seq} ${attempt.kind}`}</p>
              <p class="t12 ink3">
                {whenOf(attempt)} · {Math.round(attempt.latency_ms)} ms
                {attempt.attempt > 1 && ` · ×${attempt.attempt}`}
              </p>
              {!attempt.delivered && <Failed attempt={attempt} who={hostOf(webhook)} />}
            </div>
            {attempt.delivered ? (
              <State icon="check">{attempt.status}</State>
            ) : (
              <State urgency="alert" icon="ban">
                {attempt.status ?? '–'}
              </State>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Why an attempt failed, and how the endpoint's answer began. */
function Failed({ attempt, who }: { attempt: Delivery; who: string }) {
  const { error, error_cause: cause, answer } = attempt;
  return (
    <>
      <p class="t12 alert">{causeInLine(cause, error, { who }, messages())}</p>
      {answer && <p class="t12 ink2">{messages().causes.says(who, answer)}</p>}
    </>
  );
}

function whenOf({ at }: Delivery): string {
  const timezone = copy.value?.property.timezone ?? 'UTC';
  return formatMoment(at, timezone);
}
