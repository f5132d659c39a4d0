import { asObject, parseObject } from '../../parsing/parse-object.ts';
import { toJson } from '../../parsing/to-json.ts';
import type { KeyValueStore } from '../../platform/platform.ts';

/** More clicks than a device has links that the system tells of again. */
const MOST = 100;

/** The clicks whose links the app was told, the newest last: none of them is told again. */
export function createUsedClicks({ values, name }: { values: KeyValueStore; name: string }) {
  const key = `${name}.used-clicks`;
  const read = async (): Promise<string[]> => {
    const stored = asObject(parseObject((await values.get(key)) ?? ''))?.ids;
    return Array.isArray(stored) ? stored : [];
  };
  return {
    /** Whether the click is new; it is not from then on. */
    async take(clickId: string): Promise<boolean> {
      const ids = await read();
      if (ids.includes(clickId)) return false;
      await values.set(key, toJson({ ids: [...ids, clickId].slice(-MOST) }));
      return true;
    },
  };
}
