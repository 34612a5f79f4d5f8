// What becomes of a template for a stay of the house, in each of its languages.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copy } from '../../desk/property.ts';
import { ServerRefusal } from '../../desk/server.ts';
import { type DeskTemplate, fillTemplate } from '../../desk/templates.ts';
import { formatDays } from '../../format.ts';
import { languageName, messages } from '../../language.ts';
import { Select } from '../../parts/Field.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';

/** Stays to choose from. */
const STAYS = 20;

export function TemplatePreview({ template }: { template: DeskTemplate }) {
  const texts = messages().houseSettings.templates;
  const stays = staysOf(copy.value);
  const chosen = useSignal<number | null>(null);
  const orderId = chosen.value ?? stays[0]?.order_id ?? null;
  const filled = useFilled(template, orderId);
  if (orderId === null) return null;
  return (
    <section class="template-preview" aria-label={texts.preview}>
      <Select
        label={texts.preview}
        value={String(orderId)}
        options={stays.map(({ order_id: id, label }) => ({ value: String(id), label }))}
        onChange={({ currentTarget }) => {
          chosen.value = Number(currentTarget.value);
        }}
      />
      <div class="template-texts">
        {filled.map(({ language, text }) => (
          <div key={language}>
            <p class="label">{languageName(language)}</p>
            <p class="bubble" dir="auto" lang={language}>
              {text}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Returns stays with their days: first those that arrive from today on, then those of guests in the house. */
function staysOf(state: ReplicaState | null) {
  if (!state) return [];
  const stays = [...state.bookings.values()].map((booking) => ({
    ...booking,
    ...daysOfStay(booking, state),
  }));
  const toCome = stays.filter(({ status, from }) => status === 'confirmed' && from >= state.today);
  const here = stays.filter(({ status }) => status === 'checked_in');
  return [...toCome.toSorted((one, other) => one.from - other.from), ...here]
    .slice(0, STAYS)
    .map(({ order_id, name, from, until }) => ({ order_id, label: `${name}, ${formatDays(from, until)}` }));
}

type FilledText = { language: string; text: string };

function useFilled({ template_id: id, texts, updated_at }: DeskTemplate, orderId: number | null) {
  const filled = useSignal<readonly FilledText[]>([]);
  useEffect(() => {
    if (orderId === null) return;
    let isShown = true;
    const all = Object.keys(texts).map(async (language): Promise<FilledText> => {
      try {
        return { language, text: (await fillTemplate(id, orderId, language)).text };
      } catch (error) {
        const text = error instanceof ServerRefusal ? error.problem.detail : messages().unreachable;
        return { language, text };
      }
    });
    void Promise.all(all).then((made) => {
      if (isShown) filled.value = made;
    });
    return () => {
      isShown = false;
    };
  }, [id, orderId, updated_at]);
  return filled.value;
}
