import type { InstalledModules } from './native-modules.ts';
import { within } from './within.ts';

/** The system may ask the user first. */
const ASKING_MS = 30_000;

/** What a landing page puts into the clipboard of an iPhone (docs/links.md). */
const CODE = /^tributary:([\w-]{32})$/;

/** Reads the code, and clears the clipboard of it: it leads somewhere once. */
export async function readClipboardCode({
  reactNative,
  clipboard,
}: InstalledModules): Promise<string | undefined> {
  if (!clipboard || reactNative?.Platform.OS !== 'ios') return undefined;
  const text = await within(ASKING_MS, () => clipboard.getString());
  const code = CODE.exec(text ?? '')?.[1];
  if (code) clipboard.setString('');
  return code;
}
