/**
 * Ids of rows as one short text, so that a key alone says which events its row is about: each as the difference of its
 * number from the one before, the bytes of its record, and its writer where that changes.
 *
 * @param ids sorted, each as `isPackable` wants it
 */
export function packIds(ids: readonly string[]): string {
  let [before, lastWriter] = [0, ''];
  return ids
    .map((id) => {
      const [sequence = '', writer = '', bytes] = id.split('-');
      const step = Number(sequence) - before;
      const parts = [step === 1 ? '' : step.toString(36), Number(bytes).toString(36)];
      if (writer !== lastWriter) parts.push(writer);
      [before, lastWriter] = [Number(sequence), writer];
      return parts.join('.');
    })
    .join('_');
}

/** The ids that `packIds` was given; none if it has not made that text. */
export function unpackIds(text: string): string[] {
  let [sequence, writer] = [0, ''];
  const ids = text.split('_').map((item) => {
    const [step = '', bytes = '', changed] = item.split('.');
    sequence += step === '' ? 1 : Number.parseInt(step, 36);
    writer = changed ?? writer;
    return formatRowId(sequence, writer, Number.parseInt(bytes, 36));
  });
  return ids.every(isPackable) ? ids : [];
}

const SEQUENCE_DIGITS = 15;

/** The id of a row: ids sort in the order of their numbers. */
export function formatRowId(sequence: number, writer: string, bytes: number): string {
  return `${String(sequence).padStart(SEQUENCE_DIGITS, '0')}-${writer}-${bytes}`;
}

export const sequenceOf = (id: string): number => Number(id.slice(0, SEQUENCE_DIGITS)) || 0;

/** Of its record; undefined if the id does not say it, as those of early versions. */
export function bytesInId(id: string): number | undefined {
  const bytes = id.split('-')[2];
  return bytes === undefined ? undefined : Number(bytes);
}

/** Whether an id can be part of a text of `packIds`. */
export function isPackable(id: string): boolean {
  return /^\d{15}-[^-._]+-(0|[1-9]\d*)$/.test(id);
}
