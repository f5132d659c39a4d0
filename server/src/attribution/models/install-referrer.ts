import { namedClickModel } from './named-click.ts';

/** The store's referrer contains the click id: the strongest evidence, since the app cannot have forged it. */
export const installReferrer = namedClickModel({
  name: 'install_referrer',
  evidence: 'named_by_store',
  says: 'The install referrer carries',
  namedBy: (install) => install.referrer?.clickId ?? null,
});
