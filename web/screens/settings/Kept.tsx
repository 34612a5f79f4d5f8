// How long data of guests is kept. Only owners change it, because what was erased cannot be brought back.
import type { Static } from 'typebox';
import type { operatorPropertySchema } from '../../../src/api/operator/records.ts';
import { operator } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { patchHouse } from './House.tsx';
import { SavedField } from './SavedField.tsx';
import { useRead } from './use-read.ts';

type OperatorProperty = Static<typeof operatorPropertySchema>;

const KINDS = ['guests', 'messages', 'channel_records', 'exchanges'] as const;

export function Kept({ isOwner }: { isOwner: boolean }) {
  const { houseSettings, loading } = messages();
  const { kept, rooms } = houseSettings;
  const { value, refusal } = useRead<OperatorProperty>(
    operator(''),
    ({ kind }) => kind === 'property.changed',
  );
  if (!value) return refusal ? <Empty title={refusal.detail} /> : <Skeleton lines={4} label={loading} />;
  return (
    <section class="setting-group">
      <p class="ink2">{kept.about}</p>
      {KINDS.map((kind) => {
        const days = value.retention[kind];
        return (
          <SavedField
            key={kind}
            label={kept[kind]}
            {...(kind === 'exchanges' && { help: kept.exchangesHelp })}
            inputMode="numeric"
            placeholder={kept.forever}
            value={days === null ? '' : String(days)}
            shownAs={days === null ? kept.forever : kept.days(String(days))}
            canEdit={isOwner}
            wrong={(text) => (/^\d*$/.test(text) ? null : rooms.badNumber)}
            field={`retention.${kind}`}
            requestOf={(text) => patchHouse({ retention: { [kind]: text === '' ? null : Number(text) } })}
          />
        );
      })}
    </section>
  );
}
