// The tokens with which programs come in: what each opens, when it was last used; new ones, and how one is shut out.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { tokenSchema } from '../../../src/api/operator/records.ts';
import { dayOfMoment } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { copy, operator } from '../../desk/property.ts';
import { person } from '../../desk/session.ts';
import { formatAgo, formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { NewToken } from './NewToken.tsx';
import { Question } from './Question.tsx';
import { useRead } from './use-read.ts';

type ListedToken = Static<typeof tokenSchema>;

export function Tokens({ isOwner }: { isOwner: boolean }) {
  const { houseSettings, loading } = messages();
  const { tokens: texts } = houseSettings;
  const isAdding = useSignal(false);
  const { value: tokens, refusal, reload } = useRead<ListedToken[]>(operator('tokens'));
  if (!tokens) return refusal ? <Empty title={refusal.detail} /> : <Skeleton lines={4} label={loading} />;
  const revoked = tokens.filter(({ revoked_at: at }) => at !== null);
  const usable = tokens.filter(({ revoked_at: at }) => at === null);
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {usable.length === 0 && <Empty title={texts.none} />}
      <ul class="setting-list">
        {usable.map((token) => (
          <TokenLine key={token.id} token={token} canRevoke={mayRevoke(token, isOwner)} onChanged={reload} />
        ))}
      </ul>
      {isOwner && (
        <Button
          icon="plus"
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {texts.add}
        </Button>
      )}
      {revoked.length > 0 && (
        <details class="setting-more">
          <summary class="ink3">{texts.revokedOnes(revoked.length)}</summary>
          <ul class="setting-list">
            {revoked.map((token) => (
              <TokenLine key={token.id} token={token} canRevoke={false} onChanged={reload} />
            ))}
          </ul>
        </details>
      )}
      {isAdding.value && (
        <NewToken
          onMade={reload}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </>
  );
}

/** A token that opens other houses too is revoked by owners of all of them only. */
function mayRevoke({ all_properties: opensAll, hotel_ids: ids }: ListedToken, isOwner: boolean): boolean {
  return isOwner && ((!opensAll && ids.length === 1) || person.value?.all_properties === true);
}

type TokenLineProps = { token: ListedToken; canRevoke: boolean; onChanged: () => void };

function TokenLine({ token, canRevoke, onChanged }: TokenLineProps) {
  const { tokens: texts } = messages().houseSettings;
  const revoke = async () => {
    const request = { method: 'DELETE', path: operator(`tokens/${token.id}`) } as const;
    await make({ done: texts.revoked(token.label), request });
    onChanged();
  };
  return (
    <li class="setting-line">
      <div class="grow">
        <p class="m cut">{token.label}</p>
        <p class="t12 ink3">{aboutOf(token)}</p>
      </div>
      {canRevoke && (
        <Question
          label={texts.revoke}
          question={texts.revokeQuestion(token.label)}
          confirm={texts.revoke}
          onConfirm={revoke}
        />
      )}
    </li>
  );
}

function aboutOf(token: ListedToken): string {
  const { tokens: texts } = messages().houseSettings;
  const { scopes, access, created_at: made, last_used_at: used, revoked_at: revoked } = token;
  const day = (moment: string) => formatDay(dayOfMoment(moment, copy.value?.property.timezone ?? 'UTC'));
  return [
    scopes === null ? texts.everything : scopes.map((scope) => texts.scopes[scope]).join(', '),
    texts.accesses[access],
    token.all_properties ? texts.everywhere : token.hotel_ids.length > 1 && texts.several,
    texts.madeAt(day(made)),
    used ? texts.lastUsed(formatAgo(Date.now() - Date.parse(used))) : texts.neverUsed,
    revoked && texts.revokedAt(day(revoked)),
  ]
    .filter(Boolean)
    .join(' · ');
}
