import { namedClickModel } from './named-click.ts';

/** The store's referrer carries the click: the surest of all, since the app cannot have made it up. */
export const installReferrer = namedClickModel({
  name: 'install_referrer',
  points: 90,
  says: 'The install referrer carries',
  namedBy: (install) => install.referrer?.clickId ?? null,
});
