import { asObject, parseObject } from '../../parsing/parse-object.ts';
import { toJson } from '../../parsing/to-json.ts';
import type { KeyValueStore } from '../../platform/platform.ts';

/** More clicks than a device has links that the system tells of again. */
const MOST = 100;

/** How the app comes to a click. */
interface Use {
  /** Somebody has just opened its link, so it may be one of before. */
  isTap: boolean;
  /** It led to the install, which nothing else may use then. */
  isDeferred: boolean;
}

/** The clicks whose links the app was told, the newest last: the system may tell of them again. */
export function createUsedClicks({ values, name }: { values: KeyValueStore; name: string }) {
  const key = `${name}.used-clicks`;
  return {
    /** Whether the click leads somewhere. */
    async take(clickId: string, { isTap, isDeferred }: Use): Promise<boolean> {
      const stored = asObject(parseObject((await values.get(key)) ?? ''));
      const ids: string[] = Array.isArray(stored?.ids) ? stored.ids : [];
      const install = isDeferred ? clickId : stored?.install;
      const isUsed = ids.includes(clickId);
      if (!isUsed) await values.set(key, toJson({ ids: [...ids, clickId].slice(-MOST), install }));
      return !isUsed || (isTap && clickId !== install);
    },
  };
}
