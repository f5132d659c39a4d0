import { namedClickModel } from './named-click.ts';

/** The install event itself names the click. */
export const clickId = namedClickModel({
  name: 'click_id',
  says: 'The install event names',
  namedBy: (install) => install.clickId,
});
