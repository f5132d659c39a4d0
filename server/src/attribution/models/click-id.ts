import { namedClickModel } from './named-click.ts';

/** The install event itself names the click. */
export const clickId = namedClickModel({
  name: 'click_id',
  evidence: 'named_by_app',
  says: 'The install event names',
  namedBy: (install) => install.clickId,
});
