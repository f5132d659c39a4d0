import type { Change, ChangeFeed } from '../../platform/store/changes/change-feed.ts';

/** Numbers that change when devices of an app are erased: what was remembered with an earlier one no longer counts. */
export interface AppEpochs {
  of(appId: string): number;
  /** Whether erasures are heard of. */
  areKnown(): boolean;
}

/** Of more apps than this, everything is forgotten. */
const MAX_APPS = 10_000;

/** @param changes tells of erased devices; without it, nothing is ever erased. */
export function createAppEpochs(changes?: Pick<ChangeFeed, 'subscribe' | 'isListening'>): AppEpochs {
  let latest = 0;
  let ofAll = 0;
  const ofApp = new Map<string, number>();

  const forgetAll = () => {
    ofAll = ++latest;
    ofApp.clear();
  };
  changes?.subscribe((change: Change) => {
    if (change.kind === 'all') forgetAll();
    if (change.kind !== 'devices') return;
    if (ofApp.size >= MAX_APPS) forgetAll();
    ofApp.set(change.appId, ++latest);
  });

  return {
    of: (appId) => ofApp.get(appId) ?? ofAll,
    areKnown: () => changes?.isListening() ?? true,
  };
}
