// Sends the requests of a test of a connection: as many as its list has pages.
import type { Adapter, ConnectionView, Verdict, WireRequest, WireResponse } from '../../channels/channel.ts';
import type { ChannelClient, RequestOutcome } from '../../channels/channel-client.ts';

type Test = NonNullable<Adapter['test']>;

/** Returns the verdict of the test. `isPassed`: of answers that the adapter does not see; absent = it sees all. */
export async function sendTest(
  client: ChannelClient,
  {
    test,
    view,
    isPassed,
  }: { test: Test; view: ConnectionView; isPassed?: (response: WireResponse) => boolean },
): Promise<RequestOutcome<null>> {
  let next: WireRequest | null = test.request(view);
  while (next !== null) {
    const request: WireRequest = next;
    const decode = (response: WireResponse): Verdict<WireRequest | null> =>
      isPassed?.(response) ? { kind: 'ok', value: null } : test.decode(response, view, request);
    const verdict = await client.request(request, decode);
    if (verdict.kind !== 'ok') return verdict;
    next = verdict.value;
  }
  return { kind: 'ok', value: null };
}
