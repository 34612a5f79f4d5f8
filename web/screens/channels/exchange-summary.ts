// What an entry of the log of exchanges says beside the name of its channel. Pure.

type Entry = { channel?: string | null; summary: string };

/** Returns the summary of an entry without the id of the channel with which it begins: its name stands beside it. */
export function summaryOf({ channel, summary }: Entry): string {
  const id = `${channel}: `;
  return channel != null && summary.startsWith(id) ? summary.slice(id.length) : summary;
}
