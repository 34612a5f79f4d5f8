// Text from outside within a sentence of the desk: a guest's name, which may be written from right to left, or like a sentence itself.

/** First strong isolate and pop directional isolate: what stands between them does not change the order of what is around it. */
const [BEGIN, END] = ['\u2068', '\u2069'];
const OUTSIDE = new RegExp(`${BEGIN}([^${BEGIN}${END}]*)${END}`);
/** Characters that begin or end an isolate or an override. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Marks text from outside, so that it stands apart in a sentence, also in plain text. */
export function isolate(text: string): string {
  return `${BEGIN}${text.replaceAll(DIRECTIONS, '')}${END}`;
}

/** A sentence in which marked text stands apart. */
export function WithOutside({ text }: { text: string }) {
  // Every second part is what stood between the marks.
  return (
    <>
      {text.split(OUTSIDE).map((part, index) =>
        index % 2 === 1 ? (
          <bdi key={index} class="m">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </>
  );
}
